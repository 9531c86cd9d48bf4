"""What readers are told: reports, their words, their pictures, the JSON document."""
