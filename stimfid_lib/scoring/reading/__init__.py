"""From the text of a reply to the entries of its list: what is the reply, its lines, its blocks, and which to take."""
