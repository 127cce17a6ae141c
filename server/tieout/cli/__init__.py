"""The command line. Thin: parses arguments, calls the layers below, prints."""
