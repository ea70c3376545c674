for ch = 'abc', ch, end
