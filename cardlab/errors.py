"""The errors cardlab raises: each a ValueError with the facts on it, complete in its first line, lower case, rule id last."""


class CardlabError(ValueError):
    """What every error of cardlab has in common, so that one `except` catches them all."""


class InvalidAction(CardlabError):
    """An action that cannot be read. `.action` is the text as given."""

    def __init__(self, action: object, why: str) -> None:
        super().__init__(f"invalid action {action!r}: {why}")
        self.action = action


class IllegalAction(CardlabError):
    """An action that can be read but is not allowed in this position.

    `.action`, `.player` (seat number, CHANCE or REFEREE), `.rule` (the id of the rule that forbids it) and `.ruling`, the
    very Ruling that `Position.ruling` returns for it."""

    def __init__(self, action: str, player: int | None, rule: str, why: str, ruling: object = None) -> None:
        by = {-1: "chance", -2: "the referee", None: "anybody"}.get(player, f"seat {player}")
        super().__init__(f"illegal action {action!r} by {by}: {why} [{rule}]")
        self.action, self.player, self.rule, self.ruling = action, player, rule, ruling


class InvalidPosition(CardlabError):
    """A position text that cannot be read, or says something impossible. `.column` counts from 1."""

    def __init__(self, why: str, column: int | None = None) -> None:
        super().__init__(f"position text: {why}" if column is None else f"position text, column {column}: {why}")
        self.column = column


class ReplayError(CardlabError):
    """A replay file that cannot be opened. `.path`, `.line` (counted from 1, or None) and `.why`."""

    def __init__(self, path: object, line: int | None, why: str) -> None:
        super().__init__(f"{path}:{line}: {why}" if line is not None else f"{path}: {why}")
        self.path, self.line, self.why = path, line, why


class OptionsError(CardlabError):
    """An option that is not known, or a value outside its limits. `.option` names it."""

    def __init__(self, why: str, option: str | None = None) -> None:
        super().__init__(why)
        self.option = option


class UnknownName(CardlabError):
    """A name that is not known; the sentence lists the known ones, and so does `.known`."""

    def __init__(self, what: str, name: object, known: list[str]) -> None:
        super().__init__(f"unknown {what} {name!r}; known: {', '.join(known)}")
        self.name, self.known = name, known
