"""Tieout: an agent inside Excel whose every change is shown, checked and reversible."""

__version__ = "0.1.0"
