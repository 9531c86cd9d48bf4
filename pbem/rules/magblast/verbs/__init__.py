"""The verbs: how each reads and prints, what it names, means and does.

A verb is its rule in the grammar, a class here, its name in `orders/orders.py`, and its
words. A card that is played has its effect, too (`resolve/effects.py`). What is worth
trying now the class lists itself (`candidates`); `legal.py` tries it.
"""
