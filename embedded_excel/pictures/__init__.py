"""Pictures of charts and shapes, drawn from their parts."""
