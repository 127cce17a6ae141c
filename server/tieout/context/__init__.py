"""L0-L3: what one request to the model holds."""
