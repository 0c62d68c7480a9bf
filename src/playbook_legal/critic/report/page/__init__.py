"""What the page of the report is made of: its style, its text, the paper beside a finding, and its parts."""
