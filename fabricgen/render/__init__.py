"""One device's design written down as CONFIG_DB, through the templates."""

from fabricgen.render.renderer import Renderer, Row, Tables, render, to_bytes

__all__ = ["Renderer", "Row", "Tables", "render", "to_bytes"]
