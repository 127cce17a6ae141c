"""The tools the model sees: execute_code and the two meta tools."""
