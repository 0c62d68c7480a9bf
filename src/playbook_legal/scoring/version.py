"""The version of the instrument: raised whenever the same actions on the same matter could score differently."""

INSTRUMENT_VERSION = "1"
