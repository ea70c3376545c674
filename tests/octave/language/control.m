%% for over a range
for i = 1:3, i, end
i
%> i = 1
%> i = 2
%> i = 3
%> i = 3

%% for over a fractional range has its last turn
n = 0;
for x = 0:0.1:0.3, n++; end
n
x == 0.3
%> n = 4
%> ans = 1

%% for over a negative step
for i = 5:-2:1, disp(i), end
%> 5
%> 3
%> 1

%% for over an empty range leaves the empty value
i = 7;
for i = 1:0, disp('never'), end
i
%> i = [](1x0)

%% for over an empty matrix
for i = [], disp('never'), end
i
%> i = [](0x0)

%% for over a matrix without rows
for i = zeros(0,3), disp('turn'), end
i
%> i = [](0x3)

%% for over columns of a matrix
for c = [1 2; 3 4], c, end
%> c =
%>
%>    1
%>    3
%>
%> c =
%>
%>    2
%>    4
%>

%% for over a column has one turn
for c = [1; 2; 3], c, end
%> c =
%>
%>    1
%>    2
%>    3
%>

%% for over a scalar
for k = 5, k, end
%> k = 5

%% for over text
for ch = 'abc', ch, end
%> ch = a
%> ch = b
%> ch = c

%% for over a cell gives cells
for c = {1, 'two'}, c, end
%> c =
%> {
%>   [1,1] = 1
%> }
%>
%> c =
%> {
%>   [1,1] = two
%> }
%>

%% for over a cell matrix gives columns
for c = {1, 2; 3, 4}, c, end
%> c =
%> {
%>   [1,1] = 1
%>   [2,1] = 3
%> }
%>
%> c =
%> {
%>   [1,1] = 2
%>   [2,1] = 4
%> }
%>

%% for over a struct
s.a = 1;
for t = s, t, end
%> t =
%>
%>   scalar structure containing the fields:
%>
%>     a = 1
%>

%% for over logical values
for b = [true false], class(b), end
%> ans = logical
%> ans = logical

%% for over int8 keeps the class
for k = int8([1 2]), class(k), k, end
%> ans = int8
%> k = 1
%> ans = int8
%> k = 2

%% for over an integer range
for k = int16(1):int16(3), k, end
%> k = 1
%> k = 2
%> k = 3

%% for over singles
for k = single([1.5 2.5]), class(k), k, end
%> ans = single
%> k = 1.5000
%> ans = single
%> k = 2.5000

%% for over a range in a variable
r = 2:2:6;
for k = r, disp(k), end
%> 2
%> 4
%> 6

%% for over N-d goes through all columns
a = reshape(1:8, 2, 2, 2);
n = 0;
for c = a, n += 1; end
n, c
%> n = 4
%> c =
%>
%>    7
%>    8
%>

%% the loop variable may be changed in the body
for i = 1:3
  i = i * 10;
  disp(i)
end
i
%> 10
%> 20
%> 30
%> i = 30

%% the range is computed once
n = 3;
for i = 1:n
  n = 5;
  disp(i)
end
%> 1
%> 2
%> 3

%% the array that is gone over may be changed
v = [1 2 3];
for x = v
  v(end+1) = x;
end
v
%> v =
%>
%>    1   2   3   1   2   3
%>

%% nested loops
for i = 1:2
  for j = i:2
    printf('%d %d\n', i, j);
  end
end
%> 1 1
%> 1 2
%> 2 2

%% for with an element as its variable
x = [0 0 0];
for x(2) = 1:3, disp(x), end
%>    0   1   0
%>    0   2   0
%>    0   3   0

%% for with a field as its variable
for s.k = 1:2, disp(s.k), end
%> 1
%> 2

%% for with parentheses
for (i = 1:2) disp(i), end
%> 1
%> 2

%% parfor is for
parfor i = 1:2
  disp(i)
end
%> 1
%> 2

