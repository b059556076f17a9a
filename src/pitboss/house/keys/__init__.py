"""Keys and what they seal: unfinished seeds and signed days, rotation and loss."""
