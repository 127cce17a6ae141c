"""The same work done by the embedded Excel, its bare engine, openpyxl and LibreOffice.

Each `by_*.py` is a script of its own: `python by_host.py MEASURE FOLDER` does one piece of work once,
in a fresh process, and prints `{"seconds", "peak_mb", "found"}`.
"""
