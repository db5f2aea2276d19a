"""Files of a design, and the writer that puts them in place whole or not at all."""

from fabricgen.outputs.bom_csv import bom
from fabricgen.outputs.cabling_csv import cabling
from fabricgen.outputs.design_files import design_files
from fabricgen.outputs.hosts_csv import hosts
from fabricgen.outputs.manifest import manifest
from fabricgen.outputs.refusal import NotOursError, WriteError
from fabricgen.outputs.writer import Differences, WriteReport, check, write

__all__ = [
    "Differences",
    "NotOursError",
    "WriteError",
    "WriteReport",
    "bom",
    "cabling",
    "check",
    "design_files",
    "hosts",
    "manifest",
    "write",
]
