"""The moderator's page: games of a folder, threads in, reports out, on this machine."""
