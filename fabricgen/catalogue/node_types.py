"""Node types, NICs and models from their files."""

from pathlib import Path

from fabricgen.catalogue.breakout import speed_mbps
from fabricgen.catalogue.fields import Fields, read_fields
from fabricgen.model.catalogue import GpuModel
from fabricgen.model.platform import NicPorts, NicType, NodeType


def read_node(path: Path) -> NodeType:
    """Return the node type of a file; its id is the file's name.

    Raises:
        CatalogueFileError: The file breaks the format.
    """
    fields = read_fields(path)
    backend = _nics(fields, "backend")
    if backend is None:
        raise fields.error("backend", "is missing; write nics: 0 for a node without")
    gpu = fields.child("gpu")
    return NodeType(
        id=path.stem,
        product=fields.text("product"),
        gpus=fields.number("gpus"),
        backend=backend,
        frontend=_nics(fields, "frontend"),
        storage=_nics(fields, "storage"),
        oob_ports=fields.number("oob_ports", 1),
        dpus=fields.number("dpus", 0),
        domain_gpus=fields.number_or_none("domain_gpus"),
        hbm_gb=gpu.number_or_none("hbm_gb"),
        bf16_tflops=gpu.real_or_none("bf16_tflops"),
        nvlink_gbytes_per_s=gpu.real_or_none("scale_up_gbytes_per_s"),
        in_network_reduction=gpu.flag("in_network_reduction"),
        source="; ".join(fields.texts("sources")),
    )


def _nics(fields: Fields, key: str) -> NicPorts | None:
    if key not in fields:
        return None
    nics = fields.child(key)
    return NicPorts(
        nics=nics.number("nics"),
        speed_mbps=_speed(nics),
        ports=nics.number("ports", 1),
        joins=nics.flag("joins"),
        pcie=nics.number_or_none("pcie"),
        nics_per_slot=nics.number("nics_per_slot", 1),
    )


def _speed(fields: Fields) -> int:
    try:
        return speed_mbps(fields.text("speed"))
    except ValueError as error:
        raise fields.error("speed", str(error)) from error


def read_nic(path: Path) -> NicType:
    """Return the NIC of a file; its id is the file's name.

    Raises:
        CatalogueFileError: The file breaks the format.
    """
    fields = read_fields(path)
    return NicType(
        id=path.stem,
        product=fields.text("product"),
        vendor=fields.text("vendor"),
        splits=tuple((split.number("ports"), _speed(split)) for split in fields.children("splits")),
        dpu=fields.flag("dpu"),
        source="; ".join(fields.texts("sources")),
    )


def read_model(path: Path) -> GpuModel:
    """Return the model of a file; its id is the file's name.

    Raises:
        CatalogueFileError: The file breaks the format.
    """
    fields = read_fields(path)
    parameters = fields.number("parameters")
    return GpuModel(
        id=path.stem,
        product=fields.text("product"),
        parameters=parameters,
        active_parameters=fields.number("active_parameters", parameters),
        layers=fields.number_or_none("layers"),
        hidden=fields.number_or_none("hidden"),
        heads=fields.number_or_none("heads"),
        kv_heads=fields.number_or_none("kv_heads"),
        experts=fields.number("experts", 0),
        experts_per_token=fields.number_or_none("experts_per_token"),
        expert_groups=fields.number_or_none("expert_groups"),
        kv_width=fields.number_or_none("kv_width"),
        source="; ".join(fields.texts("sources")),
    )
