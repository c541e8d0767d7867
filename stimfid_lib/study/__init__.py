"""The whole study: parameters, stages with sidecars, the headless run."""
