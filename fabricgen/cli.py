"""The roof: the command line. A command's module is loaded when that command is called."""

from importlib import import_module

import click

from fabricgen import __version__

# A command's line of help stands here, so that the list of commands loads none of them.
_COMMANDS = {
    "init": "Write a commented intent from a few answers (or flags).",
    "plan": "Show sizes, addresses, QoS terms and budgets of an intent; write nothing.",
    "feasibility": "Say for each job whether it runs: sizes, times, loads, worst failures, checkpoints.",
    "what-if": "Compare designs side by side: cost proxies and what they do to the jobs.",
    "render": "Write one config_db.json per switch and DPU, cabling.csv, hosts.csv and manifest.json.",
    "validate": "Judge intents, rendered folders, folders pulled from devices, or single config_db.json files.",
    "losses": "Show what any one lost link or device leaves: reach, paths, capacity, the busiest link.",
    "diff": "Show what changes on which device between two folders or files.",
    "explain": "Show the manual page of a rule (FAB001), a table (PORT), a field (PORT|fec) or an intent key.",
    "catalogue": "Platforms, node types, models: list, show, import.",
    "schema": "Schemas: of the intent language, and of SONiC releases.",
}


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        command = getattr(import_module(f"fabricgen.commands.{name}"), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="fabricgen")
def main() -> None:
    """From one short intent file to a proven GPU-cluster network.

    Exit codes: 0 no error, 1 errors found (or differences), 2 usage or unreadable input.
    """
