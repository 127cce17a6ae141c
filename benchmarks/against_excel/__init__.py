"""What the embedded Excel is measured against: things Excel itself wrote."""
