"""``fabricgen explain``: the manual pages."""

import click

from fabricgen.commands.terminal import fail
from fabricgen.explain import explain as explanation


@click.command()
@click.argument("topic")
def explain(topic: str) -> None:
    """Show the manual page of a rule (FAB001), a table (PORT), a field (PORT|fec) or an intent key."""
    text = explanation(topic)
    if text is None:
        fail(
            f"nothing is known of {topic!r}; try a rule such as FAB001, a table such as PORT, a field such as PORT|fec, or a key such as fabrics.backend.planes"
        )
    click.echo(text)
