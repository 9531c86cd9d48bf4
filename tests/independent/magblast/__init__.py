"""A second referee of Mag-Blast, written from the rule text and the handbook alone.

Plain dictionaries and loops. Nothing here imports the rules of `pbem`, and whoever
changes it should not read them: two readings of one text are compared, not two
copies of one.
"""
