"""frit.explain: what runs, why it is like that, and reports of it."""
