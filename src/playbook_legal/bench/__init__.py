"""Agents on matters, many times: runs on disk, metrics, statistics, scorecards."""
