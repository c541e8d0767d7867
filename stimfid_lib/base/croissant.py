"""Croissant metadata of a data set: a JSON-LD description that data search and loaders understand.

Written to the format's version 1.0 (https://docs.mlcommons.org/croissant/docs/croissant-spec.html); a test validates
it with `mlcroissant`, which is therefore no dependency of the study.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

CONFORMS_TO = "http://mlcommons.org/croissant/1.0"

_TERMS = (
    *("citeAs", "column", "equivalentProperty", "extract", "field", "fileObject", "fileProperty", "fileSet", "format"),
    *("includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet", "references", "regex"),
    *("repeated", "replace", "samplingRate", "separator", "source", "subField", "transform"),
)
_CONTEXT: Mapping[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{term: f"cr:{term}" for term in _TERMS},
}

_FORMATS = {
    "csv": "text/csv",
    "json": "application/json",
    "md": "text/markdown",
    "png": "image/png",
    "svg": "image/svg+xml",
    "cff": "application/yaml",
    "txt": "text/plain",
}


@dataclass(frozen=True)
class PublicFile:
    """One file of the export: its path in the folder, its digest, what it is, and, of a table, its columns."""

    name: str
    sha256: str
    description: str
    table: pl.DataFrame | None = None


def croissant(
    files: Iterable[PublicFile],
    columns: Mapping[str, str],
    about: Mapping[str, Any],
    *,
    name: str,
    licence: str,
    published: str,
) -> dict[str, Any]:
    """Describe the files as a Croissant 1.0 dataset.

    Args:
        files: every file of the export; those with a table get a record set with a field a column.
        columns: what each column means, by its name; a column without an entry is described by its name.
        about: the content of CITATION.cff (title, abstract, version, authors, keywords, url if there is one).
        name: of the data set, one word; its citation is filed under it.
        licence: URL of the licence of the files.
        published: ISO date.
    """
    listed = list(files)
    described = {
        "@context": dict(_CONTEXT),
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS_TO,
        "name": name,
        "alternateName": about["title"],
        "description": " ".join(str(about["abstract"]).split()),
        "license": licence,
        "version": str(about["version"]),
        "datePublished": published,
        "inLanguage": "en",
        "keywords": list(about.get("keywords", ())),
        "creator": [{"@type": "sc:Organization", "name": _name(author)} for author in about["authors"]],
        "citeAs": _bibtex(name, about, published),
        "distribution": [_file(file) for file in listed],
        "recordSet": [_records(file, columns) for file in listed if file.table is not None],
    }
    url = about.get("url") or about.get("repository-code")
    return {**described, "url": url} if url else described


def _file(file: PublicFile) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": file.name,
        "name": file.name,
        "description": file.description,
        "contentUrl": file.name,
        "encodingFormat": _FORMATS.get(file.name.rsplit(".", 1)[-1], "text/plain"),
        "sha256": file.sha256,
    }


def _records(file: PublicFile, columns: Mapping[str, str]) -> dict[str, Any]:
    assert file.table is not None
    name = file.name.rsplit("/", 1)[-1].removesuffix(".csv")
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": file.description,
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{name}/{column}",
                "name": column,
                "description": columns.get(column, column.replace("_", " ")),
                "dataType": _kind(kind),
                "source": {"fileObject": {"@id": file.name}, "extract": {"column": column}},
            }
            for column, kind in file.table.schema.items()
        ],
    }


def _kind(kind: pl.DataType) -> str:
    if kind == pl.Boolean:
        return "sc:Boolean"
    if kind.is_integer():
        return "sc:Integer"
    return "sc:Float" if kind.is_float() else "sc:Text"


def _name(author: Mapping[str, str]) -> str:
    return author.get("name") or " ".join(filter(None, (author.get("given-names"), author.get("family-names"))))


def _bibtex(name: str, about: Mapping[str, Any], published: str) -> str:
    authors = " and ".join(f"{{{_name(author)}}}" for author in about["authors"])
    return (
        f"@misc{{{name}, author = {{{authors}}}, title = {{{about['title']}}}, "
        f"version = {{{about['version']}}}, year = {{{published[:4]}}}}}"
    )
