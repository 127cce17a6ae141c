"""What the context engine is measured with: sessions, layouts of requests, retrieval."""
