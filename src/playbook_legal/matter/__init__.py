"""A matter package with its answer key: what only the engine may open."""

from .package import Matter, load_matter

__all__ = ["Matter", "load_matter"]
