"""Catalogue files as a person would write them: short lists and mappings on one line."""

import yaml

_WIDTH = 100
_BLOCK = (
    "cages",
    "hwskus",
    "ports",
    "modes",
    "breakout",
    "headroom",
    "buffers",
    "overrides",
    "pools",
    "profiles",
    "source",
    "asic",
    "anomalies",
)


class _Dumper(yaml.SafeDumper):
    """Writes lists indented, and nothing as an alias."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002
        super().increase_indent(flow, False)


class _FlowList(list[object]):
    """Written on one line."""


class _FlowMap(dict[str, object]):
    """Written on one line."""


def _flow_list(dumper: yaml.SafeDumper, value: _FlowList) -> yaml.Node:
    return dumper.represent_sequence("tag:yaml.org,2002:seq", value, flow_style=True)


def _flow_map(dumper: yaml.SafeDumper, value: _FlowMap) -> yaml.Node:
    return dumper.represent_mapping("tag:yaml.org,2002:map", value.items(), flow_style=True)


_Dumper.add_representer(_FlowList, _flow_list)
_Dumper.add_representer(_FlowMap, _flow_map)


def catalogue_text(document: dict[str, object], comments: list[str]) -> str:
    """Return the text of a catalogue file, the comments first."""
    head = "".join(f"# {comment}\n" for comment in comments)
    body: str = yaml.dump(
        _styled(document), Dumper=_Dumper, sort_keys=False, width=_WIDTH, allow_unicode=True
    )
    return head + body


def _styled(value: object, key: str = "") -> object:
    """Return the value with every list and mapping that should stand on one line marked."""
    if isinstance(value, dict):
        inside: dict[str, object] = {str(k): _styled(item, str(k)) for k, item in value.items()}
        block = key in _BLOCK or not key or any(isinstance(i, dict) for i in value.values())
        return inside if block and value else _FlowMap(inside)
    if isinstance(value, list):
        if key in _BLOCK and value:
            return [_styled(item, "" if isinstance(item, dict) else "row") for item in value]
        return _FlowList(_styled(item, "row") for item in value)
    return value
