"""Cables by length and speed, and the settings that go with them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabricgen.catalogue import (
    cages_used,
    expand,
    find_mode,
    link_settings,
    load,
    longest_m,
    medium,
)
from fabricgen.model.platform import LinkSettings

CATALOGUE = load()
CABLES = tuple(CATALOGUE.cables.values())


@pytest.mark.parametrize(
    ("speed_mbps", "lanes", "length_m", "cable"),
    [
        (400000, 4, 3, "dac"),
        (400000, 4, 5, "aec"),
        (400000, 4, 30, "sr"),
        (400000, 4, 51, "dr"),
        (800000, 8, 500, "dr"),
        (800000, 8, 501, "fr"),
        (800000, 8, 2001, "lr"),
        (400000, 8, 100, "sr"),  # 50G lanes reach further on multimode
        (100000, 4, 5, "dac"),
        (1000, 1, 80, "twisted-pair"),
        (800000, 4, 2, "aec"),
        (800000, 4, 10, "dr"),  # 200G lanes have no multimode optics
        (800000, 8, 10001, None),
        (7000, 1, 1, None),
    ],
)
def test_the_cheapest_cable_that_reaches_is_chosen(
    speed_mbps: int, lanes: int, length_m: int, cable: str | None
) -> None:
    found = medium(CABLES, speed_mbps, lanes, length_m)
    assert (found.id if found else None) == cable


@given(
    lane=st.sampled_from((10000, 25000, 50000, 100000, 200000)),
    lanes=st.sampled_from((1, 2, 4, 8)),
    length=st.integers(1, 12000),
)
def test_a_chosen_cable_reaches_and_a_longer_one_never_does_with_less(
    lane: int, lanes: int, length: int
) -> None:
    found = medium(CABLES, lane * lanes, lanes, length)
    if found is None:
        assert all((longest_m(cable, lane * lanes, lanes) or 0) < length for cable in CABLES)
        return
    reach = longest_m(found, lane * lanes, lanes)
    assert reach is not None
    assert reach >= length
    longer = medium(CABLES, lane * lanes, lanes, length + 1)
    order = ("copper", "active", "optical")
    assert longer is None or order.index(longer.medium) >= order.index(found.medium)


@pytest.mark.parametrize(
    ("speed_mbps", "lanes", "kind", "settings"),
    [
        (400000, 4, "copper", ("rs", "on", "on")),
        (400000, 4, "active", ("rs", "off", "off")),
        (800000, 8, "optical", ("rs", "off", "off")),
        (100000, 4, "copper", ("rs", "on", "off")),
        (100000, 4, "optical", ("rs", "off", "off")),
        (10000, 1, "copper", ("none", "off", "off")),
        (40000, 4, "optical", ("none", "off", "off")),
    ],
)
def test_settings_follow_lane_rate_and_medium(
    speed_mbps: int, lanes: int, kind: str, settings: tuple[str, str, str]
) -> None:
    fec, autoneg, training = settings
    assert link_settings(speed_mbps, lanes, kind) == LinkSettings(
        fec=fec, autoneg=autoneg, link_training=training
    )


def test_an_unknown_medium_is_refused() -> None:
    with pytest.raises(ValueError, match="none of copper, active, optical"):
        link_settings(400000, 4, "string")


def test_a_twin_port_cage_counts_once() -> None:
    platform = CATALOGUE.platforms["nvidia-sn5600"]
    mode = find_mode(platform.cages[0], "2x400G")
    assert mode is not None
    modes = {cage.parent: mode.name for cage in platform.fabric_cages[:3]}
    ports = expand(platform, modes)
    assert len(ports) == 6
    assert cages_used(ports) == 3
    assert cages_used(ports[:3]) == 2
