"""Manifest, time stamp and guard: what counts as registered before a paid run, and everything that does not."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.files import sha256_file
from stimfid_lib.stability.panels.catalogue import load_protocol, protocol_ids
from stimfid_lib.stability.panels.ots import stamped_sha256
from stimfid_lib.stability.panels.prereg import (
    Manifest,
    NotPreregistered,
    manifest_folder,
    manifest_problem,
    manifests,
    read_manifest,
    registration_of,
    require_registered,
    write_manifest,
)

COMMIT = "0123456789abcdef0123456789abcdef01234567"
ID = "base_rate_neglect__wording__v0"

# spelled out here a second time, byte by byte, from the format's description
HEAD = bytes.fromhex("004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294")
PENDING = bytes.fromhex("0083dfe30d2ef90c8e") + b"\x06\x05https"
"""A pending attestation, shortened: that something follows the digest is all that the head's reader asks."""


def proof(digest: str, version: bytes = b"\x01", kind: bytes = b"\x08", rest: bytes = PENDING) -> bytes:
    return HEAD + version + kind + bytes.fromhex(digest) + rest


def _stamped(folder: Path, *ids: str) -> Manifest:
    manifest = write_manifest([load_protocol(name) for name in ids or (ID,)], COMMIT, folder)
    manifest.proof.write_bytes(proof(manifest.sha256))
    return manifest


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=1, max_size=40))
def test_the_digest_is_read_out_of_any_proof(digest: bytes, rest: bytes) -> None:
    assert stamped_sha256(proof(digest.hex(), rest=rest), "x.ots") == digest.hex()


def test_a_proof_that_the_reference_library_wrote_is_read() -> None:
    """Made with python-opentimestamps 0.4.5 for the bytes `hello manifest` and a line end, pending."""
    written = bytes.fromhex(
        "004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294010865e424f78e976256acdf2c33525f3639cbe7b26d103b"
        "e74bae89011bd71c3d2ef0056e6f6e63650083dfe30d2ef90c8e1d1c68747470733a2f2f63616c656e6461722e6578616d706c652e6f7267"
    )
    assert stamped_sha256(written, "x.ots") == hashlib.sha256(b"hello manifest\n").hexdigest()


@given(st.integers(0, 71))
def test_a_proof_that_is_cut_off_anywhere_in_its_head_is_refused(length: int) -> None:
    whole = proof("ab" * 32)
    with pytest.raises(Refused, match=r"x\.ots"):
        stamped_sha256(whole[: min(length, len(HEAD) + 34)], "x.ots")


@given(st.binary(max_size=120))
def test_what_does_not_begin_as_a_proof_is_refused(data: bytes) -> None:
    assume(not data.startswith(HEAD))
    with pytest.raises(Refused, match=r"x\.ots is no OpenTimestamps proof"):
        stamped_sha256(data, "x.ots")


@given(st.binary(max_size=60).filter(lambda rest: rest[:2] != b"\x01\x08"))
def test_whatever_follows_the_magic_and_is_not_version_1_of_sha_256_is_refused(rest: bytes) -> None:
    with pytest.raises(Refused, match=r"x\.ots"):
        stamped_sha256(HEAD + rest, "x.ots")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (proof("ab" * 32, version=b"\x02"), "version 2"),
        (proof("ab" * 32, version=b"\x81\x01"), "version 129"),
        (proof("ab" * 32, version=b"\xff" * 9), "damaged in its version"),
        (proof("ab" * 32, kind=b"\x02"), "SHA-1"),
        (proof("ab" * 32, kind=b"\x03"), "RIPEMD-160"),
        (proof("ab" * 32, kind=b"\x67"), "Keccak-256"),
        (proof("ab" * 32, kind=b"\xf0"), "0xf0"),
        (proof("ab" * 32, rest=b""), "at least one operation"),
        (b"PK\x03\x04" + proof("ab" * 32), "does not begin as one"),
    ],
)
def test_a_proof_of_another_kind_is_refused(data: bytes, told: str) -> None:
    with pytest.raises(Refused, match=told):
        stamped_sha256(data, "x.ots")


def test_a_stamped_manifest_registers_the_protocols_that_it_lists(tmp_path: Path) -> None:
    manifest = _stamped(tmp_path, ID, "sunk_cost_fallacy__order__v1")
    assert manifest.sha256 == sha256_file(manifest.path)
    told = json.loads(manifest.path.read_text())
    assert told["repo_commit"] == COMMIT
    protocol = load_protocol(ID)
    assert told["rows"][0] == {
        "protocol_id": ID,
        "panel_sha256": protocol.panel_sha256,
        "protocol_sha256": protocol.protocol_sha256,
    }
    assert require_registered(protocol, tmp_path) == manifest
    assert registration_of(load_protocol("sunk_cost_fallacy__order__v1"), tmp_path) == manifest
    assert registration_of(load_protocol("sunk_cost_fallacy__order__v0"), tmp_path) is None


