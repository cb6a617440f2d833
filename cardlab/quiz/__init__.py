"""Questions about a position, answers to them, and what a class has understood.

`exercise` binds a question to its position, `criteria` finds what is right, `ask` makes one by hand, `drawing` draws some from the
`candidates` of a game, `quiz` takes answers, `handout` makes a student's file, `grading` judges one student, `class_table` counts a class.
Nothing is imported here, so that `import cardlab` stays light.
"""
