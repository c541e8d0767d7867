"""The head of an OpenTimestamps proof: which file it is about. Read without network and without the `ots` tool.

Layout of a detached proof: 31 bytes of magic, the major version (varuint, 1), one byte that names the hash
(0x08: SHA-256), the digest, and then the operations that lead from it to attestations. What is read here proves that
the proof is about this digest; whether a calendar or a block attests it, `ots verify` says.
Source: opentimestamps.core.timestamp.DetachedTimestampFile of python-opentimestamps.
"""

from __future__ import annotations

from stimfid_lib.base.errors import Refused

MAGIC = b"\x00OpenTimestamps\x00\x00Proof\x00\xbf\x89\xe2\xe8\x84\xe8\x92\x94"
VERSION = 1
SHA256 = 0x08

_DIGEST_BYTES = 32
_OTHER_HASHES = {0x02: "SHA-1", 0x03: "RIPEMD-160", 0x67: "Keccak-256"}


def stamped_sha256(proof: bytes, where: str) -> str:
    """The SHA-256, in hex, that a proof is about.

    Args:
        proof: the bytes of an `.ots` file.
        where: its name, for the refusal.

    Raises:
        Refused: it is no proof, of another version, about another kind of hash, or cut off.
    """
    if not proof.startswith(MAGIC):
        raise Refused(
            f"{where} is no OpenTimestamps proof: it does not begin as one; stamp the manifest with `ots stamp`"
        )
    version, at = _varuint(proof, len(MAGIC), where)
    if version != VERSION:
        raise Refused(f"{where} is a proof of version {version}, allowed is {VERSION}")
    kind = proof[at : at + 1]
    if kind != bytes([SHA256]):
        named = _OTHER_HASHES.get(kind[0], f"hash 0x{kind[0]:02x}") if kind else "nothing"
        raise Refused(f"{where} is about {named}, allowed is SHA-256")
    digest = proof[at + 1 : at + 1 + _DIGEST_BYTES]
    if len(digest) < _DIGEST_BYTES or len(proof) == at + 1 + _DIGEST_BYTES:
        raise Refused(f"{where} is cut off: a digest of 32 bytes and at least one operation must follow")
    return digest.hex()


def _varuint(data: bytes, at: int, where: str) -> tuple[int, int]:
    """An unsigned number in groups of seven bits, the lowest first; and where the next byte stands."""
    value = shift = 0
    while True:
        if at >= len(data) or shift > 28:
            raise Refused(f"{where} is cut off or damaged in its version")
        value |= (data[at] & 0x7F) << shift
        at += 1
        if not data[at - 1] & 0x80:
            return value, at
        shift += 7
