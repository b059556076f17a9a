"""The PAR sheet: the exact figures of a game as configured, as a lab files them."""
