"""What an import did, in a sentence, by its outcome."""

IMPORTED = {
    "started": "The game was imported.",
    "continued": "What was new in the file was added to this game.",
    "unchanged": "This game was here already, and the file has nothing new.",
}
