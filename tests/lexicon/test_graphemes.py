from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stimfid_lib.lexicon.graphemes import graphemes
from tests.strategies import phonemes


@pytest.mark.parametrize(
    ("word", "sounds", "pieces"),
    [
        ("knight", "n aɪ t", "k=- n=n igh=aɪ t=t"),
        ("Gnome", "n oʊ m", "g=- n=n o=oʊ m=m e=-"),
        ("psalm", "s ɑ m", "p=- s=s a=ɑ l=- m=m"),
        ("comb", "k oʊ m", "c=k o=oʊ m=m b=-"),
        ("castle", "k æ s ə l", "c=k a=æ s=s t=- le=ə+l"),
        ("island", "aɪ l ə n d", "i=aɪ s=- l=l a=ə n=n d=d"),
        ("sword", "s ɔ ɹ d", "s=s w=- o=ɔ r=ɹ d=d"),
        ("box", "b ɑ k s", "b=b o=ɑ x=k+s"),
        ("quick", "k w ɪ k", "q=k u=w i=ɪ ck=k"),
        ("unicorn", "j u n ɪ k ɔ ɹ n", "u=j+u n=n i=ɪ c=k o=ɔ r=ɹ n=n"),
        ("one", "w ʌ n", "o=w+ʌ n=n e=-"),
        ("vision", "v ɪ ʒ ə n", "v=v i=ɪ si=ʒ o=ə n=n"),
        ("singer", "s ɪ ŋ ɝ", "s=s i=ɪ ng=ŋ er=ɝ"),
        ("finger", "f ɪ ŋ ɡ ɝ", "f=f i=ɪ n=ŋ g=ɡ er=ɝ"),
        ("walked", "w ɔ k t", "w=w a=ɔ l=- k=k ed=t"),
        ("though", "ð oʊ", "th=ð ough=oʊ"),
        ("don't", "d oʊ n t", "d=d o=oʊ n=n t=t"),
    ],
)
def test_which_letters_spell_which_sounds(word: str, sounds: str, pieces: str) -> None:
    found = graphemes(word, tuple(sounds.split()))
    assert " ".join(f"{piece.letters}={'+'.join(piece.phonemes) or '-'}" for piece in found) == pieces


@given(st.text("abcdeghiklmnoprstuwxyz'é", max_size=9), st.lists(phonemes, min_size=1, max_size=6).map(tuple))
def test_letters_stand_in_order_and_no_sound_is_spelled_twice(word: str, sounds: tuple[str, ...]) -> None:
    pieces = graphemes(word, sounds)
    assert "".join(piece.letters for piece in pieces) == "".join(mark for mark in word if "a" <= mark <= "z")
    heard = [phoneme for piece in pieces for phoneme in piece.phonemes]
    rest = iter(sounds)
    assert all(phoneme in rest for phoneme in heard), "the sounds in their order, some of them unwritten"
