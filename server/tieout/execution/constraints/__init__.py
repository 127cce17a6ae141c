"""The user's constraints, held against scopes, batches and results."""
