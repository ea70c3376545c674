% Windows of signals.

function n = window_steps(name, m, argc, opt)
  if ! (isscalar(m) && m == fix(m) && m > 0)
    error('%s: M must be a positive integer', name);
  end
  n = m - 1;
  if argc == 2
    switch opt
      case 'periodic'
        n = m;
      case 'symmetric'
      otherwise
        error('%s: window type must be either "periodic" or "symmetric"', name);
    end
  end
end

function c = hamming(m, opt)
  if nargin < 2
    opt = '';
  end
  n = window_steps('hamming', m, nargin, opt);
  c = 1;
  if m > 1
    c = 0.54 - 0.46 * cos(2 * pi * (0:m-1)' / n);
  end
end

function c = hanning(m, opt)
  if nargin < 2
    opt = '';
  end
  n = window_steps('hanning', m, nargin, opt);
  c = 1;
  if m > 1
    c = 0.5 - 0.5 * cos(2 * pi * (0:m-1)' / n);
  end
end

function c = hann(m, opt)
  if nargin < 2
    opt = '';
  end
  n = window_steps('hann', m, nargin, opt);
  c = 1;
  if m > 1
    c = 0.5 - 0.5 * cos(2 * pi * (0:m-1)' / n);
  end
end

function c = blackman(m, opt)
  if nargin < 2
    opt = '';
  end
  n = window_steps('blackman', m, nargin, opt);
  c = 1;
  if m > 1
    k = (0:m-1)' / n;
    c = 0.42 - 0.5 * cos(2 * pi * k) + 0.08 * cos(4 * pi * k);
  end
end

function c = bartlett(m)
  n = window_steps('bartlett', m, 1, '');
  c = 1;
  if m > 1
    half = fix(n / 2);
    c = [2 * (0:half)' / n; 2 - 2 * (half+1:n)' / n];
  end
end
