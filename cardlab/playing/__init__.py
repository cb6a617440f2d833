"""A real game against the bots: the match, the settings chosen before it, what a refusal teaches, and a plain prompt."""
