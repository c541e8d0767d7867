"""What leaves the private archive: by lane, with every byte hashed, and never with a leak or while an alarm is open.

lanes (which record goes out, and how) · leaks (what may not) · about (citation, metadata) · publication (the folder)
"""
