"""`python -m tieout`."""

from tieout.cli import main

if __name__ == "__main__":
    main()
