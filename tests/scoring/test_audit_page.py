"""The page in a real browser: keys give verdicts, faults hold the export back, and the export is a sheet that reads."""

from __future__ import annotations

import base64
import re
import shutil
import subprocess
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from stimfid_lib.scoring.audit_page import audit_page
from stimfid_lib.scoring.audit_sheet import AuditRow, read_sheet
from tests.scoring.audits import ROWS, right, skipped, wrong

EVIL = replace(ROWS[0], reply="</script><script>document.title = 'taken'</script>\u2028- ring")
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")

# what a person would do, as events; the export's blob is caught on its way to the download
_DRIVER = """
<script>
const key = k => document.dispatchEvent(new KeyboardEvent("keydown", {key: k, bubbles: true}));
const type = (id, text) => { $(id).value = text; $(id).dispatchEvent(new Event("input")); };
const seen = {};
URL.createObjectURL = blob => { seen.blob = blob; return "about:blank#"; };
HTMLAnchorElement.prototype.click = function () { seen.name = this.download; };
(async () => {
  STEPS
  const bytes = seen.blob ? new Uint8Array(await seen.blob.arrayBuffer()) : [];
  seen.csv = btoa(Array.from(bytes, b => String.fromCharCode(b)).join(""));
  const out = document.createElement("pre");
  out.id = "seen";
  out.textContent = JSON.stringify({name: seen.name || "", csv: seen.csv, fault: $("fault").textContent,
    count: $("count").textContent, place: $("place").textContent, title: document.title,
    wide: document.documentElement.scrollWidth > document.documentElement.clientWidth});
  document.body.append(out);
})();
</script>
"""


def drive(folder: Path, rows: tuple[AuditRow, ...], steps: str) -> dict[str, str]:
    """Open the page 400 pixels wide, take the steps, and return what stands there afterwards."""
    page = folder / "sheet.html"
    page.write_text(audit_page(rows, name="demo").replace("</body>", _DRIVER.replace("STEPS", steps) + "</body>"))
    command = [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}"]
    options = ["--window-size=400,800", "--virtual-time-budget=3000", "--dump-dom", page.as_uri()]
    done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=120, check=True)
    found = re.search(r'<pre id="seen">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found, done.stdout[-2000:]
    import html
    import json

    read: dict[str, str] = json.loads(html.unescape(found[1]))
    return read


@needs_browser
def test_keys_fill_the_sheet_and_the_export_reads(tmp_path: Path) -> None:
    steps = """key("r"); key("w"); type("gold", "cat"); key("Escape"); type("note", "=odd"); key("ArrowRight");
               key("w"); type("gold", "tea - key\\nrare - wear"); key("ArrowRight"); key("s"); $("export").click();"""
    seen = drive(tmp_path, ROWS, steps)
    assert (seen["name"], seen["fault"]) == ("demo.csv", "")
    assert seen["count"] == "4 of 4 replies have a verdict"
    assert seen["wide"] is False, "nothing is wider than a telephone"
    sheet = tmp_path / "filled.csv"
    sheet.write_bytes(base64.b64decode(seen["csv"]))
    assert read_sheet(sheet) == (
        right(ROWS[0]),
        replace(wrong(ROWS[1], ("cat",)), note="=odd"),
        wrong(ROWS[2], ("tea", "key"), ("rare", "wear")),
        skipped(ROWS[3]),
    )


@needs_browser
def test_a_wrong_list_that_is_not_corrected_is_not_exported_and_is_shown(tmp_path: Path) -> None:
    seen = drive(tmp_path, ROWS, """key("w"); key("Escape"); key("ArrowRight"); key("r"); $("export").click();""")
    assert (seen["name"], seen["csv"]) == ("", "")
    assert seen["place"] == "Reply 1 of 4."
    assert seen["fault"].startswith("Not saved: reply 1. This is what was read")
    assert seen["count"] == "1 of 4 replies have a verdict"


@needs_browser
def test_a_reply_cannot_take_the_page_over_and_letters_in_a_field_are_letters(tmp_path: Path) -> None:
    steps = """$("note").focus(); $("note").dispatchEvent(new KeyboardEvent("keydown", {key: "w", bubbles: true}));
               $("export").click();"""
    seen = drive(tmp_path, (EVIL,), steps)
    assert seen["title"] == "Audit of demo"
    sheet = tmp_path / "filled.csv"
    sheet.write_bytes(base64.b64decode(seen["csv"]))
    assert read_sheet(sheet) == (EVIL,)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.labels: set[str] = set()
        self.fields: set[str] = set()
        self.addresses: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.ids += [found["id"]] if "id" in found else []
        self.addresses += [found[name] for name in ("src", "href", "action") if name in found]
        if tag == "label":
            self.labels.add(found["for"])
        if tag in ("input", "textarea"):
            self.fields.add(found["id"])


def test_the_page_needs_no_network_and_names_every_field() -> None:
    page = audit_page(ROWS, name="demo & co")
    parser = _Page()
    parser.feed(page)
    assert parser.addresses == []
    assert "http://" not in page
    assert "https://" not in page
    assert parser.fields <= parser.labels
    assert len(parser.ids) == len(set(parser.ids))
    assert "<title>Audit of demo &amp; co</title>" in page
    assert 'lang="en"' in page


def test_a_sheet_without_replies_is_a_page(tmp_path: Path) -> None:
    assert '"rows": []' in audit_page((), name="demo")
