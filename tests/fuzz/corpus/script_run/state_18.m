try, eval('error("in:eval", "text")'); catch e, disp(e.identifier), end
