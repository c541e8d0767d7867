"""Gates 1, 1b and 3 on whole panels and protocols. What they say holds ids and rules, never a scenario's text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from stimfid_lib.base.errors import StimfidError
from stimfid_lib.stability.measure.grammar import GRAMMARS, read_decision
from stimfid_lib.stability.panels.breach import Breach
from stimfid_lib.stability.panels.conformance import conformance
from stimfid_lib.stability.panels.invariants import invariants, is_whole
from stimfid_lib.stability.panels.likeness import alike
from stimfid_lib.stability.panels.panel import Panel
from stimfid_lib.stability.panels.protocol import Protocol
from stimfid_lib.stability.panels.scenario import Scenario


def broken_rules(panel: Panel, scenario: Scenario) -> Iterator[str]:
    """Gates 1b and 1 on one scenario: the names of the rules that it breaks, each once; none if it passes.

    Args:
        panel: gives family and type; the scenario need not be one of its own.
        scenario: what is judged.
    """
    if not is_whole(panel, scenario.structure):
        yield "structure"
        return
    told: set[str] = set()
    for rule in chain(conformance(panel, scenario), invariants(panel, scenario)):
        if rule not in told:
            yield rule
        told.add(rule)


def panel_breaches(panel: Panel, where: str | None = None) -> tuple[Breach, ...]:
    """Gates 1 and 1b on all fifteen scenarios, and on what they have in common; empty if the panel passes."""
    name = where or panel.name
    own = [Breach(name, one.item_id, rule) for one in panel.scenarios for rule in broken_rules(panel, one)]
    if any(breach.rule == "structure" for breach in own):
        return tuple(own)
    return (*own, *(Breach(name, pair, rule) for rule, pair in alike(panel)))


def protocol_problems(protocol: Protocol, panel: Panel) -> tuple[str, ...]:
    """Every reason why a protocol may not be used, in words; empty if it passes gates 1, 1b and 3."""
    problems = [str(breach) for breach in panel_breaches(panel, protocol.protocol_id)]
    if panel.panel_sha256 != protocol.panel_sha256:
        problems.append(f"{protocol.protocol_id}: panel_sha256 is not that of its panel")
    if not grammar_stands(protocol):
        problems.append(f"{protocol.protocol_id}: grammar {protocol.grammar_version} does not read its options")
    return tuple(problems)


def grammar_stands(protocol: Protocol) -> bool:
    """Gate 3: the protocol's grammar exists, reads each of its options, and reads none where none is given."""
    if protocol.grammar_version not in GRAMMARS:
        return False
    closing = [f"DECISION: {token}" for token in (*protocol.options, "<token>")]
    read = [read_decision(line, protocol.options, protocol.grammar_version) for line in closing]
    return read == [*protocol.options, "unparseable"]


def preflight(protocol_id: str) -> tuple[str, ...]:
    """The daily look before a run: files whole, hashes as stated, review of this very panel; empty if all is well."""
    from stimfid_lib.stability.panels.catalogue import load_panel, load_protocol

    try:
        protocol = load_protocol(protocol_id)
        panel = load_panel(protocol)
    except StimfidError as error:
        return (str(error),)
    review = protocol.review
    if review is not None and review.get("panel_sha256") != panel.panel_sha256:
        return (f"{protocol_id}: its review belongs to another panel; it must be promoted anew",)
    return protocol_problems(protocol, panel)
