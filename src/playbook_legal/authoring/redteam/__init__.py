"""The red team: how far does a matter let a policy without legal skill get?

A policy sees what an agent sees and nothing else. It is put together from small moves (what to ask, where to
look, what to write, how to bargain); the named policies are fixed combinations, and a greedy search looks for the
best combination there is.
"""
