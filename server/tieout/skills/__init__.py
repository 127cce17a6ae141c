"""C2: specs loaded on demand."""
