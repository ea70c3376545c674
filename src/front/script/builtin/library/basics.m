% Small functions that say best in this language what they do.
