"""Before a game and beside it: invitations, settings, free seats, ratings."""