def _refusal(folder: Path, name: str = ID) -> str:
    with pytest.raises(NotPreregistered) as refusal:
        require_registered(load_protocol(name), folder)
    told = str(refusal.value)
    assert told.startswith(f"not_preregistered: {name}: ")
    assert told.endswith("nothing spent")
    return told


def test_without_a_manifest_nothing_is_registered(tmp_path: Path) -> None:
    assert "there is no manifest" in _refusal(tmp_path)


def test_a_manifest_without_its_proof_registers_nothing(tmp_path: Path) -> None:
    manifest = _stamped(tmp_path)
    manifest.proof.unlink()
    assert "is not stamped" in _refusal(tmp_path)


def test_a_manifest_that_was_changed_after_it_was_stamped_registers_nothing(tmp_path: Path) -> None:
    manifest = _stamped(tmp_path)
    manifest.path.write_text(manifest.path.read_text().replace(COMMIT, COMMIT[::-1]))
    assert "changed after it was stamped" in _refusal(tmp_path)


def test_the_proof_of_another_file_registers_nothing(tmp_path: Path) -> None:
    manifest = _stamped(tmp_path)
    manifest.proof.write_bytes(proof("cd" * 32))
    assert "is about cdcdcdcdcdcd…" in _refusal(tmp_path)


def test_a_protocol_that_no_manifest_lists_is_not_registered(tmp_path: Path) -> None:
    _stamped(tmp_path)
    assert "none of 1 manifests lists it" in _refusal(tmp_path, "sunk_cost_fallacy__order__v0")


@pytest.mark.parametrize("changed", ["panel_sha256", "protocol_sha256"])
def test_a_protocol_that_changed_since_is_not_registered(tmp_path: Path, changed: str) -> None:
    manifest = write_manifest([load_protocol(ID)], COMMIT, tmp_path)
    told = json.loads(manifest.path.read_text())
    told["rows"][0][changed] = "0" * 64
    manifest.path.write_text(json.dumps(told))
    again = read_manifest(manifest.path)
    again.proof.write_bytes(proof(again.sha256))
    assert manifest_problem(again) is None
    assert "registered with other hashes" in _refusal(tmp_path)


def test_a_damaged_neighbour_neither_registers_nor_hinders(tmp_path: Path) -> None:
    (tmp_path / "manifest-000000000000.json").write_text("{")
    assert "is no manifest" in _refusal(tmp_path)
    manifest = _stamped(tmp_path)
    assert require_registered(load_protocol(ID), tmp_path) == manifest
    assert len(manifests(tmp_path)[1]) == 1


def test_a_later_stamp_serves_where_an_earlier_one_is_missing(tmp_path: Path) -> None:
    _stamped(tmp_path, *protocol_ids()).proof.unlink()
    later = _stamped(tmp_path)
    assert require_registered(load_protocol(ID), tmp_path) == later


def test_the_same_rows_give_the_same_file_in_any_order(tmp_path: Path) -> None:
    names = protocol_ids()
    one = write_manifest(map(load_protocol, names), COMMIT, tmp_path)
    assert write_manifest(map(load_protocol, reversed(names)), COMMIT, tmp_path) == one


@pytest.mark.parametrize("commit", ["", "HEAD", "0123456", COMMIT.upper(), COMMIT + "0"])
def test_a_commit_that_is_none_is_refused(tmp_path: Path, commit: str) -> None:
    with pytest.raises(Refused, match="full hash of a commit"):
        write_manifest([load_protocol(ID)], commit, tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        '{"repo_commit": "x", "rows": []}',
        f'{{"repo_commit": "{COMMIT}", "rows": []}}',
        f'{{"repo_commit": "{COMMIT}", "rows": [{{"protocol_id": "x", "panel_sha256": "y", "protocol_sha256": "z"}}]}}',
    ],
)
def test_a_file_that_is_no_manifest_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "manifest-x.json"
    path.write_text(text)
    with pytest.raises(Refused, match="is no manifest"):
        read_manifest(path)
    with pytest.raises(MissingInput, match="prereg manifest"):
        read_manifest(tmp_path / "absent.json")


def test_a_manifest_of_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="at least one"):
        write_manifest([], COMMIT, tmp_path)


def test_the_manifest_lies_with_the_private_panels_or_where_git_does_not_look(private: Path) -> None:
    assert manifest_folder() == private / "prereg"


def test_an_admission_does_not_undo_a_registration(tmp_path: Path) -> None:
    manifest = _stamped(tmp_path)
    admitted = replace(load_protocol(ID), status="admitted", lane="open", review={"x": 1})
    assert require_registered(admitted, tmp_path) == manifest