%% break leaves the innermost loop
for i = 1:3
  for j = 1:3
    if j == 2, break, end
    printf('%d %d\n', i, j);
  end
end
%> 1 1
%> 2 1
%> 3 1

%% continue goes on with the next turn
for i = 1:5
  if mod(i, 2), continue, end
  disp(i)
end
%> 2
%> 4

%% while
i = 0;
while i < 3
  i++;
end
i
%> i = 3

%% while with break and continue
i = 0;
while true
  i = i + 1;
  if i == 2, continue; end
  if i > 4, break; end
  disp(i)
end
%> 1
%> 3
%> 4

%% while on an array stops at the first false element
v = [3 2 1];
n = 0;
while v
  v = v - 1;
  n = n + 1;
end
n, v
%> n = 1
%> v =
%>
%>    2   1   0
%>

%% while on an empty array has no turn
while [], disp('never'), end
disp('done')
%> done

%% do until has one turn at least
i = 5;
do
  i++;
until i > 3
i
%> i = 6

%% do until with continue goes to the condition
i = 0;
do
  i++;
  if i == 2, continue; end
  disp(i)
until i >= 4
%> 1
%> 3
%> 4

%% do until with break
i = 0;
do
  i++;
  if i == 3, break; end
until false
i
%> i = 3

%% if on an array needs all elements
if [1 1 0], disp('yes'), else, disp('no'), end
if [1 2 3], disp('yes'), else, disp('no'), end
%> no
%> yes

%% if on an empty array is false
if [], disp('yes'), else, disp('no'), end
if zeros(0,3), disp('yes'), else, disp('no'), end
%> no
%> no

%% if on text
if 'a', disp('yes'), end
if '', disp('yes'), else, disp('no'), end
%> yes
%> no

%% elseif and else
for x = 1:4
  if x == 1
    disp('one')
  elseif x == 2
    disp('two')
  elseif x == 3
    disp('three')
  else
    disp('many')
  end
end
%> one
%> two
%> three
%> many

%% if compares matrices
if [1 2] == [1 2], disp('same'), end
if [1 2] == [1 3], disp('same'), else, disp('not'), end
%> same
%> not

%% if on NaN
if NaN, disp('yes'), else, disp('no'), end
%> error: invalid conversion from NaN to logical

%% NaN comparisons are false
x = NaN;
if x < 1, disp('less'), elseif x >= 1, disp('more'), else, disp('neither'), end
while x < 1, disp('never'), end
%> neither

%% && does not look at its right side
false && error('never');
x = true || error('never')
%> x = 1

%% && and || on arrays ask all
[1 1] && 1
[1 0] && 1
[1 0] || 0
[0 0] || [1 1]
%> ans = 1
%> ans = 0
%> ans = 0
%> ans = 1

%% && of empty
[] && 1
[] || 1
%> ans = 0
%> ans = 1

%% && gives a logical
class(5 && 3)
%> ans = logical

%% ! binds tighter than &&
!0 && 1
~(1 && 0)
%> ans = 1
%> ans = 1

%% | in a condition stops early
if 1 | error('never'), disp('yes'), end
%> warning: Matlab-style short-circuit operation performed for operator |
%> yes

%% & in a condition stops early
if 0 & error('never'), disp('yes'), else, disp('no'), end
%> warning: Matlab-style short-circuit operation performed for operator &
%> no

%% switch on numbers
for x = [1 2 5]
  switch x
    case 1
      disp('one')
    case {2, 3}
      disp('two or three')
    otherwise
      disp('other')
  end
end
%> one
%> two or three
%> other

%% switch on text
for c = {'red', 'blue', 'x'}
  switch c{1}
    case 'red'
      disp('is red')
    case {'blue', 'green'}
      disp('is blue or green')
    otherwise
      disp('is neither')
  end
end
%> is red
%> is blue or green
%> is neither

%% switch has no fall through
switch 1
  case 1
    disp('a')
  case 1
    disp('b')
end
%> a

%% switch without a match
switch 3, case 1, disp(1), end
disp('end')
%> end

