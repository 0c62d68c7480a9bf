"""How what the rules say is written down: for people, for programs, for code review."""
