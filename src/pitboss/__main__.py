"""Run the command line as a module: python -m pitboss"""

from pitboss.cli import main

if __name__ == "__main__":
    main()
