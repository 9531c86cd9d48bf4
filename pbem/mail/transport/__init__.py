"""Letters in and out: mailboxes, mail servers, files."""
