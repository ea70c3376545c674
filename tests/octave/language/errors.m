%% a message and an identifier
try
  error('my:id', 'value %d is bad', 7);
catch e
  disp(e.message), disp(e.identifier), class(e)
end
%> value 7 is bad
%> my:id
%> ans = struct

%% a message alone
try
  error('plain message');
catch e
  disp(e.message), isempty(e.identifier)
end
%> plain message
%> ans = 1

%% catch without a variable
try
  error('x');
catch
  disp('caught')
end
disp(lasterr)
%> caught
%> x

%% catch on one line
try, error('abc'), catch disp('caught'), end
%> caught

%% err on the line of catch
try, error('abc'), catch err, disp(err.message), end
%> abc

%% try without catch
try
  error('ignored');
end
disp('goes on')
%> goes on

%% no error, no catch
try
  disp('fine')
catch
  disp('never')
end
%> fine

%% nested try
try
  try
    error('inner:id', 'inner');
  catch e
    error('outer:id', 'outer of %s', e.message);
  end
catch e
  disp(e.message), disp(e.identifier)
end
%> outer of inner
%> outer:id

%% rethrow
try
  try
    error('a:b', 'first');
  catch e
    rethrow(e);
  end
catch q
  disp(q.message), disp(q.identifier)
end
%> first
%> a:b

%% an error in a function is caught outside
1;
function f(x), error('f:bad', 'bad %d', x); end
try
  f(3)
catch e
  disp(e.message)
end
%> bad 3

%% what ran before the error has happened
x = 1;
try
  x = 2;
  error('no');
  x = 3;
end
x
%> x = 2

%% a failing statement does not change its target
x = [1 2 3];
try, x = x + [1 2]; end
x
try, x(5, 5, 5) = [1 2]; end
x
try, x(1.5) = 3; end
x
try, x(2) = [7 8]; end
x
%> x =
%>
%>    1   2   3
%>
%> x =
%>
%>    1   2   3
%>
%> x =
%>
%>    1   2   3
%>
%> x =
%>
%>    1   2   3
%>

%% a failing statement does not make its target
try, y = 1 + undefined_thing; end
exist('y')
%> ans = 0

%% an error ends the script
disp(1)
x = [1 2 3] + [1 2];
disp(2)
%> 1
%> error: operator +: nonconformant arguments (op1 is 1x3, op2 is 1x2)

%% an index beyond the end
x = [1 2 3];
x(7)
%> error: x(7): out of bound 3 (dimensions are 1x3)

%% an index beyond the end, two subscripts
a = magic(3);
a(4, 1)
%> error: a(4,_): out of bound 3 (dimensions are 3x3)

%% an index beyond the end in columns
a = magic(3);
a(1, 5)
%> error: a(_,5): out of bound 3 (dimensions are 3x3)

%% an index beyond the end, without a name
magic(3)(10)
%> error: index (10): out of bound 9 (dimensions are 3x3)

