"""The instrument that measures: a frozen reference model whose every bit is compared with a baseline, day by day.

conditions and fingerprint (the nouns) · asking (takes one) · baselines (kept per architecture) · daily (a day's checks)
· subject (24 facts asked of a subject) · rereading (stored answers read again) · state (alarm, suspicion, recovery)
"""
