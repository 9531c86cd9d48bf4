"""What `pbem server init` asks a new host, and how each answer is tried."""
