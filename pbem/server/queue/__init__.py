"""The queues of letters in and out, and the tokens that they carry."""
