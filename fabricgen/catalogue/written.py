"""Node types and models by catalogue name, or written out in the intent."""

from fabricgen.model.catalogue import Catalogue, GpuModel
from fabricgen.model.intent import ModelIntent, NodeIntent
from fabricgen.model.platform import NicPorts, NodeType


def node_type(catalogue: Catalogue, node: str | NodeIntent) -> NodeType:
    """Return the node type an intent names or writes out.

    Raises:
        KeyError: The catalogue has no such node.
    """
    if isinstance(node, str):
        return catalogue.nodes[node]

    def cards(count: int, speed_mbps: int) -> NicPorts | None:
        return NicPorts(nics=count, speed_mbps=speed_mbps) if count else None

    return NodeType(
        id="written-out",
        product="node written out in the intent",
        gpus=node.gpus,
        backend=NicPorts(
            nics=node.nics,
            speed_mbps=node.nic_speed,
            ports=node.ports,
            joins=node.joins,
            pcie=node.pcie,
            nics_per_slot=node.nics_per_slot,
        ),
        frontend=cards(node.frontend_ports, node.frontend_speed),
        storage=cards(node.storage_ports, node.storage_speed),
        oob_ports=node.oob_ports,
        domain_gpus=node.domain_gpus,
        hbm_gb=node.gpu_memory,
        bf16_tflops=node.gpu_tflops,
        nvlink_gbytes_per_s=node.scale_up,
    )


def gpu_model(catalogue: Catalogue, model: str | ModelIntent) -> GpuModel:
    """Return the language model a job names or writes out.

    Raises:
        KeyError: The catalogue has no such model.
    """
    if isinstance(model, str):
        return catalogue.models[model]
    return GpuModel(
        id="written-out",
        product="model written out in the intent",
        parameters=model.parameters,
        active_parameters=model.active_parameters or model.parameters,
        layers=model.layers,
        hidden=model.hidden,
        heads=model.heads,
        kv_heads=model.kv_heads,
        experts=model.experts,
        experts_per_token=model.experts_per_token,
    )
