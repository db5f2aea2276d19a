"""The intent room: a YAML file becomes a checked intent with the place of every value."""

from fabricgen.intent.read import parse, read
from fabricgen.intent.reference import explain_key, reference
from fabricgen.intent.schema import json_schema, json_schema_text
from fabricgen.intent.starter import starter

__all__ = [
    "explain_key",
    "json_schema",
    "json_schema_text",
    "parse",
    "read",
    "reference",
    "starter",
]
