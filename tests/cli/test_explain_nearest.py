"""A slip of the pen in `explain` is answered with what is meant."""

import pytest
from click.testing import CliRunner

from fabricgen.cli import main


@pytest.mark.parametrize(
    ("topic", "near"),
    [
        ("VLANN", "did you mean VLAN?"),
        ("PORT|fce", "did you mean PORT|fec?"),
        ("PORTT|fec", "did you mean PORT|fec?"),
        ("QOSS6", "did you mean QOS"),
        ("xyzzy", "nothing is known of 'xyzzy'; try a rule"),
    ],
)
def test_the_nearest_is_named(topic: str, near: str) -> None:
    result = CliRunner().invoke(main, ["explain", topic])
    assert result.exit_code == 2
    assert near in result.output
