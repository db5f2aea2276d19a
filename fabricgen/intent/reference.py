"""The reference of the intent language as markdown, every key with its form, default and meaning."""

from dataclasses import is_dataclass

from fabricgen.intent.forms import FORMS, written
from fabricgen.intent.language import LanguageKey, language, records, standing
from fabricgen.model.intent import Intent

_OPENING = """\
# The intent language, format version 1

<!-- Generated from the records of the language; a test keeps it fresh. -->

An intent is one YAML document. Whatever is not written has the default below. The same language as a JSON
Schema for editors: `fabricgen schema intent`.

## How YAML is read

- Booleans and numbers are those of YAML 1.2: `no`, `on`, `yes` and `22:30` are words, `0o17` is 15, `0x1F` is
  31, `1e3` is 1000. `017` is 17, with a warning, because tools of YAML 1.1 read 15.
- A number stands for its text where text is meant (`release: 202511`). Text never stands for a number:
  `nodes: "128"` is an error. `true` and `false` never stand for text; put quotes around them.
- Unknown keys, keys given twice, keys without a value (write `{}` for all defaults), tags, merge keys (`<<`) and
  a second document are errors with their line and column. All errors of a file are reported in one run.
- Anchors and aliases are allowed up to 50,000 values in all, nesting up to 64 levels, a file up to 4 MiB.
- `${NAME}` may stand without quotes anywhere, also within `{...}`, and stays text.
"""


def reference() -> str:
    """Return the reference as it stands in ``docs/intent.md``."""
    parts = [_OPENING, "## Scalar forms\n", _forms()]
    for record in records():
        title = "The intent" if record is Intent else " / ".join(f"`{p}`" for p in standing(record))
        parts += [f"## {title}\n", f"{(record.__doc__ or '').splitlines()[0]}\n", _table(record)]
    return "\n".join(parts)


def _forms() -> str:
    lines = ["| form | written as | examples |", "|---|---|---|"]
    for name, form in FORMS.items():
        examples = ", ".join(f"`{example}`" for example in form.examples)
        lines.append(f"| {name} | {form.words} | {examples} |")
    return "\n".join(lines) + "\n"


def _table(record: type) -> str:
    lines = ["| key | form | default | meaning |", "|---|---|---|---|"]
    for name, item in language(record).items():
        lines.append(f"| `{name}` | {_form(item)} | {_default(item)} | {_meaning(item)} |")
    return "\n".join(lines) + "\n"


def _form(item: LanguageKey) -> str:
    key = item.key
    text = ", ".join(f"`{word}`" for word in key.choices) if key.choices else key.kind
    if item.record is not None:
        keys = f"keys of `{standing(item.record)[0]}`"
        text = f"{key.kind}, or {keys}" if item.text_too else keys
        if key.shorthand:
            text += f", or its `{key.shorthand}` alone"
    if item.many:
        text = f"list of {text}" + (", or one without the list" if key.one_or_many else "")
    if key.auto:
        text += ", or `auto`"
    return text + _bounds(item)


def _bounds(item: LanguageKey) -> str:
    key = item.key
    if key.minimum is None and key.maximum is None:
        return ""
    lowest = 0 if key.minimum is None else key.minimum
    return f", at least {lowest}" if key.maximum is None else f", {lowest} to {key.maximum}"


def _default(item: LanguageKey) -> str:
    if item.required:
        return "**required**"
    if item.key.default:
        return item.key.default
    if item.absent == ():
        return "none"
    if is_dataclass(item.absent) or (item.many and item.record is not None):
        return "its defaults"
    value = written(item.key, item.absent)
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _meaning(item: LanguageKey) -> str:
    return item.key.doc + (f" Unit: {item.key.unit}." if item.key.unit else "")


def explain_key(path: str) -> str | None:
    """Return what a key of the language means, such as ``fabrics.backend.planes``; None if unknown.

    A last name alone (``planes``) finds every key of that name.
    """
    parts = [part for part in path.split(".") if part]
    if not parts:
        return None
    found: list[str] = []
    for record in records():
        for stand in standing(record) or ("",):
            where = [part for part in stand.split(".") if part]
            item = language(record).get(parts[-1])
            if item is not None and (len(parts) == 1 or where == parts[:-1]):
                found.append(_page(".".join([*where, parts[-1]]), item))
    return "\n\n".join(dict.fromkeys(found)) or None


def _page(path: str, item: LanguageKey) -> str:
    lines = [path, f"  {_meaning(item)}", f"  form: {_form(item)}", f"  default: {_default(item)}"]
    return "\n".join(lines).replace("`", "").replace("**", "")
