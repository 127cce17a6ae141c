"""What live Excel needs on this machine: certificate, lasting secrets, sideloading, diagnosis."""
