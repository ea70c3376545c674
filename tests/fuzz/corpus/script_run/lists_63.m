a = [5 3 8 1];
a(a > mean(a))
