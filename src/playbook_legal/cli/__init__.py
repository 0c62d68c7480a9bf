"""The commands: one file each. Only here is anything printed, and arguments read."""
