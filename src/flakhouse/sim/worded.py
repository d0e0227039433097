"""How figures are written: one number, one rounding, in tables, plots, sentences and text alike."""

from __future__ import annotations

__all__ = ["estimate", "figure", "gap", "per_hundred", "percent"]


def figure(value: float, share: bool) -> str:
    """A share in percent with one decimal, another number with two."""
    return f"{100 * value:.1f}" if share else f"{value:.2f}"


def percent(value: float) -> str:
    """54.2 %."""
    return f"{figure(value, True)} %"


def estimate(mean: float, low: float, high: float, share: bool = True) -> str:
    """54.2 % (51.1 to 57.3)."""
    ends = f"({figure(low, share)} to {figure(high, share)})"
    return f"{percent(mean) if share else figure(mean, False)} {ends}"


def gap(value: float, share: bool, sign: str = "") -> str:
    """A difference in points or in numbers; with a few more decimals if it would look like nothing."""
    value, digits = (100 * value, 1) if share else (value, 2)
    while value and digits < 4 and abs(value) < 0.5 * 10**-digits:
        digits += 1
    return f"{value:{sign}.{digits}f}"


def per_hundred(value: float) -> str:
    """How often in 100 missions: two figures that count, nothing for never."""
    if not value:
        return ""
    return f"{value:.0f}" if value >= 9.95 else f"{value:.1f}" if value >= 0.05 else "<0.1"
