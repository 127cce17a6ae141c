"""Build Office.js batches, read their responses, name what they touch. Pure."""
