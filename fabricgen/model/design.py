"""A design: what each stage has derived so far. Rules of a rule point judge it."""

from dataclasses import dataclass

from fabricgen.model.addressing import AddressPlan
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.feasibility import FeasibilityReport, SizingVerdict
from fabricgen.model.intent import Intent
from fabricgen.model.qos import QosPlan
from fabricgen.model.routing import RoutingPlan
from fabricgen.model.tenancy import TenancyPlan
from fabricgen.model.topology import Topology


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """The intent and every plan derived from it, in the order of the corridor.

    A plan that its stage has not made yet is None; a rule of a later rule point may rely on all
    earlier ones. ``cabling`` is the text of the file that ``cabling`` of the intent names; None
    without, empty where it cannot be read.
    """

    intent: Intent
    catalogue: Catalogue
    cabling: str | None = None
    sizing: SizingVerdict | None = None
    topology: Topology | None = None
    addresses: AddressPlan | None = None
    routing: RoutingPlan | None = None
    qos: QosPlan | None = None
    tenancy: TenancyPlan | None = None
    feasibility: FeasibilityReport | None = None
