warning('my:warn', 'text');
[msg, id] = lastwarn()
