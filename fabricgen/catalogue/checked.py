"""Catalogue files held against their schemas."""

from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from fabricgen.catalogue.fields import CatalogueFileError, Fields, read_fields
from fabricgen.catalogue.links import read_cable
from fabricgen.catalogue.node_types import read_model, read_nic, read_node
from fabricgen.catalogue.platforms import platform_of
from fabricgen.packaged import folder
from fabricgen.source import read_text, read_yaml

if TYPE_CHECKING:
    import jsonschema

SCHEMAS = {
    "platforms": "platform-1",
    "nodes": "node-1",
    "nics": "nic-1",
    "models": "model-1",
    "cables": "cable-1",
}


@lru_cache(maxsize=len(SCHEMAS))
def validator(kind: str) -> "jsonschema.Draft202012Validator":
    """Return the validator of a kind of catalogue file."""
    import jsonschema  # here, for packaged files never need it: it takes as long as all the rest

    path = folder("schemas") / f"{SCHEMAS[kind]}.schema.json"
    return jsonschema.Draft202012Validator(orjson.loads(path.read_bytes()))


def hold_against_schema(kind: str, fields: Fields) -> None:
    """Check the content of a file against the schema of its kind.

    Raises:
        CatalogueFileError: It does not fit; the first misfit is named with its path.
    """
    misfits = sorted(
        validator(kind).iter_errors(fields.raw), key=lambda misfit: [str(p) for p in misfit.path]
    )
    if misfits:
        raise _error(fields.file, misfits[0])


def _error(file: str, misfit: "jsonschema.ValidationError") -> CatalogueFileError:
    steps, message = tuple(misfit.absolute_path), misfit.message
    schema = misfit.schema if isinstance(misfit.schema, dict) else {}
    if misfit.validator == "additionalProperties" and isinstance(misfit.instance, dict):
        legal = [str(name) for name in schema.get("properties", {})]
        key = next(str(key) for key in misfit.instance if key not in legal)
        close = get_close_matches(key, legal, n=1)
        meant = f"did you mean {close[0]}?" if close else f"legal are {', '.join(legal)}"
        steps, message = (*steps, key), f"this key is unknown; {meant}"
    where = "/".join(str(step) for step in steps)
    return CatalogueFileError(file, f"{where or 'the file'}: {message}", steps=steps)


def check_file(kind: str, path: Path) -> None:
    """Read a whole catalogue file, every HwSKU too.

    Raises:
        CatalogueFileError: The file breaks the format; its line is known.
    """
    document = read_yaml(read_text(path))
    for problem in document.problems:
        if problem.kind != "byte-order-mark":
            raise CatalogueFileError(document.file, problem.message, problem.place.line)
    try:
        _read(kind, path)
    except CatalogueFileError as error:
        line = error.line or document.key_place(*error.steps).line
        raise CatalogueFileError(error.file, error.message, line, error.steps) from error


def _read(kind: str, path: Path) -> None:
    fields = read_fields(path)
    hold_against_schema(kind, fields)
    if kind == "platforms":
        platform = platform_of(fields, path.stem)
        for hwsku in platform.hwskus:
            platform.hwskus[hwsku]
    elif kind == "nodes":
        read_node(path)
    elif kind == "nics":
        read_nic(path)
    elif kind == "models":
        read_model(path)
    else:
        read_cable(path)