%% switch of text against numbers
switch 'a', case 97, disp('number'), otherwise, disp('no'), end
switch 97, case 'a', disp('text'), otherwise, disp('no'), end
%> number
%> text

%% switch of an empty value
switch [], case [], disp('empty'), otherwise, disp('no'), end
switch [], case 1, disp('one'), otherwise, disp('no'), end
switch 1, case [], disp('empty'), otherwise, disp('no'), end
%> empty
%> no
%> no

%% switch inside a loop with break
for i = 1:5
  switch i
    case 3
      break
    otherwise
      disp(i)
  end
end
%> 1
%> 2

%% switch with continue
for i = 1:3
  switch i
    case 2
      continue
  end
  disp(i)
end
%> 1
%> 3

%% the end words have long names
if 1
  for i = 1
    while true
      switch i
        case 1
          disp('in')
      endswitch
      break
    endwhile
  endfor
endif
%> in

%% statements on one line
if 1, disp(1), end, for k=1:2, disp(k), end; x = 3
%> 1
%> 1
%> 2
%> x = 3

%% a loop that is never left by its condition
k = 10;
while 1
  k -= 3;
  if k < 0
    break
  end
end
k
%> k = -2

%% a loop with randn and exp keeps its other statements
S = ones(2,1); n = 0; total = 0;
for t = 1:3
  Z = randn(2,1);
  S = S .* exp(0 + 0.*Z);
  n = n + 1;
  total = total + t;
end
S, n, total, t, size(Z)
%> S =
%>
%>    1
%>    1
%>
%> n = 3
%> total = 6
%> t = 3
%> ans =
%>
%>    2   1
%>

%% a loop over elements that grow
q = [];
for i = 1:5
  q(end+1) = i^2;
end
q
%> q =
%>
%>     1    4    9   16   25
%>

%% sums in loops
v = zeros(1,4);
for i = 1:4, v(i) = 8*i; end
s = 0;
for i = 1:4, s = s + v(i); end
v, s
%> v =
%>
%>     8   16   24   32
%>
%> s = 80

%% matrix elements in loops
m = zeros(2,3);
for i = 1:2
  for j = 1:3
    m(i,j) = m(i,j) + 10*i + j;
  end
end
m
%> m =
%>
%>    11   12   13
%>    21   22   23
%>

%% what a loop leaves behind
for i = 1:3
  a = i;
  if i == 2, b = a; end
end
i, a, b
%> i = 3
%> a = 3
%> b = 2

%% unwind_protect runs its cleanup
unwind_protect
  disp('body')
unwind_protect_cleanup
  disp('cleanup')
end_unwind_protect
%> body
%> cleanup

%% unwind_protect runs its cleanup on the way of an error
try
  unwind_protect
    error('my:id', 'oops');
  unwind_protect_cleanup
    disp('cleanup')
  end_unwind_protect
catch e
  disp(e.message), disp(e.identifier)
end
%> cleanup
%> oops
%> my:id

%% unwind_protect and break
for i = 1:3
  unwind_protect
    if i == 2, break, end
    disp(i)
  unwind_protect_cleanup
    disp('cleanup')
  end_unwind_protect
end
%> 1
%> cleanup
%> cleanup

%% unwind_protect and continue
for i = 1:2
  unwind_protect
    if i == 1, continue, end
    disp(i)
  unwind_protect_cleanup
    printf('cleanup %d\n', i);
  end_unwind_protect
end
%> cleanup 1
%> 2
%> cleanup 2

%% unwind_protect and return
1;
function f()
  unwind_protect
    disp('in')
    return
  unwind_protect_cleanup
    disp('cleanup')
  end_unwind_protect
  disp('never')
end
f()
%> in
%> cleanup

%% unwind_protect ends the script with its error
unwind_protect
  error('gone');
unwind_protect_cleanup
  disp('cleanup')
end_unwind_protect
disp('never')
%> cleanup
%> error: gone
