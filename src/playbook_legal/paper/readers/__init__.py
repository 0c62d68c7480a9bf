"""Readers of paper, one file for each kind."""
