"""Programs that use Pitboss as a library: type-checked as strangers, and run."""
