x = 1 + no_such_variable
