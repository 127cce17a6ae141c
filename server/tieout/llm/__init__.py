"""Model clients. The only package that imports the vendor's SDK."""
