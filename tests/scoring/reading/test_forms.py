"""Replies that list words in special forms: the items are decided by the reading rules of decision 40."""

from __future__ import annotations

import pytest

from stimfid_lib.scoring.extract import extract_items

FOUR = ("rabbit", "ring", "rope", "red")


@pytest.mark.parametrize(
    ("reply", "items"),
    [
        ("1. rabbit\n2. ring\n3. rope\n4. red\n\n- Practice daily\n- Use a mirror\n- Take turns", FOUR),
        ("Word: rabbit\nWord: ring\nWord: rope\nWord: red", FOUR),
        (
            "1. rabbit\n   - The rabbit ran away.\n   - I see a rabbit.\n2. ring\n   - The ring is gold.\n"
            "3. rope\n4. red",
            FOUR,
        ),
        ("1. rabbit\n2. ring\n3. rope\n4. red\n5. rocket\n6. ra", ("rabbit", "ring", "rope", "red", "rocket", "ra")),
        ("１．rabbit\n２．ring\n３．rope\n４．red", FOUR),
        ("1️⃣ rabbit\n2️⃣ ring\n3️⃣ rope\n4️⃣ red\n", FOUR),
        ("① rabbit\n② ring\n③ rope\n④ red", FOUR),
        ("1) rabbit\n2) ring\n3) rope\n4) red", FOUR),
        ("(1) rabbit\n(2) ring\n(3) rope\n(4) red", FOUR),
        ("1: rabbit\n2: ring\n3: rope\n4: red", FOUR),
        ("1/ rabbit\n2/ ring\n3/ rope\n4/ red", FOUR),
        ("1.\u00a0rabbit\n2.\u00a0ring\n3.\u00a0rope\n4.\u00a0red", FOUR),
        ("1\\. rabbit\n2\\. ring\n3\\. rope\n4\\. red", FOUR),
        ("1\trabbit\n2\tring\n3\trope\n4\tred", FOUR),
        ("1 rabbit\n2 ring\n3 rope\n4 red", FOUR),
        ("1- rabbit\n2- ring\n3- rope\n4- red", FOUR),
        ("1] rabbit\n2] ring\n3] rope\n4] red", FOUR),
        ("1.) rabbit\n2.) ring\n3.) rope\n4.) red", FOUR),
        ("• rabbit\n• ring\n• rope\n• red", FOUR),
        ("* rabbit\n* ring\n* rope\n* red", FOUR),
        ("– rabbit\n– ring\n– rope\n– red", FOUR),
        ("▪ rabbit\n▪ ring\n▪ rope\n▪ red", FOUR),
        ("✓ rabbit\n✓ ring\n✓ rope\n✓ red", FOUR),
        ("◦ rabbit\n◦ ring\n◦ rope\n◦ red", FOUR),
        ("→ rabbit\n→ ring\n→ rope\n→ red", FOUR),
        ("☐ rabbit\n☐ ring\n☐ rope\n☐ red", FOUR),
        ("-\trabbit\n-\tring\n-\trope\n-\tred", FOUR),
        ("· rabbit\n· ring\n· rope\n· red", FOUR),
        ("🔹 rabbit\n🔹 ring\n🔹 rope\n🔹 red", FOUR),
        ("— rabbit\n— ring\n— rope\n— red", FOUR),
        ("1.1 rabbit\n1.2 ring\n1.3 rope\n1.4 red", FOUR),
        ("a) rabbit\nb) ring\nc) rope\nd) red", FOUR),
        ("A. rabbit\nB. ring\nC. rope\nD. red", FOUR),
        ("i. rabbit\nii. ring\niii. rope\niv. red", FOUR),
        ("(i) rabbit\n(ii) ring\n(iii) rope\n(iv) red", FOUR),
        ("I. rabbit\nII. ring\nIII. rope\nIV. red", FOUR),
        ("1.\trabbit\n2.\tring\n3.\trope\n4.\tred", FOUR),
        ("1. rabbit    3. ring\n2. rope    4. red", FOUR),
        ("🐰 rabbit\n💍 ring\n🪢 rope\n🔴 red", FOUR),
        ("- rabbit rab·bit\n- rab·bit\n- robot, ro-bot", ("rabbit", "rabbit", "robot")),
        ("a) rabbit b) ring c) rope d) red", FOUR),
        ("1. rabbit\n\nA furry animal.\n\n2. ring\n\nJewelry.\n\n3. rope\n\nA cord.\n\n4. red\n\nA color.", FOUR),
        ('"rabbit"\n"ring"\n"rope"\n"red"', FOUR),
        ("1. rabbit [2]\n2. ring [1]", ("rabbit", "ring")),
        ("• rabbit • ring • rope • red", FOUR),
        ("First: rabbit\nSecond: ring\nThird: rope\nFourth: red", FOUR),
        ("1. rabbit ✅\n2. ring ✅\n3. wing ❌", ("rabbit", "ring", "wing")),
        ("- rabbit = a pet\n- ring = jewelry", ("rabbit", "ring")),
        ("1. rabbit\n2. ring\n3. rope\n4.", ("rabbit", "ring", "rope")),
        ("> rabbit\n> ring\n> rope\n> red", FOUR),
        ("1. rabbit  \n2. ring  \n3. rope  \n4. red  ", FOUR),
        ("1. rabbit\n2. ring\n3. rope\n4. red\nThat's all four words!", FOUR),
    ],
)
def test_marks_in_every_style(reply: str, items: tuple[object, ...]) -> None:
    found = extract_items(reply)
    assert (found.items, found.refusal) == (items, False)


