"""The checks: one file each. None needs an answer key, and none has an opinion on the work."""
