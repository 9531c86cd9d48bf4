"""Figures in the text format of Prometheus (`pbem[metrics]`)."""

from __future__ import annotations

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Gauge, generate_latest


def exposition(figures: Mapping[str, float]) -> bytes:
    """Return all figures, one gauge each, called `pbem_` and its name."""
    registry = CollectorRegistry()
    for name, value in figures.items():
        Gauge(f"pbem_{name}", name.replace("_", " "), registry=registry).set(value)
    return bytes(generate_latest(registry))