@pytest.mark.parametrize(
    ("reply", "items"),
    [
        (
            "| Word | IPA | Syllables |\n|---|---|---|\n| rabbit | /ˈræbɪt/ | 2 |\n| ring | /rɪŋ/ | 1 |\n"
            "| rope | /roʊp/ | 1 |\n| red | /rɛd/ | 1 |",
            FOUR,
        ),
        ("| # | Word | # | Word |\n|---|---|---|---|\n| 1 | rabbit | 3 | ring |\n| 2 | rope | 4 | red |", FOUR),
        ("1 | rabbit | 3 | ring\n2 | rope | 4 | red", FOUR),
        (
            "| Initial | Medial | Final |\n|---|---|---|\n| rabbit | carrot | car |\n| ring | parrot | star |",
            ("rabbit", "carrot", "car", "ring", "parrot", "star"),
        ),
        (
            "| Position | Words |\n|---|---|\n| Initial | rabbit, ring |\n| Final | car, star |",
            ("rabbit", "ring", "car", "star"),
        ),
        (
            "| Word | Meaning |\n|:--|:--|\n| **Rabbit** | A furry animal |\n| **Ring** | Jewelry |\n| Rope | A cord |",
            ("Rabbit", "Ring", "Rope"),
        ),
        (
            "| Animal | Category |\n|---|---|\n| rabbit | pet |\n| rat | pet |\n| robin | bird |",
            ("rabbit", "rat", "robin"),
        ),
        (
            "Here are 4 words:\n\n| **Word** | **Syllables** | **Sample sentence** |\n|------|------|------|\n"
            "| rabbit | 2 | The rabbit hopped. |\n| ring | 1 | The ring fell. |\n\nThese can be used in drills.",
            ("rabbit", "ring"),
        ),
        ("| rabbit | ring |\n| rope | red |", FOUR),
        (
            "| | | |\n|---|---|---|\n| rabbit | ring | rope |\n| red | run | rain |",
            ("rabbit", "ring", "rope", "red", "run", "rain"),
        ),
        ("| No. | Word | Picture? |\n|---|---|---|\n| 1. | rabbit | yes |\n| 2. | ring | yes |", ("rabbit", "ring")),
        ("| Word | Rhymes with |\n|---|---|\n| rabbit | habit |\n| ring | sing |", ("rabbit", "ring")),
        (
            "| Two-syllable | Three-syllable |\n|---|---|\n| rabbit | raspberry |\n| robot | radio |",
            ("rabbit", "raspberry", "robot", "radio"),
        ),
        (
            "| Theme | Word 1 | Word 2 |\n|---|---|---|\n| Zoo | rabbit | rhino |\n| Farm | rooster | ram |",
            ("rabbit", "rhino", "rooster", "ram"),
        ),
    ],
)
def test_tables_and_columns(reply: str, items: tuple[object, ...]) -> None:
    found = extract_items(reply)
    assert (found.items, found.refusal) == (items, False)


