"""Errors of the pocket edition, where the app runs on the phone itself."""

NO_BACKUP_CHOSEN = "Choose a backup file first."
A_GAME_FILE = (
    "This file holds one game. Your games are unchanged. To add it to them, choose “Import a game” on the home page."
)
NOT_A_PHONE_BACKUP = (
    "This isn't a backup of a phone. Your games are unchanged. Choose the file that “Save a backup” made."
)
PHONE_BACKUP_DAMAGED = "This backup is damaged or incomplete. Your games are unchanged."
PHONE_BACKUP_UNREADABLE = "The app can't read the games in this backup. Your games are unchanged."
NO_ROOM_FOR_BACKUP = "There's no room on this phone for the backup. Your games are unchanged."
BACKUP_TOO_NEW = "This backup is from a newer version of the app. Update the app, then try again."
