"""Fixtures for all tests."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "fabricgen",
    deadline=None,
    max_examples=50,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("fabricgen")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def examples() -> Path:
    """The folder of example intents."""
    return ROOT / "examples"


@pytest.fixture(scope="session")
def shared() -> Path:
    """Validation material beside the checkout: platform facts, official models, cases, tools."""
    path = ROOT.parent / "shared"
    if not path.is_dir():
        pytest.skip("the validation material beside the checkout is absent")
    return path
