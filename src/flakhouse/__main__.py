"""`python -m flakhouse`."""

from flakhouse.cli.main import run

if __name__ == "__main__":
    run()
