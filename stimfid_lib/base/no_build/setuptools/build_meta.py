"""A build backend that builds nothing: its metadata is the PKG-INFO that lies in the source archive."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any


class _CopiesMetadata:
    """The one hook that `pip download` calls (PEP 517)."""

    @staticmethod
    def prepare_metadata_for_build_wheel(metadata_directory: str, _config_settings: Any = None) -> str:
        """Write `<name>-<version>.dist-info/METADATA` and return that folder's name."""
        text = Path("PKG-INFO").read_text(encoding="utf-8")
        fields = dict(re.findall(r"^(Name|Version): *(.+?) *$", text, flags=re.MULTILINE))
        folder = f"{re.sub(r'[-_.]+', '_', fields['Name'])}-{fields['Version']}.dist-info"
        (Path(metadata_directory) / folder).mkdir(parents=True)
        (Path(metadata_directory) / folder / "METADATA").write_text(text, encoding="utf-8")
        return folder


prepare_metadata_for_build_wheel = _CopiesMetadata.prepare_metadata_for_build_wheel
__legacy__ = _CopiesMetadata()
