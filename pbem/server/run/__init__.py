"""The machinery: threads, transactions, the outbox, outages."""
