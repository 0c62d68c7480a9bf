"""Scoring: one file for each kind of credit, and the sheet that adds them up. No model judges anything."""