%% an index of zero
x = 1:3;
x(0)
%> error: x(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% a negative index
x = 1:3;
x(-1)
%> error: x(-1): subscripts must be either integers 1 to (2^63)-1 or logicals

%% a fraction as an index
x = 1:3;
x(1.5)
%> error: x(1.5): subscripts must be either integers 1 to (2^63)-1 or logicals

%% an index of zero in a store
x = 1:3;
x(0) = 1
%> error: x(0): subscripts must be either integers 1 to (2^63)-1 or logicals

%% a cell out of bounds
c = {1, 2};
c{3}
%> error: c(3): out of bound 2 (dimensions are 1x2)

%% braces on a matrix
x = [1 2];
x{1}
%> error: matrix cannot be indexed with {

%% braces on a scalar
x = 5;
x{1}
%> error: scalar cannot be indexed with {

%% a field of a number
x = 5;
x.a
%> error: scalar cannot be indexed with .

%% a field that is not there
s.a = 1;
s.b
%> error: structure has no member 'b'

%% a field of a cell
c = {1};
c.a
%> error: cell cannot be indexed with .

%% nonconformant sum
[1 2 3] + [1 2]
%> error: operator +: nonconformant arguments (op1 is 1x3, op2 is 1x2)

%% nonconformant product
[1 2 3] * [1 2]
%> error: operator *: nonconformant arguments (op1 is 1x3, op2 is 1x2)

%% classes that do not mix
int8(1) + int16(1)
%> error: binary operator '+' not implemented for 'int8 scalar' by 'int16 scalar' operations

%% cells do not add
{1} + 1
%> error: binary operator '+' not implemented for 'cell' by 'scalar' operations

%% structs do not add
s.a = 1;
s + 1
%> error: binary operator '+' not implemented for 'scalar struct' by 'scalar' operations

%% handles do not add
@sin + 1
%> error: binary operator '+' not implemented for 'function handle' by 'scalar' operations

%% rows of different lengths
[1 2; 3]
%> error: vertical dimensions mismatch (1x2 vs 1x1)

%% columns of different heights
[[1; 2], [1; 2; 3]]
%> error: horizontal dimensions mismatch (2x1 vs 3x1)

%% an assignment of another size
x = 1:3;
x(1:2) = [1 2 3]
%> error: =: nonconformant arguments (op1 is 2x1, op2 is 1x3)

%% an assignment to rows
a = eye(2);
a(1, :) = [1 2 3]
%> error: =: nonconformant arguments (op1 is 1x2, op2 is 1x3)

%% deleting out of range
x = 1:3;
x(5) = []
%> error: A(I) = []: index out of bounds: value 5 out of bound 3

%% deleting what is no row
a = magic(3);
a(1, 2) = []
%> error: a null assignment can only have one non-colon index

%% undefined in a function
1;
function r = f(x), r = x + absent_thing; end
try
  f(1)
catch e
  disp(e.message), disp(e.identifier)
end
%> 'absent_thing' undefined near line 2, column 28
%> Octave:undefined-function

%% the stack of an error
1;
function inner(), error('deep'); end
function outer(), inner(); end
try
  outer();
catch e
  disp(e.stack(1).name)
  class(e.stack)
end
%> inner
%> ans = struct

%% error with a struct
try
  error(struct('message', 'from struct', 'identifier', 'x:y'));
catch e
  disp(e.message), disp(e.identifier)
end
%> from struct
%> x:y

%% lasterr
try, error('the last one'); end
lasterr
%> ans = the last one

%% a warning goes on
warning('careful %d', 3);
disp('on')
%> warning: careful 3
%> on

%% a warning with an identifier
warning('my:warn', 'text');
[msg, id] = lastwarn()
%> warning: text
%> msg = text
%> id = my:warn

%% a warning that is off
warning('off', 'my:warn');
warning('my:warn', 'never');
disp('quiet')
%> quiet

%% an error with a newline at its end
try
  error("no trace\n");
catch e
  disp(e.message)
end
%> no trace

%% an error of a format without arguments
try, error('50% done'); catch e, disp(e.message), end
%> 50% done

%% an error with only something like an identifier
try, error('abc:def'); catch e, disp(e.message), isempty(e.identifier), end
%> call to error with message identifier 'abc:def' requires message
%> ans = 1

%% an error with an identifier and blanks
try, error('abc: def'); catch e, disp(e.message), isempty(e.identifier), end
%> abc: def
%> ans = 1

%% err is a variable like others
try, error('one'); catch err, end
err.message
%> ans = one

%% an error in a condition
try
  if undefined_thing, disp('never'), end
catch
  disp('caught')
end
%> caught

%% an error in a loop
n = 0;
for i = 1:5
  try
    if i == 3, error('three'); end
    n += i;
  catch e
    printf('%s at %d\n', e.message, i);
  end
end
n
%> three at 3
%> n = 12

%% break out of try
for i = 1:3
  try
    if i == 2, break; end
    disp(i)
  catch
    disp('never')
  end
end
try, error('x'); catch, disp('caught'), end
%> 1
%> caught

%% return out of try
1;
function r = f()
  r = 1;
  try
    return
  catch
    r = 2;
  end
  r = 3;
end
f()
%> ans = 1

%% an error in catch
try
  try
    error('a');
  catch
    error('b');
  end
catch e
  disp(e.message)
end
%> b

%% integers and complex indices
x = 1:3;
x(int8(2))
x(true)
x(1+0i)
%> ans = 2
%> ans = 1
%> ans = 1

%% text as an index
x = 1:100;
x('a')
%> ans = 97

%% an if on a cell
if {1}, end
%> error: invalid conversion from cell array to logical value

%% a range of cells
1:{2}
%> error: invalid types found in range expression

%% ! of a cell
!{1}
%> error: unary operator '!' not implemented for 'cell' operands

%% unknown field of a struct array
s = struct('a', {1, 2});
s.b
%> error: structure has no member 'b'

%% too many values for a variable
[a, b] = 5
%> error: invalid number of output arguments for constant expression

%% a list with too few values
c = {1};
[a, b] = c{:}
%> a = 1
%> error: element number 2 undefined in return list

%% a list with no value
c = {};
x = c{:}
%> error: invalid number of elements on RHS of assignment

%% fields of a list cannot be indexed further
c = {1, 2};
c{:}.x
%> error: a cs-list cannot be further indexed

%% x += of an undefined variable
x += 1
%> error: in computed assignment A OP= X, A must be defined first

%% x(1) += of an undefined variable
x(1) += 1
%> error: in computed assignment A(index) OP= X, A must be defined first

%% error() inside an anonymous function
f = @() error('id:x', 'inside');
try, f(); catch e, disp(e.identifier), end
%> id:x

%% getReport of the last error is its text
try, error('abc'); catch e, end
[e.message ' again']
%> ans = abc again

%% undefined function in an argument
disp(undefined_thing(1))
%> error: 'undefined_thing' undefined near line 1, column 6

%% cellfun with unequal sizes
cellfun(@plus, {1, 2}, {1})
%> ans =
%>
%>    2   3
%>

%% wrong type argument
ones(2)(:, :, 2)
%> error: index (_,_,2): out of bound 1 (dimensions are 2x2)

%% assert passes and fails
assert(true);
try, assert(false); catch e, disp('failed'), end
%> failed

%% validatestring finds
validatestring('app', {'apple', 'pear'})
%> ans = apple

%% nonconformant comparison
[1 2 3] == [1 2]
%> error: mx_el_eq: nonconformant arguments (op1 is 1x3, op2 is 1x2)

%% inverse of a matrix that is not square
inv([1 2 3])
%> error: inverse: A must be a square matrix

%% chol of an indefinite matrix
chol([1 2; 2 1])
%> error: chol: input matrix must be positive definite

%% str2func of nonsense
try, f = str2func(5); catch e, disp('failed'), end
%> failed
