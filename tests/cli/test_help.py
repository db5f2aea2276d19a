"""The list of commands says what each command says of itself, and loads none of them."""

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from fabricgen.cli import main

CONTEXT = click.Context(main)


@pytest.mark.parametrize("name", main.list_commands(CONTEXT))
def test_the_list_says_what_the_command_says(name: str) -> None:
    command = main.get_command(CONTEXT, name)
    assert command is not None
    listed = " ".join(CliRunner().invoke(main, ["--help"], terminal_width=400).output.split())
    assert command.name == name
    assert f"{name} {command.get_short_help_str(400).rstrip('.')}" in listed


def test_help_loads_no_command() -> None:
    code = "import sys, fabricgen.cli as c; c.main(['--help'], standalone_mode=False); sys.exit('fabricgen.report' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def test_a_command_that_is_not_there_is_named() -> None:
    result = CliRunner().invoke(main, ["rendr"])
    assert result.exit_code == 2
    assert "rendr" in result.output
