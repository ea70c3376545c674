for i = 1:3, i, end
i
