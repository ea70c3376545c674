"""The peers of frit: what bench/peers.py measures it beside."""
