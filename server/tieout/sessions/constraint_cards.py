"""The ledger of constraints as a pane shows it."""

from collections.abc import Callable

from tieout.protocol.frames import ConstraintCard, ConstraintsFrame, ServerFrame
from tieout.sessions.conversation import Conversation


def shown_constraints(conversation: Conversation) -> ConstraintsFrame:
    """All that hold now, with what is enforced of them."""
    cards = tuple(
        ConstraintCard(
            id=entry.constraint.id,
            text=entry.constraint.text,
            origin=entry.origin,
            enforced=conversation.enforced(entry.constraint.text),
        )
        for entry in conversation.ledger.entries
    )
    return ConstraintsFrame(constraints=cards, left_out=conversation.ledger.left_out)


class ShownConstraints:
    """Keeps a pane's list of constraints up to date; posts it when it is another.

    Args:
        conversation: The present one, if there is any.
        post: Sends a frame to the pane that is attached now, if any.
    """

    def __init__(
        self, conversation: Callable[[], Conversation | None], post: Callable[[ServerFrame], None]
    ) -> None:
        self._conversation = conversation
        self._post = post
        self._shown = ConstraintsFrame()

    @property
    def frame(self) -> ConstraintsFrame:
        """The list as it is now."""
        conversation = self._conversation()
        return ConstraintsFrame() if conversation is None else shown_constraints(conversation)

    def show(self) -> None:
        """Post the list if the pane doesn't have it yet."""
        now = self.frame
        if now != self._shown:
            self._shown = now
            self._post(now)
