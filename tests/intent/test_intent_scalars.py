"""Scalar forms, each with values worked by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabricgen.intent.addresses import address
from fabricgen.intent.forms import written
from fabricgen.intent.refusal import Refusal
from fabricgen.intent.scalars import read_scalar
from fabricgen.model.intent import Key
from fabricgen.source import as_source, read_yaml

TOKENS = Key("", "size", unit="tokens", minimum=1)
PARAMETERS = Key("", "size", unit="parameters", minimum=1)
COUNT = Key("", "count", minimum=1, maximum=1 << 17)
LENGTH = Key("", "length", unit="m", minimum=1, maximum=100_000)


def value(key: Key, text: str) -> object:
    root = read_yaml(as_source(text, "f")).root
    assert root is not None
    return read_scalar(key, root).value


@pytest.mark.parametrize(
    ("key", "text", "expected"),
    [
        (Key("", "speed"), "400G", 400_000),
        (Key("", "speed"), "1.6T", 1_600_000),
        (Key("", "speed"), "100M", 100),
        (Key("", "speed"), "'2.5G'", 2_500),
        (LENGTH, "3m", 3),
        (LENGTH, "2km", 2_000),
        (LENGTH, "0.5km", 500),
        (TOKENS, "4Mi", 4_194_304),
        (TOKENS, "16M", 16_000_000),
        (TOKENS, "1Ki", 1_024),
        (TOKENS, "2k", 2_000),
        (TOKENS, "4194304", 4_194_304),
        (PARAMETERS, "70B", 70_000_000_000),
        (PARAMETERS, "70.6B", 70_600_000_000),
        (PARAMETERS, "1T", 1_000_000_000_000),
        (Key("", "percent"), "40%", Fraction(2, 5)),
        (Key("", "percent"), "2.5%", Fraction(1, 40)),
        (Key("", "ratio"), "3", Fraction(3)),
        (Key("", "ratio"), "16/15", Fraction(16, 15)),
        (Key("", "ratio"), "3:1", Fraction(3)),
        (Key("", "ratio"), "1.1", Fraction(11, 10)),
        (Key("", "ratio"), "1/4", Fraction(1, 4)),
        (COUNT, "1e3", 1_000),
        (COUNT, "0x1F", 31),
        (COUNT, "0o17", 15),
        (COUNT, "017", 17),
        (COUNT, "128.0", 128),
        (Key("", "flag"), "True", True),
        (Key("", "prefix"), "10.64.0.0/10", "10.64.0.0/10"),
        (Key("", "asn-range"), "64512 - 65534", "64512-65534"),
        (Key("", "address"), "2001:DB8:0::1", "2001:db8::1"),
        (Key("", "node-range"), "7", "7"),
        (Key("", "node-range"), "1-512", "1-512"),
        (Key("", "secret"), "file:/run/x", "file:/run/x"),
    ],
)
def test_form_gives_its_value(key: Key, text: str, expected: object) -> None:
    assert value(key, text) == expected


@pytest.mark.parametrize(
    ("key", "text", "kind"),
    [
        (Key("", "speed"), "400", "wrong-unit"),
        (Key("", "speed"), "400g", "wrong-unit"),
        (Key("", "speed"), "0.0001M", "wrong-unit"),
        (Key("", "speed"), "20T", "out-of-range"),
        (Key("", "speed"), "-400G", "wrong-unit"),
        (LENGTH, "50cm", "wrong-unit"),
        (LENGTH, "10ft", "wrong-unit"),
        (LENGTH, "0m", "out-of-range"),
        (TOKENS, "4B", "wrong-unit"),
        (TOKENS, "0.5", "wrong-unit"),
        (TOKENS, "0", "out-of-range"),
        (TOKENS, "10000000T", "out-of-range"),
        (TOKENS, "-1", "wrong-unit"),
        (Key("", "percent"), "101%", "out-of-range"),
        (Key("", "percent", minimum=1), "0%", "out-of-range"),
        (Key("", "ratio"), "1/5", "out-of-range"),
        (Key("", "ratio"), "0", "out-of-range"),
        (Key("", "ratio"), "none", "wrong-unit"),
        (COUNT, "1e999999999", "wrong-type"),
        (COUNT, "1e-999999999", "out-of-range"),
        (COUNT, "9" * 5000, "wrong-type"),
        (COUNT, ".nan", "wrong-type"),
        (COUNT, "true", "wrong-type"),
        (COUNT, "-5", "out-of-range"),
        (Key("", "prefix"), "010.0.0.0/8", "bad-prefix"),
        (Key("", "prefix"), "10.0.0.0/33", "bad-prefix"),
        (Key("", "address"), "fe80::1%eth0", "bad-address"),
        (Key("", "address"), "0.0.0.0", "bad-address"),
        (Key("", "asn-range"), "65535-65535", "bad-asn-range"),
        (Key("", "asn-range"), "65000-4200000000", "bad-asn-range"),
        (Key("", "name"), "a.b", "bad-name"),
        (Key("", "name"), "a" * 64, "bad-name"),
        (Key("", "name"), "東京", "bad-name"),
        (Key("", "secret"), "12345", "literal-secret"),
        (Key("", "secret"), "${A}${B}", "literal-secret"),
    ],
)
def test_form_refuses(key: Key, text: str, kind: str) -> None:
    with pytest.raises(Refusal) as refusal:
        value(key, text)
    assert refusal.value.kind == kind
    assert refusal.value.hint


@pytest.mark.parametrize(
    ("key", "text", "hint"),
    [
        (Key("", "speed"), "400", "write 400G"),
        (Key("", "speed"), "1.6tb", "write 1.6T"),
        (LENGTH, "250cm", "write 3m"),
        (LENGTH, "2.1m", "round up: write 3m"),
        (Key("", "percent"), "0.4", "write 40%"),
        (Key("", "percent"), "40", "write 40%"),
        (COUNT, "1,024", "write 1024 without quotes"),
        (Key("", "flag"), "no", "write false"),
        (Key("", "flag"), "'true'", "remove the quotes"),
        (Key("", "prefix"), "10.70.0.0/10", "write 10.64.0.0/10"),
        (Key("", "node-range"), "9-1", "write 1-9"),
    ],
)
def test_hint_says_what_to_write(key: Key, text: str, hint: str) -> None:
    with pytest.raises(Refusal) as refusal:
        value(key, text)
    assert refusal.value.hint == hint


@given(st.integers(10, 12_800_000))
def test_speed_survives_writing_and_reading(mbps: int) -> None:
    key = Key("", "speed")
    assert value(key, str(written(key, mbps))) == mbps


@given(st.integers(1, 10**18))
def test_size_survives_writing_and_reading(tokens: int) -> None:
    assert value(TOKENS, str(written(TOKENS, tokens))) == tokens


@given(st.fractions(Fraction(1, 4), 1000, max_denominator=1000))
def test_ratio_survives_writing_and_reading(ratio: Fraction) -> None:
    key = Key("", "ratio")
    assert value(key, str(written(key, ratio))) == ratio


@pytest.mark.parametrize("text", ["fe80::1", "169.254.0.9"])
def test_a_link_local_server_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="link-local"):
        address(text)
