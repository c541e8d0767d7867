"""The results page: one HTML file made from a published folder alone, readable without scripts and without a network.

reading (the folder) · history, coverage, move, pairs, comparison, example (what is found) · svg and drawn_* (figures) ·
table, drawer, contents, told (what stands where) · render (the page) · parts/ (templates, style, script)
"""
