"""Games that many people know, by OpenSpiel's rules: `pip install pbem[library]`.

A game is a folder in `games/`: `game.toml` says what every game has, and under [engine]
which game of OpenSpiel it is and how people write its moves; README.md is its handbook.
"""
