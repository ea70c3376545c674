1 + 1;
ans * 10;
ans
