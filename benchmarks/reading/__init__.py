"""What reading costs, in tokens and time, beside other ways to write the same cells."""
