"""What the big screen of a table says that no other page does."""

DEALER = "Dealer"
DEALS = "deals"
TO_PLAY = "to play"
CAPTAIN, CAPTAINS = "captain", "captains"
TO_GO = "{points} to go"
EACH_TO = "each to {target}"
GAME = "Game {number}"
GAME_WON, GAME_OVER = "won", "over"
TURN = "Turn"
DEAL = "Deal"
ON_THE_BOARD = "Cards on the board"
IN_HAND = "Cards in hand"


def hand_begins(hand: str, starter: str) -> str:
    """Return which hand is played, and who starts, where that is known."""
    return f"{hand}: {starter} starts" if starter else hand


def of_total(number: int, total: int) -> str:
    return f"{number} of {total}"
