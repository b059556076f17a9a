"""What is done to a whole house while it is closed: backups, restoring, the back room."""
