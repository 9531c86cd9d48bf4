"""Before a game and next to it: invitations, settings, free seats, ratings."""
