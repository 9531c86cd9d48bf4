"""What the moderator's page and the command line share: games of a folder."""
