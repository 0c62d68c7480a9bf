"""The critic tried on itself: true passages of paper and what becomes of them when they are falsified or retyped."""
