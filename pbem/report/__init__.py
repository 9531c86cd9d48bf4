"""What readers see: reports, their words, their pictures, the JSON document."""
