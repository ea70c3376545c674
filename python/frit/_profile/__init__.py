"""frit.profile: where the time of a call goes, by kernel and by line."""
