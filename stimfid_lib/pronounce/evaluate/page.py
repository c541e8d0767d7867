"""The figures of docs/pronounce.md, written from measured.json between two marks; the rest of the page is by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from pathlib import Path
from string import Template
from typing import Any

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import write_text

MEASURED = Path(str(resources.files("stimfid_lib.pronounce"))) / "measured.json"
PAGE = "pronounce.md"
BEGIN = "<!-- measured: written by `python -m stimfid_lib.pronounce.evaluate --write` -->"
END = "<!-- measured: end -->"
_KINDS = {"any": "another phoneme of its class", "near": "a near phoneme", "added": "a phoneme left out"}
_METHODS = {"free": "free decode", "llr": "likelihood ratio"}


def rewrite(docs: Path, found: Mapping[str, Any]) -> Path:
    """Put the figures into the page, between its two marks.

    Raises:
        MissingInput: no page there.
        Refused: the page lacks the marks.
    """
    path = docs / PAGE
    if not path.is_file():
        raise MissingInput(f"no {path}: name the repository's folder of documents with --docs")
    before, block, after = parted(path.read_text(encoding="utf-8"))
    if block != measured_text(found):
        write_text(path, f"{before}{BEGIN}\n{measured_text(found)}{END}{after}")
    return path


def parted(text: str) -> tuple[str, str, str]:
    """What stands before the marks, between them, and after.

    Raises:
        Refused: a mark is absent.
    """
    before, begun, rest = text.partition(f"{BEGIN}\n")
    block, ended, after = rest.partition(END)
    if not begun or not ended:
        raise Refused(f"{PAGE} lacks the marks {BEGIN!r} and {END!r}, between which the figures are written")
    return before, block, after


def measured_text(found: Mapping[str, Any]) -> str:
    """The measured sections: a pure function of the measurements."""
    template = (resources.files(__package__) / "page.md").read_text(encoding="utf-8")
    return Template(template).substitute(_fields(found))


def _fields(found: Mapping[str, Any]) -> dict[str, str]:
    counts, threshold, calibrated = found["recordings"], found["threshold"], found["calibration"]
    rates, spoken = found["phoneme_error_rate"], found["spoken"]
    return {
        "n": str(counts["n"]),
        "words": str(counts["words"]),
        "report_half": str(counts["report_half"]),
        "report_words": str(counts["report_words"]),
        "n_speakers": str(len(counts["speakers"])),
        "phonemes": f"{rates['hama']['phonemes']:,}",
        "error_rates": _table(
            ("recogniser", "phoneme error rate", *counts["speakers"]),
            [
                (
                    f"{name} {found['versions'][name]}",
                    _figure(one),
                    *(_rate(one["speakers"][s]) for s in counts["speakers"]),
                )
                for name, one in rates.items()
            ],
        ),
        "voices": ", ".join(f"{name} {n}" for name, n in counts["speakers"].items()),
        "padding": ", ".join(f"{_rate(one['error_rate'])} with {one['seconds']:g} s" for one in found["padding"]),
        "separation": _table(
            ("what was said differs from the target by", "method", "position AUC", "word AUC"),
            [
                (told, method, _figure(one["position_auc"]), _figure(one["word_auc"]))
                for kind, told in _KINDS.items()
                for method, one in _by_method(found["separation"][kind])
            ],
        ),
        "flags": _table(
            ("class", "false flags (said right)", *(f"flagged: {told}" for told in _KINDS.values())),
            [
                (_class(method), *(_figure(one[kind]) for kind in ("right", *_KINDS)))
                for method, one in found["flags"].items()
            ],
        ),
        "by_speaker": _table(
            ("voice", "recordings", "false flags, free decode", "false flags, likelihood ratio"),
            [(one["speaker"], one["n"], _rate(one["free"]), _rate(one["llr"])) for one in found["by_speaker"]],
        ),
        "spoken": _table(
            ("method", "position AUC", "word AUC", "false flags (said right)", "flagged (said wrong)"),
            [
                (
                    _METHODS[method],
                    _figure(spoken["separation"][method]["position_auc"]),
                    _figure(spoken["separation"][method]["word_auc"]),
                    _figure(spoken["flags"][method]["right"]),
                    _figure(spoken["flags"][method]["wrong"]),
                )
                for method in _METHODS
            ],
        ),
        "n_spoken": str(spoken["flags"]["llr"]["wrong"]["n"]),
        "aim": f"{100 * threshold['aim']:.0f} %",
        "llr_threshold": f"{threshold['chosen']:g}".replace("-", "−"),
        "tuned": _figure(threshold["false_flags_tuning_half"]),
        "false_llr": _percent(found["flags"]["llr"]["right"]["value"]),
        "false_free": _percent(found["flags"]["free"]["right"]["value"]),
        "false_sphinx": _percent(found["false_flag_rates"]["pocketsphinx"]["variant_vs_error_class"]),
        "clock": _seconds(found["latency"]["clock"]),
        "processor": _seconds(found["latency"]["processor"]),
        "cores": str(found["latency"]["cores"]),
        "threshold": f"{calibrated['threshold']:g}",
        "pairs": str(calibrated["pairs"]),
        "pairs_below": str(calibrated["pairs_below"]),
        "nearest_below": f"{calibrated['nearest_below']:.3f}",
        "nearest_above": f"{calibrated['nearest_above']:.3f}",
        "below": ", ".join(pair.replace(" ", "~") for pair in calibrated["below"]),
        "contrasts": ", ".join(
            f"{pair.replace(' ', '~')} {distance:.3f}" for pair, distance in calibrated["contrasts"].items()
        ),
    }


def _by_method(table: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return [(told, table[method]) for method, told in _METHODS.items()]


def _seconds(one: Mapping[str, float]) -> str:
    return f"{one['median_s']:.2f} s a word (95th percentile {one['p95_s']:.2f} s)"


def _class(method: str) -> str:
    return {"free": "`variant_vs_error_class`", "llr": "`llr_class`"}[method]


def _figure(one: Mapping[str, Any]) -> str:
    low, high = one["interval"]
    return f"{_rate(one['value'])} ({_rate(low)}–{_rate(high)})"


def _rate(value: float) -> str:
    return f"{value:.3f}".lstrip("0") if value < 1 else "1"


def _percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "|".join("---" for _ in head) + "|"]
    return "\n".join([*lines, *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows)])
