"""``nic_settings.json``: classes, PFC and rate control of the nodes' NICs, one entry a group and fabric."""

import orjson

from fabricgen.model.design import Design
from fabricgen.model.qos import NicQos

FILE = "nic_settings.json"
FORMAT_VERSION = 1


def nic_settings(design: Design) -> bytes:
    """Return what every NIC of a compute group is to be set to, as JSON.

    ``dscp_to_priority`` holds the classes with a queue of their own, ``pfc_priorities`` those that pause;
    both are the switches' own. ``ecn`` has the notification and reaction point on or off, with the
    DSCP and priority of notifications. ``parameters`` are a published preset, empty where the vendor
    publishes none.
    """
    cards = design.qos.nics if design.qos else ()
    document = {"format_version": FORMAT_VERSION, "nics": [_entry(card) for card in cards]}
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


text = nic_settings


def _entry(card: NicQos) -> dict[str, object]:
    return {
        "group": card.group,
        "node": card.node,
        "fabric": card.fabric,
        "family": card.family,
        "speed_mbps": card.speed_mbps,
        "mtu_bytes": card.mtu_bytes,
        "trust": card.trust,
        "dscp_to_priority": {str(dscp): priority for dscp, priority in card.dscps.items()},
        "pfc_priorities": list(card.pfc),
        "ecn": {
            "enabled": card.ecn,
            "priorities": sorted(set(card.dscps.values())) if card.ecn else [],
            "cnp_dscp": card.cnp_dscp,
            "cnp_priority": card.cnp_priority,
        },
        "rate_control": {
            "preset": card.preset,
            "source": card.source,
            "parameters": [
                {"name": item.name, "value": item.value, "unit": item.unit}
                for item in card.parameters
            ],
        },
    }
