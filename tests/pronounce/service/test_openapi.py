"""The documentation for programs: a valid schema, true to what is answered, on pages that need no other host."""

from __future__ import annotations

import re
from typing import Any

import httpx
import jsonschema
import pytest
from openapi_spec_validator import validate

from tests.pronounce.service.making import wav
from tests.pronounce.service.serving import ask


@pytest.fixture(scope="module")
def schema(service: str) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{service}/openapi.json").json()
    return found


def test_the_schema_is_valid(schema: dict[str, Any]) -> None:
    validate(schema)


def test_it_lists_every_status_and_no_other(schema: dict[str, Any]) -> None:
    responses = schema["paths"]["/api/audio/pronounce"]["post"]["responses"]
    assert set(responses) == {"200", "400", "404", "500", "503"}
    assert "422" not in str(schema["paths"])


def test_it_names_the_fields_that_are_sent(schema: dict[str, Any]) -> None:
    body = schema["paths"]["/api/audio/pronounce"]["post"]["requestBody"]
    form = resolved(schema, body["content"]["multipart/form-data"]["schema"])
    assert set(form["properties"]) == {"audio", "target_word", "transcriber", "l1", "language"}
    assert set(form["required"]) == {"audio", "target_word"}
    assert form["properties"]["transcriber"]["enum"] == ["off-the-shelf", "pocketsphinx", "ft"]
    assert form["properties"]["transcriber"]["default"] == "off-the-shelf"


def resolved(schema: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """Follow a reference inside the schema."""
    while "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        part = schema["components"]["schemas"][name]
    return part


@pytest.mark.parametrize(
    ("status", "word", "data"), [(200, "cat", wav()), (404, "blorf", wav()), (400, "cat", b"rubbish"), (400, "", b"")]
)
def test_what_is_answered_is_what_the_schema_says(
    service: str, schema: dict[str, Any], status: int, word: str, data: bytes
) -> None:
    reply = ask(service, data, word)
    assert reply.status_code == status
    content = schema["paths"]["/api/audio/pronounce"]["post"]["responses"][str(status)]["content"]
    told = content["application/json"]["schema"]
    jsonschema.Draft202012Validator({**told, "components": schema["components"]}).validate(reply.json())


def test_warming_is_described(schema: dict[str, Any]) -> None:
    content = schema["paths"]["/api/audio/pronounce"]["post"]["responses"]["503"]["content"]
    told = content["application/json"]["schema"]
    validator = jsonschema.Draft202012Validator({**told, "components": schema["components"]})
    detail = {"warming": True, "message": "loading", "retry_after_s": 2}
    validator.validate({"warming": True, "detail": detail})
    assert not validator.is_valid({"warming": False, "detail": detail})


def test_the_documentation_loads_nothing_from_another_host(service: str) -> None:
    html = httpx.get(f"{service}/docs").text
    found = re.findall(r"""(?:src|href)=["']([^"']+)""", html)
    assert found
    assert all(address.startswith("/") for address in found)
    assert all(httpx.get(service + address).status_code == 200 for address in found)
