1;
function at = find_in(v, x)
  lo = 1; hi = numel(v); at = 0;
  while lo <= hi
    mid = floor((lo + hi) / 2);
    if v(mid) == x, at = mid; return
    elseif v(mid) < x, lo = mid + 1;
    else, hi = mid - 1;
    end
  end
end
find_in([1 3 5 7 9], 7), find_in([1 3 5], 4)
