"""Debian's own kernel with real IIO drivers, bound to chips that are modelled here."""
