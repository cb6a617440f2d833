"""Questions about a position, answers to them, and what a class has understood.

`exercise` binds a question to its position, `criteria` finds what is right, `quiz` takes answers, `drawing` draws questions from a
game, `handout` makes a student's file, `grading` counts. Nothing is imported here, so that `import cardlab` stays light.
"""
