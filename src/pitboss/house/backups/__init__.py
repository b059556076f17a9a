"""What is done to a whole house: backups, restoring, and changes of its key."""
