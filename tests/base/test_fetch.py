"""Members of packages: fetched by the real pip from a folder of small archives made here, without a network."""

from __future__ import annotations

import hashlib
import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from stimfid_lib.base.errors import MissingInput, Refused
from stimfid_lib.base.fetch import PinnedMember, extracted, fetch_archives, fetch_member

DATA = b"cat K AE1 T\n"
METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\nRequires-Python: >=2, <3\n"


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _wheel(folder: Path, name: str = "demo_words", *, members: dict[str, bytes] | None = None) -> Path:
    path = folder / f"{name}-1.0-py3-none-any.whl"
    info = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        for member, data in (members or {f"{name}/words.txt": DATA}).items():
            wheel.writestr(member, data)
        wheel.writestr(f"{info}/METADATA", METADATA.format(name=name))
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", "")
    return path


def _source_archive(folder: Path, marker: Path) -> Path:
    """A source archive whose setup.py leaves a mark if anyone runs it."""
    path = folder / "demo_norms-1.0.tar.gz"
    contents = {
        "demo_norms-1.0/PKG-INFO": METADATA.format(name="demo_norms").encode(),
        "demo_norms-1.0/setup.py": f"open({str(marker)!r}, 'w').write('ran')\n".encode(),
        "demo_norms-1.0/demo/norms.csv": DATA,
    }
    with tarfile.open(path, "w:gz") as archive:
        for name, data in contents.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
        link = tarfile.TarInfo("demo_norms-1.0/demo/link.csv")
        link.type, link.linkname = (
            tarfile.SYMTYPE,
            "norms.csv",
        )  # pip itself refuses a link that leads out of the archive
        archive.addfile(link)
    return path


def _pin(archive: Path, member: str, **changes: str | None) -> PinnedMember:
    package = archive.name.split("-")[0].replace("_", "-")
    fields = {"package": package, "version": "1.0", "sha256": _sha256(archive.read_bytes()), "member": member}
    return PinnedMember(**{**fields, **changes})  # type: ignore[arg-type]


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip looks in instead of an index."""
    folder = tmp_path / "registry"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    return folder


def test_a_member_of_a_wheel_is_fetched_and_later_found_without_the_registry(registry: Path, tmp_path: Path) -> None:
    wheel = _wheel(registry)
    pin = _pin(wheel, "demo_words/words.txt", filename=wheel.name)
    cache = tmp_path / "cache"
    path = fetch_member(pin, cache)
    assert path.read_bytes() == DATA
    wheel.unlink()
    assert fetch_member(pin, cache) == path
    assert sorted(entry.name for entry in cache.iterdir()) == ["demo_words-1.0-py3-none-any.whl", "members"]


def test_nothing_of_a_source_archive_is_run(registry: Path, tmp_path: Path) -> None:
    marker = tmp_path / "ran"
    archive = _source_archive(registry, marker)
    path = fetch_member(_pin(archive, "demo_norms-1.0/demo/norms.csv", filename=archive.name), tmp_path / "cache")
    assert path.read_bytes() == DATA
    assert not marker.exists()


def test_two_archives_come_with_one_call(registry: Path, tmp_path: Path) -> None:
    wheel, archive = _wheel(registry), _source_archive(registry, tmp_path / "ran")
    pins = [_pin(wheel, "demo_words/words.txt"), _pin(archive, "demo_norms-1.0/demo/norms.csv")]
    fetch_archives(pins, tmp_path / "cache")
    wheel.unlink()
    archive.unlink()
    assert [extracted(pin, tmp_path / "cache").read_bytes() for pin in pins] == [DATA, DATA]


def test_the_extracted_copy_alone_is_enough_if_its_digest_is_pinned(registry: Path, tmp_path: Path) -> None:
    wheel = _wheel(registry)
    pin = _pin(wheel, "demo_words/words.txt", member_sha256=_sha256(DATA))
    path = fetch_member(pin, tmp_path / "cache")
    wheel.unlink()
    (tmp_path / "cache" / wheel.name).unlink()
    assert fetch_member(pin, tmp_path / "cache") == path


def test_a_changed_copy_is_taken_out_again(registry: Path, tmp_path: Path) -> None:
    pin = _pin(_wheel(registry), "demo_words/words.txt", member_sha256=_sha256(DATA))
    path = fetch_member(pin, tmp_path / "cache")
    path.write_bytes(b"cat D AO1 G\n")
    assert fetch_member(pin, tmp_path / "cache").read_bytes() == DATA


def test_an_archive_put_into_the_cache_by_hand_serves(tmp_path: Path, registry: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    wheel = _wheel(cache)
    assert fetch_member(_pin(wheel, "demo_words/words.txt"), cache).read_bytes() == DATA


def test_what_cannot_be_had_is_named_with_its_place(registry: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    wheel = _wheel(elsewhere)
    pin = _pin(wheel, "demo_words/words.txt", filename=wheel.name)
    with pytest.raises(MissingInput) as caught:
        fetch_member(pin, tmp_path / "cache")
    text = str(caught.value)
    assert caught.value.exit_status == 2
    assert all(part in text for part in (wheel.name, "demo-words 1.0", pin.sha256, str(tmp_path / "cache")))


def test_a_registry_file_with_another_hash_is_not_taken(registry: Path, tmp_path: Path) -> None:
    wheel = _wheel(registry)
    with pytest.raises(MissingInput, match="0" * 64):
        fetch_member(_pin(wheel, "demo_words/words.txt", sha256="0" * 64), tmp_path / "cache")
    assert not (tmp_path / "cache" / wheel.name).exists()


def test_a_cached_file_with_another_hash_is_refused_by_name(registry: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    wheel = _wheel(cache)
    pin = _pin(wheel, "demo_words/words.txt")
    wheel.write_bytes(b"torn")
    with pytest.raises(Refused, match=r"demo_words-1\.0-py3-none-any\.whl has sha256 .* pinned is .* Remove that file"):
        fetch_member(pin, cache)


@pytest.mark.parametrize("member", ["demo_norms-1.0/demo/absent.csv", "demo_norms-1.0/demo/link.csv"])
def test_a_member_that_is_no_file_of_the_archive_is_refused(registry: Path, tmp_path: Path, member: str) -> None:
    archive = _source_archive(registry, tmp_path / "ran")
    with pytest.raises(Refused, match=member):
        fetch_member(_pin(archive, member), tmp_path / "cache")


def test_a_member_with_another_digest_than_pinned_is_refused_and_not_kept(registry: Path, tmp_path: Path) -> None:
    pin = _pin(_wheel(registry), "demo_words/words.txt", member_sha256="1" * 64)
    with pytest.raises(Refused, match=r"has sha256 .* pinned is 1111"):
        fetch_member(pin, tmp_path / "cache")
    assert not list((tmp_path / "cache").rglob("words.txt"))


@pytest.mark.parametrize("member", ["../words.txt", "/etc/passwd", "", "demo\\words.txt", "demo/../../words.txt"])
def test_a_path_out_of_the_archive_is_refused(member: str) -> None:
    with pytest.raises(Refused, match="relative path"):
        PinnedMember("demo", "1.0", "0" * 64, member)


@pytest.mark.parametrize("digest", ["", "abc", "G" * 64, "A" * 64])
def test_a_digest_of_another_form_is_refused(digest: str) -> None:
    with pytest.raises(Refused, match="SHA-256"):
        PinnedMember("demo", "1.0", digest, "words.txt")