@pytest.mark.parametrize(
    ("reply", "items"),
    [
        ("<ul><li>rabbit</li><li><b>ring</b></li><li>rope</li><li>red</li></ul>", FOUR),
        ("<ol>\n  <li>rabbit</li>\n  <li>ring</li>\n  <li>rope</li>\n  <li>red</li>\n</ol>", FOUR),
        (
            "<table><tr><th>Word</th><th>IPA</th></tr><tr><td>rabbit</td><td>/x/</td></tr><tr><td>ring</td><td>/"
            "y/</td></tr></table>",
            ("rabbit", "ring"),
        ),
        ("<dl><dt>rabbit</dt><dd>a pet</dd><dt>ring</dt><dd>jewelry</dd></dl>", ("rabbit", "ring")),
        ('```json\n["rabbit", "ring", "rope", "red"]\n```', FOUR),
        ('```json\n{"words": ["rabbit", "ring", "rope", "red"]}\n```\nLet me know!', FOUR),
        ('{"words": [{"word": "rabbit", "ipa": "x"}, {"word": "ring", "ipa": "y"}]}', ("rabbit", "ring")),
        ('["rabbit", "ring", "ro', ("rabbit", "ring", "ro")),
        ("```python\nwords = ['rabbit', 'ring', 'rope', 'red']\n```", FOUR),
        ("```\nrabbit\nring\nrope\nred\n```", FOUR),
        ("```\n1. rabbit\n2. ring\n3. rope\n4. red\n```\nLet me know if you'd like more.", FOUR),
        ("[1] rabbit\n[2] ring\n[3] rope\n[4] red", FOUR),
        ("1. rabbit<br>2. ring<br>3. rope<br>4. red", FOUR),
        ("<p>Here are words:</p><ol><li>rabbit</li><li>ring</li></ol><p>Enjoy!</p>", ("rabbit", "ring")),
        ('{"rabbit": "a furry animal", "ring": "jewelry", "rope": "cord"}', ("rabbit", "ring", "rope")),
        (
            '{"initial": ["rabbit", "ring"], "final": ["car", "star"], "tips": ["Practice daily", "Use a mirror"]}',
            ("rabbit", "ring", "car", "star"),
        ),
        ('[{"id": 1, "word": "rabbit"}, {"id": 2, "word": "ring"}]', ("rabbit", "ring")),
        ('{"word": "rabbit"}\n{"word": "ring"}\n{"word": "rope"}', ("rabbit", "ring", "rope")),
        ("```yaml\nwords:\n  - rabbit\n  - ring\n```", ("rabbit", "ring")),
        ("```csv\nword,syllables\nrabbit,2\nring,1\n```", ("rabbit", "ring")),
        ("```\nrabbit, ring, rope, red\n```", FOUR),
        (
            "Here is the list you asked for in plain text:\n\n```text\nrabbit\nring\nrope\nred\n```\n\n"
            "Copy and paste as needed.",
            FOUR,
        ),
    ],
)
def test_html_json_and_code(reply: str, items: tuple[object, ...]) -> None:
    found = extract_items(reply)
    assert (found.items, found.refusal) == (items, False)


@pytest.mark.parametrize(
    ("reply", "items"),
    [
        ("<think>words with r: wagon, wing, 1. wagon</think>\n1. rabbit\n2. ring\n3. rope\n4. red", FOUR),
        ("Okay, they want r words. wagon? no.\n</think>\n\n1. rabbit\n2. ring\n3. rope\n4. red", FOUR),
        ("1. rabbit\n2. ring\n3. rope\n4. red\n\nUser: give me more\nAssistant: 1. rock\n2. rain", FOUR),
        ("1. rabbit\n2. ring\n3. rope\n4. red<|im_end|>\n<|im_start|>user\nmore\n<|im_start|>assistant\n1. rock", FOUR),
        ("1. rabbit\n2. ring\n3. rope\n4. red</s>", FOUR),
        ("<|im_start|>assistant\n1. rabbit\n2. ring\n3. rope\n4. red<|eot_id|>", FOUR),
        ("Assistant: 1. rabbit\n2. ring\n3. rope\n4. red", FOUR),
        ("1. rabbit\\n2. ring\\n3. rope\\n4. red", FOUR),
        ("Human: give me r words\nAssistant: 1. rabbit\n2. ring\n\nHuman: thanks", ("rabbit", "ring")),
        ("[INST] give me words [/INST] 1. rabbit\n2. ring</s>", ("rabbit", "ring")),
        ("<|start_header_id|>assistant<|end_header_id|>\n\n1. rabbit\n2. ring<|eot_id|>", ("rabbit", "ring")),
        (
            "<|channel|>analysis<|message|>1. wagon 2. "
            "wing<|end|><|start|>assistant<|channel|>final<|message|>1. rabbit\n2. ring<|return|>",
            ("rabbit", "ring"),
        ),
    ],
)
def test_only_the_models_own_reply_counts(reply: str, items: tuple[object, ...]) -> None:
    found = extract_items(reply)
    assert (found.items, found.refusal) == (items, False)
