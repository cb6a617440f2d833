"""The scratch table: a tree of what could have been, over a position. `cardlab.scratch` begins one; what it can do stands in `table.py`."""
