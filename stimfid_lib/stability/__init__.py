"""Stability: does a model decide the same when the question says the same in other words?"""
