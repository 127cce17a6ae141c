"""The spreadsheet domain: addresses, snapshots, changes, findings. Pure values, no I/O."""
