"""Settings that every test shares."""

from hypothesis import settings

# The same examples on every machine and every run: a test that fails here fails there. No deadline, since how
# long an example takes depends on the machine; what must be fast is measured by `make bench`.
settings.register_profile("playbook", deadline=None, derandomize=True, database=None, print_blob=True)
# For a search by hand: pytest --hypothesis-profile=search
settings.register_profile("search", deadline=None, max_examples=5_000)
settings.load_profile("playbook")
