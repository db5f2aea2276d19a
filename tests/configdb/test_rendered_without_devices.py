"""A rendered folder without devices holds no CONFIG_DB file."""

from pathlib import Path

from click.testing import CliRunner

from fabricgen import configdb
from fabricgen.cli import main


def test_files_beside_the_devices_are_not_taken_for_config_db(tmp_path: Path) -> None:
    intent, out = tmp_path / "intent.yaml", tmp_path / "out"
    intent.write_text(
        "fabricgen: 1\nname: t\ncompute: {nodes: 32, node: nvidia-dgx-h100}\n", encoding="utf-8"
    )
    assert CliRunner().invoke(main, ["render", str(intent), "-o", str(out)]).exit_code == 0
    assert len(list(out.glob("*.json"))) >= 2
    assert configdb.discover([out]).files == ()
    result = CliRunner().invoke(main, ["validate", str(out)])
    assert result.exit_code == 2
    assert "no CONFIG_DB file" in result.output
