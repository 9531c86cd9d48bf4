"""The machinery: threads, one game in a transaction, outages, bounces, digests."""
