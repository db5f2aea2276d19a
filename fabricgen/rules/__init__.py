"""The rules, one module each; ``fabricgen.validate`` finds and runs them.

A rule module is named after its id in lower case, an underscore, and a few words
(``fab001_addresses_differ.py``). Its docstring is its manual page. Modules whose name starts with an underscore hold
what several rules compute.
"""
