"""A teacher's copy has the cells of the student's, which nbval runs, and the outputs of it: `tests/test_lessons.py` compares the two."""

collect_ignore_glob = ["teachers/*"]
