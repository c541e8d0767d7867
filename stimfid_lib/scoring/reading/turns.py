"""Which part of a raw text is the reply: not what the model thinks aloud, nor turns it invents, nor leaked tokens."""

from __future__ import annotations

import re

_THOUGHT = r"(?:think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis)"
_THOUGHT_END = re.compile(rf"</{_THOUGHT}\s*>|◁/think▷|\[/THINK\]", re.IGNORECASE)
_THOUGHT_START = re.compile(rf"<{_THOUGHT}\s*>|◁think▷|\[THINK\]", re.IGNORECASE)
_FINAL_CHANNEL = re.compile(r"<\|channel\|>\s*final[^<]{0,40}<\|message\|>", re.IGNORECASE)

_TOKEN = re.compile(
    r"<\|[^|<>\n]{1,40}\|>|</?s>|\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>|<(?:bos|eos|pad|unk)>", re.IGNORECASE
)
_ROLE = re.compile(r"\s*(user|human|system|assistant|model|bot)\b\s*:?", re.IGNORECASE)
_OPENS_TURN = re.compile(r"im_start|start_header|start_of_turn|<\|start\|>", re.IGNORECASE)
_OPENS_OTHER = re.compile(r"<\|?(?:user|human|system|prompter)|\[INST\]|<<SYS>>", re.IGNORECASE)
_ENDS_TURN = re.compile(r"im_end|eot|end_of|endoftext|</s>|<\|end\|>|return|eos|<s>|<bos>|begin", re.IGNORECASE)

_LISTED = re.compile(r"[ \t]*(?:\d{1,3}[.)]|[-*•])[ \t]")
_LISTED_AFTER = re.compile(r"[ \t]*\r?\n[ \t]*(?:\d{1,3}[.)]|[-*•])[ \t]")

_OTHER_TURN = re.compile(
    r"^[ \t]*(?:[#*_>]{1,4}[ \t]*)?(?:(?:User|Human|USER|HUMAN|Usuario|Assistant|ASSISTANT)[*_]{0,3}[ \t]*:"
    r"|#+[ \t]*(?:Instruction|Input|User|Human)\b)",
    re.MULTILINE,
)
_OWN_TURN = re.compile(
    r"\A\s*(?:[#*_]{1,4}[ \t]*)?(?:Assistant|AI|Bot|Chatbot|ChatGPT|Claude|Gemini|Response|Reply|Output)"
    r"[*_]{0,3}[ \t]*:[*_]{0,3}",
    re.IGNORECASE,
)
_ASSISTANT_LINE = re.compile(
    r"^[ \t]*[#*_]{0,4}[ \t]*(?:Assistant|AI|Response)[*_]{0,3}[ \t]*:[*_]{0,3}", re.MULTILINE | re.IGNORECASE
)
_DEFINED = re.compile(r"[^\w\n]*\w+[*_]*[ \t]*:[*_]*[ \t]*\S")
_ESCAPED_END = re.compile(r"(?:\\r)?\\n")


def own_words(text: str) -> str:
    """Return the part of a raw text that is the model's reply to the user.

    Dropped: thinking aloud (up to the last `</think>`, or all after an opening tag that is never closed), further turns
    of a user or an assistant that the model invents, and the tokens of chat templates. A text that came double-escaped,
    on one line with "\\n" spelled out, gets its line ends back.
    """
    if "<" in text or "◁" in text or "[" in text:
        text = _of_assistant(_without_thoughts(text))
    if ":" in text or "#" in text:
        text = _first_turn(text)
    if "\\n" in text and "\n" not in text.strip():
        text = _ESCAPED_END.sub("\n", text)
    return text


def _without_thoughts(text: str) -> str:
    finals = list(_FINAL_CHANNEL.finditer(text))
    if finals:
        return text[finals[-1].end() :]
    end = start = 0
    for found in _THOUGHT_END.finditer(text):
        end, start = found.end(), found.start()
    if end:
        opening = _THOUGHT_START.search(text)
        after = text[end:]
        if not any(map(str.isalnum, after)) and opening is not None and opening.start() < start:
            return text[: opening.start()]  # an afterthought: the reply stands before it
        text = after
    opening = _THOUGHT_START.search(text)
    return text[: opening.start()] if opening else text


def _of_assistant(text: str) -> str:
    """Follow the tokens of a chat template: keep what the assistant says until its first turn ends."""
    if _TOKEN.search(text) is None:
        return text
    said: list[str] = []
    assistant, spoken, after_start, position = True, False, False, 0
    for token in [*_TOKEN.finditer(text), None]:
        piece = text[position : token.start() if token else len(text)]
        role = _ROLE.match(piece) if after_start else None
        if role:
            assistant = role[1].lower() in ("assistant", "model", "bot")
            piece = piece[role.end() :]
        if assistant:
            said.append(piece)
            spoken = spoken or any(map(str.isalnum, piece))
        if token is None:
            break
        position = token.end()
        after_start = _OPENS_TURN.search(token[0]) is not None
        opens = after_start or _OPENS_OTHER.match(token[0])
        if spoken and (opens or (_ENDS_TURN.search(token[0]) and not _inside_list(text, token, piece))):
            break
        if _OPENS_OTHER.match(token[0]):
            assistant = False
        elif "/INST" in token[0].upper() or "assistant" in token[0].lower():
            assistant = True
    return "".join(said)


def _inside_list(text: str, token: re.Match[str], piece: str) -> bool:
    """Tell whether a list goes on behind a token: small models leak one at the end of an entry and write the next."""
    last = piece[piece.rfind("\n") + 1 :]
    return _LISTED.match(last) is not None and _LISTED_AFTER.match(text, token.end()) is not None


def _first_turn(text: str) -> str:
    opening = _OTHER_TURN.search(text)
    if opening and not text[: opening.start()].strip() and "ssistant" not in opening[0].lower():
        answer = _ASSISTANT_LINE.search(text, opening.end())
        if answer is None:
            return text
        text = text[answer.end() :]
    own = _OWN_TURN.match(text)
    if own:
        text = text[own.end() :]
    for turn in _OTHER_TURN.finditer(text):
        start = turn.start()
        last = _last_line(text, start)
        if last is None:
            continue
        if _DEFINED.match(last) and text[turn.end() : turn.end() + 40].lstrip(" \t*_")[:1].strip():
            continue  # "human: a person" among words with their meanings
        return text[:start]
    return text


def _last_line(text: str, end: int) -> str | None:
    """Return the last line before `end` that holds more than spaces, None if there is none."""
    while end > 0:
        start = text.rfind("\n", 0, end - 1) + 1
        line = text[start:end]
        if line.strip():
            return line
        end = start
    return None
