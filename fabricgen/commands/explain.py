"""``fabricgen explain``: the manual pages, and why a value is what it is."""

import sys
from pathlib import Path

import click

from fabricgen import compile
from fabricgen.commands.terminal import FILE, exit_code, fail, must_exist, show
from fabricgen.explain import explain as explanation
from fabricgen.explain import nearest_topic
from fabricgen.explain_value import explain_value
from fabricgen.model.diagnostic import has_errors


@click.command()
@click.argument("topic", nargs=-1, required=True)
@click.option("--intent", "intent_file", type=FILE, help="Explain a value of this intent.")
@click.option("--platforms", type=FILE, help="Folder with own catalogue files.")
def explain(topic: tuple[str, ...], intent_file: Path | None, platforms: Path | None) -> None:
    """Show the manual page of a rule (FAB001), a table (PORT), a field (PORT|fec) or an intent key.

    With --intent: why a value is what it is, with its terms and sources. TOPIC is then a device and
    TABLE|KEY|FIELD, such as leaf-p1-su01-r1 'BUFFER_PG|Ethernet0|3'; without FIELD the whole row. A node
    and NIC, or NIC|NAME, give the settings of its NICs.
    """
    wanted = " ".join(topic)
    if intent_file is not None:
        _value(intent_file, wanted, platforms)
        return
    text = explanation(wanted)
    if text is None:
        near = nearest_topic(wanted)
        guess = f"did you mean {near}? " if near else ""
        fail(
            f"nothing is known of {wanted!r}; {guess}try a rule such as FAB001, a table such as PORT, a field such as PORT|fec, or a key such as fabrics.backend.planes"
        )
    click.echo(text)


def _value(intent_file: Path, wanted: str, platforms: Path | None) -> None:
    must_exist(intent_file)
    text, diagnostics = explain_value(intent_file, wanted, compile.Options(platforms=platforms))
    if text is None and has_errors(diagnostics):
        show(diagnostics, "text", err=True)
        sys.exit(exit_code(diagnostics))
    if text is None:
        fail(
            f"{intent_file} has no {wanted!r}; write a device and TABLE|KEY|FIELD as in its config_db.json, such as leaf-p1-su01-r1 'BUFFER_PG|Ethernet0|3', or a node and NIC"
        )
    click.echo(text)
