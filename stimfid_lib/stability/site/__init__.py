"""The results page: one HTML file made from a published folder alone, readable without scripts and without a network.

reading (the folder) · history, coverage, move, pairs, example (what is told) · svg and drawn_* (figures) · render (the page)
"""
