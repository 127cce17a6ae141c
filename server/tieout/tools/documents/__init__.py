"""Documents of others as text in numbered blocks, read in a process of their own."""
