"""For authors of matters: a linter that teaches, gate probes, a red team, explanations."""
