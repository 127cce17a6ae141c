"""What a person looks at: the grid of a sheet as display data."""
