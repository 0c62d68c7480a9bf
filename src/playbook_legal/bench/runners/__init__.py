"""How a run is spread: in this process, over processes, over a Ray cluster. One file each, behind one protocol."""
