"""The command line. Thin: parses arguments, calls the layers below, prints."""

from tieout.cli.app import main

__all__ = ["main"]
