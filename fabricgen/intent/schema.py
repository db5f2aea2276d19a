"""The JSON Schema of the intent language, for editors."""

import json
from dataclasses import is_dataclass

from fabricgen.intent.forms import FORMS, Json, scalar_schema, written
from fabricgen.intent.language import LanguageKey, language, records
from fabricgen.model.intent import Intent


def json_schema() -> Json:
    """Return the JSON Schema (draft 2020-12) of an intent.

    It knows keys, types, choices, ranges and forms; what keys say against each other only the reader knows.
    """
    root = _record(Intent)
    definitions = {record.__name__: _record(record) for record in records() if record is not Intent}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "fabricgen intent, format version 1",
        **root,
        "$defs": definitions,
    }


def json_schema_text() -> str:
    """Return the JSON Schema as it stands in ``schemas/intent-1.schema.json``."""
    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"


def _record(record: type) -> Json:
    keys = language(record)
    schema: Json = {
        "description": (record.__doc__ or "").splitlines()[0],
        "type": "object",
        "additionalProperties": False,
        "properties": {name: _key(item) for name, item in keys.items()},
    }
    required = [name for name, item in keys.items() if item.required]
    if required:
        schema["required"] = required
    return schema


def _key(item: LanguageKey) -> Json:
    return {"description": description(item), **_default(item), **_value(item)}


def description(item: LanguageKey) -> str:
    """Return what a key means, with its unit, its form and what an absent key means."""
    text = item.key.doc
    if item.key.unit:
        text += f" Unit: {item.key.unit}."
    form = FORMS[item.key.kind]
    if item.record is None and item.key.kind not in ("text", "choice", "flag", "count"):
        text += f" Form: {form.words}."
    if item.key.default:
        text += f" Default: {item.key.default}."
    return text


def _default(item: LanguageKey) -> Json:
    if item.required or item.absent is None or item.many or is_dataclass(item.absent):
        return {"default": []} if item.absent == () and not item.required else {}
    return {"default": written(item.key, item.absent)}


def _value(item: LanguageKey) -> Json:
    one = _one(item)
    if item.many:
        several: Json = {"type": "array", "items": one}
        if item.required:
            several["minItems"] = 1
        return {"anyOf": [several, one]} if item.key.one_or_many else several
    return {"anyOf": [{"const": "auto"}, one]} if item.key.auto else one


def _one(item: LanguageKey) -> Json:
    if item.record is None:
        return scalar_schema(item.key)
    reference: Json = {"$ref": f"#/$defs/{item.record.__name__}"}
    if item.text_too:
        return {"anyOf": [scalar_schema(item.key), reference]}
    if item.key.shorthand:
        short = language(item.record)[item.key.shorthand]
        return {"anyOf": [scalar_schema(short.key), reference]}
    return reference
