% Nested places that are made, changed and refused: programs that were drawn at random.

%% programs 1 to 8
1;
function show(x,pre)
  if iscell(x)
    printf('%s{%s}\n',pre,mat2str(size(x))); for k=1:numel(x), show(x{k},[pre '  ']); end
  elseif isstruct(x)
    printf('%sstruct %s\n',pre,mat2str(size(x))); f=fieldnames(x);
    for k=1:numel(x), for j=1:numel(f), printf('%s .%s\n',pre,f{j}); show(x(k).(f{j}),[pre '  ']); end, end
  elseif is_function_handle(x), printf('%shandle\n',pre);
  else printf('%s%s %s:%s\n',pre,class(x),mat2str(size(x)),sprintf(' %g',double(x(:)))); end
end
warning('off','all');
clear s; printf('--- 0\n');
disp('s(1).b(1) = {1};'); try, s(1).b(1) = {1}; catch e, disp(['E: ' e.message]); end
disp('s.a.b{3}.b = ''x'';'); try, s.a.b{3}.b = 'x'; catch e, disp(['E: ' e.message]); end
disp('s.a.b.b(2) = {};'); try, s.a.b.b(2) = {}; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 1\n');
disp('s.b(1,2) = 5;'); try, s.b(1,2) = 5; catch e, disp(['E: ' e.message]); end
disp('s.a.a.b.a = 5;'); try, s.a.a.b.a = 5; catch e, disp(['E: ' e.message]); end
disp('s.a{1}(3).b = 7;'); try, s.a{1}(3).b = 7; catch e, disp(['E: ' e.message]); end
disp('s{2}.a(1).a = 5;'); try, s{2}.a(1).a = 5; catch e, disp(['E: ' e.message]); end
disp('s(2,1).a(2,1) = @sin;'); try, s(2,1).a(2,1) = @sin; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 2\n');
disp('s{2}(2,1) = 7;'); try, s{2}(2,1) = 7; catch e, disp(['E: ' e.message]); end
disp('s{3} = {1};'); try, s{3} = {1}; catch e, disp(['E: ' e.message]); end
disp('s.b(1).b.a = [1 2];'); try, s.b(1).b.a = [1 2]; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 3\n');
disp('s.b.b = true;'); try, s.b.b = true; catch e, disp(['E: ' e.message]); end
disp('s.b{1} = true;'); try, s.b{1} = true; catch e, disp(['E: ' e.message]); end
disp('s{2} = @sin;'); try, s{2} = @sin; catch e, disp(['E: ' e.message]); end
disp('s(1).b.a = [1 2];'); try, s(1).b.a = [1 2]; catch e, disp(['E: ' e.message]); end
disp('s(1,2).a(2) = ''x'';'); try, s(1,2).a(2) = 'x'; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 4\n');
disp('s.a = {1};'); try, s.a = {1}; catch e, disp(['E: ' e.message]); end
disp('s.a = true;'); try, s.a = true; catch e, disp(['E: ' e.message]); end
disp('s(1).b.b = int8(3);'); try, s(1).b.b = int8(3); catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 5\n');
disp('s{2}(2) = @sin;'); try, s{2}(2) = @sin; catch e, disp(['E: ' e.message]); end
disp('s.b = int8(3);'); try, s.b = int8(3); catch e, disp(['E: ' e.message]); end
disp('s.a.a{1}{2} = ''abc'';'); try, s.a.a{1}{2} = 'abc'; catch e, disp(['E: ' e.message]); end
disp('s.b = true;'); try, s.b = true; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 6\n');
disp('s(1).b = struct(''a'',1,''b'',2);'); try, s(1).b = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s(2,1) = {1};'); try, s(2,1) = {1}; catch e, disp(['E: ' e.message]); end
disp('s.b = 5;'); try, s.b = 5; catch e, disp(['E: ' e.message]); end
disp('s.b.a{1,2} = ''x'';'); try, s.b.a{1,2} = 'x'; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 7\n');
disp('s(1).a = ''x'';'); try, s(1).a = 'x'; catch e, disp(['E: ' e.message]); end
disp('s.a.a = struct(''a'',1,''b'',2);'); try, s.a.a = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s{1}.a.a{1} = @sin;'); try, s{1}.a.a{1} = @sin; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
%> --- 0
%> s(1).b(1) = {1};
%> s.a.b{3}.b = 'x';
%> s.a.b.b(2) = {};
%> E: cell cannot be indexed with .
%> struct [1 1]
%>  .b
%>   {[1 1]}
%>     double [1 1]: 1
%>  .a
%>   struct [1 1]
%>    .b
%>     {[1 3]}
%>       double [0 0]: 
%>       double [0 0]: 
%>       struct [1 1]
%>        .b
%>         char [1 1]: 120
%> --- 1
%> s.b(1,2) = 5;
%> s.a.a.b.a = 5;
%> s.a{1}(3).b = 7;
%> E: struct cannot be indexed with {
%> s{2}.a(1).a = 5;
%> E: struct cannot be indexed with {
%> s(2,1).a(2,1) = @sin;
%> E: can't perform indexed assignment for function handle type
%> struct [1 1]
%>  .b
%>   double [1 2]: 0 5
%>  .a
%>   struct [1 1]
%>    .a
%>     struct [1 1]
%>      .b
%>       struct [1 1]
%>        .a
%>         double [1 1]: 5
%> --- 2
%> s{2}(2,1) = 7;
%> s{3} = {1};
%> s.b(1).b.a = [1 2];
%> E: cell cannot be indexed with .
%> {[1 3]}
%>   double [0 0]: 
%>   double [2 1]: 0 7
%>   {[1 1]}
%>     double [1 1]: 1
%> --- 3
%> s.b.b = true;
%> s.b{1} = true;
%> E: struct cannot be indexed with {
%> s{2} = @sin;
%> E: struct cannot be indexed with {
%> s(1).b.a = [1 2];
%> s(1,2).a(2) = 'x';
%> struct [1 2]
%>  .b
%>   struct [1 1]
%>    .b
%>     logical [1 1]: 1
%>    .a
%>     double [1 2]: 1 2
%>  .a
%>   double [0 0]: 
%>  .b
%>   double [0 0]: 
%>  .a
%>   char [1 2]: 0 120
%> --- 4
%> s.a = {1};
%> s.a = true;
%> s(1).b.b = int8(3);
%> struct [1 1]
%>  .a
%>   logical [1 1]: 1
%>  .b
%>   struct [1 1]
%>    .b
%>     int8 [1 1]: 3
%> --- 5
%> s{2}(2) = @sin;
%> E: can't perform indexed assignment for function handle type
%> s.b = int8(3);
%> s.a.a{1}{2} = 'abc';
%> s.b = true;
%> struct [1 1]
%>  .b
%>   logical [1 1]: 1
%>  .a
%>   struct [1 1]
%>    .a
%>     {[1 1]}
%>       {[1 2]}
%>         double [0 0]: 
%>         char [1 3]: 97 98 99
%> --- 6
%> s(1).b = struct('a',1,'b',2);
%> s(2,1) = {1};
%> E: invalid structure assignment
%> s.b = 5;
%> s.b.a{1,2} = 'x';
%> E: scalar cannot be indexed with .
%> struct [1 1]
%>  .b
%>   double [1 1]: 5
%> --- 7
%> s(1).a = 'x';
%> s.a.a = struct('a',1,'b',2);
%> E: sq_string cannot be indexed with .
%> s{1}.a.a{1} = @sin;
%> E: struct cannot be indexed with {
%> struct [1 1]
%>  .a
%>   char [1 1]: 120

%% programs 9 to 16
1;
function show(x,pre)
  if iscell(x)
    printf('%s{%s}\n',pre,mat2str(size(x))); for k=1:numel(x), show(x{k},[pre '  ']); end
  elseif isstruct(x)
    printf('%sstruct %s\n',pre,mat2str(size(x))); f=fieldnames(x);
    for k=1:numel(x), for j=1:numel(f), printf('%s .%s\n',pre,f{j}); show(x(k).(f{j}),[pre '  ']); end, end
  elseif is_function_handle(x), printf('%shandle\n',pre);
  else printf('%s%s %s:%s\n',pre,class(x),mat2str(size(x)),sprintf(' %g',double(x(:)))); end
end
warning('off','all');
clear s; printf('--- 8\n');
disp('s.a = 5;'); try, s.a = 5; catch e, disp(['E: ' e.message]); end
disp('s.a(1,2).b = 7;'); try, s.a(1,2).b = 7; catch e, disp(['E: ' e.message]); end
disp('s(1).a(1) = {};'); try, s(1).a(1) = {}; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 9\n');
disp('s(2,1).b = @sin;'); try, s(2,1).b = @sin; catch e, disp(['E: ' e.message]); end
disp('s{2} = {1};'); try, s{2} = {1}; catch e, disp(['E: ' e.message]); end
disp('s.b = 5;'); try, s.b = 5; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 10\n');
disp('s.b{1} = struct(''a'',1,''b'',2);'); try, s.b{1} = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s{1}(2).a = {1};'); try, s{1}(2).a = {1}; catch e, disp(['E: ' e.message]); end
disp('s{1}{1}.a.b = 7;'); try, s{1}{1}.a.b = 7; catch e, disp(['E: ' e.message]); end
disp('s{1}{2}.b.a = true;'); try, s{1}{2}.b.a = true; catch e, disp(['E: ' e.message]); end
disp('s{2}{2}(2) = ''x'';'); try, s{2}{2}(2) = 'x'; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 11\n');
disp('s.a = int8(3);'); try, s.a = int8(3); catch e, disp(['E: ' e.message]); end
disp('s{1} = [1 2];'); try, s{1} = [1 2]; catch e, disp(['E: ' e.message]); end
disp('s(2).b.a{1,2} = 5;'); try, s(2).b.a{1,2} = 5; catch e, disp(['E: ' e.message]); end
disp('s.b.a{1}.b = ''abc'';'); try, s.b.a{1}.b = 'abc'; catch e, disp(['E: ' e.message]); end
disp('s.a(1).b(3) = int8(3);'); try, s.a(1).b(3) = int8(3); catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 12\n');
disp('s(2).b{2} = struct(''a'',1);'); try, s(2).b{2} = struct('a',1); catch e, disp(['E: ' e.message]); end
disp('s(2).a = struct(''a'',1);'); try, s(2).a = struct('a',1); catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 13\n');
disp('s.a{1} = struct(''a'',1,''b'',2);'); try, s.a{1} = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s(2).a = 7;'); try, s(2).a = 7; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 14\n');
disp('s(1).a(3).a = {1};'); try, s(1).a(3).a = {1}; catch e, disp(['E: ' e.message]); end
disp('s.a = true;'); try, s.a = true; catch e, disp(['E: ' e.message]); end
disp('s{1}.a = {1};'); try, s{1}.a = {1}; catch e, disp(['E: ' e.message]); end
disp('s{2}.b = {1};'); try, s{2}.b = {1}; catch e, disp(['E: ' e.message]); end
disp('s(2).b = @sin;'); try, s(2).b = @sin; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 15\n');
disp('s(1).b = ''abc'';'); try, s(1).b = 'abc'; catch e, disp(['E: ' e.message]); end
disp('s.b(1) = 7;'); try, s.b(1) = 7; catch e, disp(['E: ' e.message]); end
disp('s.b = @sin;'); try, s.b = @sin; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
%> --- 8
%> s.a = 5;
%> s.a(1,2).b = 7;
%> E: in indexed assignment of scalar, last rhs index must be ()
%> s(1).a(1) = {};
%> E: operator =: no conversion for assignment of 'cell' to indexed 'scalar'
%> struct [1 1]
%>  .a
%>   double [1 1]: 5
%> --- 9
%> s(2,1).b = @sin;
%> s{2} = {1};
%> E: struct cannot be indexed with {
%> s.b = 5;
%> E: invalid dot name structure assignment because the structure array is empty.  Specify a subscript on the structure array to resolve.
%> struct [2 1]
%>  .b
%>   double [0 0]: 
%>  .b
%>   handle
%> --- 10
%> s.b{1} = struct('a',1,'b',2);
%> s{1}(2).a = {1};
%> E: struct cannot be indexed with {
%> s{1}{1}.a.b = 7;
%> E: struct cannot be indexed with {
%> s{1}{2}.b.a = true;
%> E: struct cannot be indexed with {
%> s{2}{2}(2) = 'x';
%> E: struct cannot be indexed with {
%> struct [1 1]
%>  .b
%>   {[1 1]}
%>     struct [1 1]
%>      .a
%>       double [1 1]: 1
%>      .b
%>       double [1 1]: 2
%> --- 11
%> s.a = int8(3);
%> s{1} = [1 2];
%> E: struct cannot be indexed with {
%> s(2).b.a{1,2} = 5;
%> s.b.a{1}.b = 'abc';
%> E: a cs-list cannot be further indexed
%> s.a(1).b(3) = int8(3);
%> E: a cs-list cannot be further indexed
%> struct [1 2]
%>  .a
%>   int8 [1 1]: 3
%>  .b
%>   double [0 0]: 
%>  .a
%>   double [0 0]: 
%>  .b
%>   struct [1 1]
%>    .a
%>     {[1 2]}
%>       double [0 0]: 
%>       double [1 1]: 5
%> --- 12
%> s(2).b{2} = struct('a',1);
%> s(2).a = struct('a',1);
%> struct [1 2]
%>  .b
%>   double [0 0]: 
%>  .a
%>   double [0 0]: 
%>  .b
%>   {[1 2]}
%>     double [0 0]: 
%>     struct [1 1]
%>      .a
%>       double [1 1]: 1
%>  .a
%>   struct [1 1]
%>    .a
%>     double [1 1]: 1
%> --- 13
%> s.a{1} = struct('a',1,'b',2);
%> s(2).a = 7;
%> struct [1 2]
%>  .a
%>   {[1 1]}
%>     struct [1 1]
%>      .a
%>       double [1 1]: 1
%>      .b
%>       double [1 1]: 2
%>  .a
%>   double [1 1]: 7
%> --- 14
%> s(1).a(3).a = {1};
%> s.a = true;
%> s{1}.a = {1};
%> E: struct cannot be indexed with {
%> s{2}.b = {1};
%> E: struct cannot be indexed with {
%> s(2).b = @sin;
%> struct [1 2]
%>  .a
%>   logical [1 1]: 1
%>  .b
%>   double [0 0]: 
%>  .a
%>   double [0 0]: 
%>  .b
%>   handle
%> --- 15
%> s(1).b = 'abc';
%> s.b(1) = 7;
%> s.b = @sin;
%> struct [1 1]
%>  .b
%>   handle

%% programs 17 to 24
1;
function show(x,pre)
  if iscell(x)
    printf('%s{%s}\n',pre,mat2str(size(x))); for k=1:numel(x), show(x{k},[pre '  ']); end
  elseif isstruct(x)
    printf('%sstruct %s\n',pre,mat2str(size(x))); f=fieldnames(x);
    for k=1:numel(x), for j=1:numel(f), printf('%s .%s\n',pre,f{j}); show(x(k).(f{j}),[pre '  ']); end, end
  elseif is_function_handle(x), printf('%shandle\n',pre);
  else printf('%s%s %s:%s\n',pre,class(x),mat2str(size(x)),sprintf(' %g',double(x(:)))); end
end
warning('off','all');
clear s; printf('--- 16\n');
disp('s.a(1,2).b = struct(''a'',1,''b'',2);'); try, s.a(1,2).b = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s(1) = @sin;'); try, s(1) = @sin; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 17\n');
disp('s.a = {};'); try, s.a = {}; catch e, disp(['E: ' e.message]); end
disp('s{2}.b(1) = @sin;'); try, s{2}.b(1) = @sin; catch e, disp(['E: ' e.message]); end
disp('s.b(1).b = {1};'); try, s.b(1).b = {1}; catch e, disp(['E: ' e.message]); end
disp('s.b = {1};'); try, s.b = {1}; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 18\n');
disp('s(2).b{1} = 5;'); try, s(2).b{1} = 5; catch e, disp(['E: ' e.message]); end
disp('s.a.a.a{2} = struct(''a'',1);'); try, s.a.a.a{2} = struct('a',1); catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 19\n');
disp('s{2}.a.a = 7;'); try, s{2}.a.a = 7; catch e, disp(['E: ' e.message]); end
disp('s(2).b(1,2).a = {};'); try, s(2).b(1,2).a = {}; catch e, disp(['E: ' e.message]); end
disp('s.b = ''abc'';'); try, s.b = 'abc'; catch e, disp(['E: ' e.message]); end
disp('s.b{1} = true;'); try, s.b{1} = true; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 20\n');
disp('s.b = 7;'); try, s.b = 7; catch e, disp(['E: ' e.message]); end
disp('s.a.a(2) = true;'); try, s.a.a(2) = true; catch e, disp(['E: ' e.message]); end
disp('s.b{1}{1}.b = int8(3);'); try, s.b{1}{1}.b = int8(3); catch e, disp(['E: ' e.message]); end
disp('s.a.b{1}.a = 5;'); try, s.a.b{1}.a = 5; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 21\n');
disp('s.a(3).b.b = ''abc'';'); try, s.a(3).b.b = 'abc'; catch e, disp(['E: ' e.message]); end
disp('s.a{3}{1,2}{2} = 5;'); try, s.a{3}{1,2}{2} = 5; catch e, disp(['E: ' e.message]); end
disp('s(2).a = {1};'); try, s(2).a = {1}; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 22\n');
disp('s.a.a{2}.b = 5;'); try, s.a.a{2}.b = 5; catch e, disp(['E: ' e.message]); end
disp('s.a.b{1}{2} = 5;'); try, s.a.b{1}{2} = 5; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 23\n');
disp('s(2,1).a = true;'); try, s(2,1).a = true; catch e, disp(['E: ' e.message]); end
disp('s(2,1).a.b = 7;'); try, s(2,1).a.b = 7; catch e, disp(['E: ' e.message]); end
disp('s(1).a = 7;'); try, s(1).a = 7; catch e, disp(['E: ' e.message]); end
disp('s.a(2).a = struct(''a'',1,''b'',2);'); try, s.a(2).a = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s(2,1).b = @sin;'); try, s(2,1).b = @sin; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
%> --- 16
%> s.a(1,2).b = struct('a',1,'b',2);
%> s(1) = @sin;
%> E: invalid structure assignment
%> struct [1 1]
%>  .a
%>   struct [1 2]
%>    .b
%>     double [0 0]: 
%>    .b
%>     struct [1 1]
%>      .a
%>       double [1 1]: 1
%>      .b
%>       double [1 1]: 2
%> --- 17
%> s.a = {};
%> s{2}.b(1) = @sin;
%> E: struct cannot be indexed with {
%> s.b(1).b = {1};
%> s.b = {1};
%> struct [1 1]
%>  .a
%>   {[0 0]}
%>  .b
%>   {[1 1]}
%>     double [1 1]: 1
%> --- 18
%> s(2).b{1} = 5;
%> s.a.a.a{2} = struct('a',1);
%> E: octave_map::setfield: internal error
%> struct [1 2]
%>  .b
%>   double [0 0]: 
%>  .b
%>   {[1 1]}
%>     double [1 1]: 5
%> --- 19
%> s{2}.a.a = 7;
%> s(2).b(1,2).a = {};
%> E: cell cannot be indexed with .
%> s.b = 'abc';
%> E: invalid dot name structure assignment because the structure array is empty.  Specify a subscript on the structure array to resolve.
%> s.b{1} = true;
%> E: cell cannot be indexed with .
%> {[1 2]}
%>   double [0 0]: 
%>   struct [1 1]
%>    .a
%>     struct [1 1]
%>      .a
%>       double [1 1]: 7
%> --- 20
%> s.b = 7;
%> s.a.a(2) = true;
%> s.b{1}{1}.b = int8(3);
%> E: scalar cannot be indexed with {
%> s.a.b{1}.a = 5;
%> struct [1 1]
%>  .b
%>   double [1 1]: 7
%>  .a
%>   struct [1 1]
%>    .a
%>     logical [1 2]: 0 1
%>    .b
%>     {[1 1]}
%>       struct [1 1]
%>        .a
%>         double [1 1]: 5
%> --- 21
%> s.a(3).b.b = 'abc';
%> s.a{3}{1,2}{2} = 5;
%> E: struct cannot be indexed with {
%> s(2).a = {1};
%> struct [1 2]
%>  .a
%>   struct [1 3]
%>    .b
%>     double [0 0]: 
%>    .b
%>     double [0 0]: 
%>    .b
%>     struct [1 1]
%>      .b
%>       char [1 3]: 97 98 99
%>  .a
%>   {[1 1]}
%>     double [1 1]: 1
%> --- 22
%> s.a.a{2}.b = 5;
%> s.a.b{1}{2} = 5;
%> struct [1 1]
%>  .a
%>   struct [1 1]
%>    .a
%>     {[1 2]}
%>       double [0 0]: 
%>       struct [1 1]
%>        .b
%>         double [1 1]: 5
%>    .b
%>     {[1 1]}
%>       {[1 2]}
%>         double [0 0]: 
%>         double [1 1]: 5
%> --- 23
%> s(2,1).a = true;
%> s(2,1).a.b = 7;
%> E: bool cannot be indexed with .
%> s(1).a = 7;
%> s.a(2).a = struct('a',1,'b',2);
%> E: a cs-list cannot be further indexed
%> s(2,1).b = @sin;
%> struct [2 1]
%>  .a
%>   double [1 1]: 7
%>  .b
%>   double [0 0]: 
%>  .a
%>   logical [1 1]: 1
%>  .b
%>   handle

%% programs 25 to 32
1;
function show(x,pre)
  if iscell(x)
    printf('%s{%s}\n',pre,mat2str(size(x))); for k=1:numel(x), show(x{k},[pre '  ']); end
  elseif isstruct(x)
    printf('%sstruct %s\n',pre,mat2str(size(x))); f=fieldnames(x);
    for k=1:numel(x), for j=1:numel(f), printf('%s .%s\n',pre,f{j}); show(x(k).(f{j}),[pre '  ']); end, end
  elseif is_function_handle(x), printf('%shandle\n',pre);
  else printf('%s%s %s:%s\n',pre,class(x),mat2str(size(x)),sprintf(' %g',double(x(:)))); end
end
warning('off','all');
clear s; printf('--- 24\n');
disp('s.a.b = ''abc'';'); try, s.a.b = 'abc'; catch e, disp(['E: ' e.message]); end
disp('s{2}.a = ''abc'';'); try, s{2}.a = 'abc'; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 25\n');
disp('s(2) = 7;'); try, s(2) = 7; catch e, disp(['E: ' e.message]); end
disp('s{3}(1).a(2) = [];'); try, s{3}(1).a(2) = []; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 26\n');
disp('s{1}{3}{1,2} = {1};'); try, s{1}{3}{1,2} = {1}; catch e, disp(['E: ' e.message]); end
disp('s(1).a.b.b = true;'); try, s(1).a.b.b = true; catch e, disp(['E: ' e.message]); end
disp('s(1) = ''x'';'); try, s(1) = 'x'; catch e, disp(['E: ' e.message]); end
disp('s.b = {1};'); try, s.b = {1}; catch e, disp(['E: ' e.message]); end
disp('s.b{3}.b = ''x'';'); try, s.b{3}.b = 'x'; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 27\n');
disp('s.b{2}.a = 5;'); try, s.b{2}.a = 5; catch e, disp(['E: ' e.message]); end
disp('s{2}(2,1).b.a = 5;'); try, s{2}(2,1).b.a = 5; catch e, disp(['E: ' e.message]); end
disp('s{1}(2).a = [];'); try, s{1}(2).a = []; catch e, disp(['E: ' e.message]); end
disp('s(3) = true;'); try, s(3) = true; catch e, disp(['E: ' e.message]); end
disp('s{1,2}{3}{1}(2) = int8(3);'); try, s{1,2}{3}{1}(2) = int8(3); catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 28\n');
disp('s.b = 5;'); try, s.b = 5; catch e, disp(['E: ' e.message]); end
disp('s{3}.b = @sin;'); try, s{3}.b = @sin; catch e, disp(['E: ' e.message]); end
disp('s.b{1,2}.a{3} = struct(''a'',1);'); try, s.b{1,2}.a{3} = struct('a',1); catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 29\n');
disp('s(3).b(1) = {1};'); try, s(3).b(1) = {1}; catch e, disp(['E: ' e.message]); end
disp('s(2).b(3).b = int8(3);'); try, s(2).b(3).b = int8(3); catch e, disp(['E: ' e.message]); end
disp('s{2}(2) = [1 2];'); try, s{2}(2) = [1 2]; catch e, disp(['E: ' e.message]); end
disp('s(1,2).b = [1 2];'); try, s(1,2).b = [1 2]; catch e, disp(['E: ' e.message]); end
disp('s{1}(2,1).b = {1};'); try, s{1}(2,1).b = {1}; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 30\n');
disp('s.b.b(2,1).b = struct(''a'',1);'); try, s.b.b(2,1).b = struct('a',1); catch e, disp(['E: ' e.message]); end
disp('s(3).b.b(2,1) = struct(''a'',1);'); try, s(3).b.b(2,1) = struct('a',1); catch e, disp(['E: ' e.message]); end
disp('s.a.a.a.a = 5;'); try, s.a.a.a.a = 5; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 31\n');
disp('s.b{3} = struct(''a'',1,''b'',2);'); try, s.b{3} = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s{1}.b.a = [];'); try, s{1}.b.a = []; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
%> --- 24
%> s.a.b = 'abc';
%> s{2}.a = 'abc';
%> E: struct cannot be indexed with {
%> struct [1 1]
%>  .a
%>   struct [1 1]
%>    .b
%>     char [1 3]: 97 98 99
%> --- 25
%> s(2) = 7;
%> s{3}(1).a(2) = [];
%> E: matrix cannot be indexed with {
%> double [1 2]: 0 7
%> --- 26
%> s{1}{3}{1,2} = {1};
%> s(1).a.b.b = true;
%> E: cell cannot be indexed with .
%> s(1) = 'x';
%> s.b = {1};
%> E: cell cannot be indexed with .
%> s.b{3}.b = 'x';
%> E: cell cannot be indexed with .
%> {[1 1]}
%>   char [1 1]: 120
%> --- 27
%> s.b{2}.a = 5;
%> s{2}(2,1).b.a = 5;
%> E: struct cannot be indexed with {
%> s{1}(2).a = [];
%> E: struct cannot be indexed with {
%> s(3) = true;
%> E: invalid structure assignment
%> s{1,2}{3}{1}(2) = int8(3);
%> E: struct cannot be indexed with {
%> struct [1 1]
%>  .b
%>   {[1 2]}
%>     double [0 0]: 
%>     struct [1 1]
%>      .a
%>       double [1 1]: 5
%> --- 28
%> s.b = 5;
%> s{3}.b = @sin;
%> E: struct cannot be indexed with {
%> s.b{1,2}.a{3} = struct('a',1);
%> E: scalar cannot be indexed with {
%> struct [1 1]
%>  .b
%>   double [1 1]: 5
%> --- 29
%> s(3).b(1) = {1};
%> s(2).b(3).b = int8(3);
%> s{2}(2) = [1 2];
%> E: struct cannot be indexed with {
%> s(1,2).b = [1 2];
%> s{1}(2,1).b = {1};
%> E: struct cannot be indexed with {
%> struct [1 3]
%>  .b
%>   double [0 0]: 
%>  .b
%>   double [1 2]: 1 2
%>  .b
%>   {[1 1]}
%>     double [1 1]: 1
%> --- 30
%> s.b.b(2,1).b = struct('a',1);
%> s(3).b.b(2,1) = struct('a',1);
%> s.a.a.a.a = 5;
%> E: octave_map::setfield: internal error
%> struct [1 3]
%>  .b
%>   struct [1 1]
%>    .b
%>     struct [2 1]
%>      .b
%>       double [0 0]: 
%>      .b
%>       struct [1 1]
%>        .a
%>         double [1 1]: 1
%>  .b
%>   double [0 0]: 
%>  .b
%>   struct [1 1]
%>    .b
%>     struct [2 1]
%>      .a
%>       double [0 0]: 
%>      .a
%>       double [1 1]: 1
%> --- 31
%> s.b{3} = struct('a',1,'b',2);
%> s{1}.b.a = [];
%> E: struct cannot be indexed with {
%> struct [1 1]
%>  .b
%>   {[1 3]}
%>     double [0 0]: 
%>     double [0 0]: 
%>     struct [1 1]
%>      .a
%>       double [1 1]: 1
%>      .b
%>       double [1 1]: 2

%% programs 33 to 40
1;
function show(x,pre)
  if iscell(x)
    printf('%s{%s}\n',pre,mat2str(size(x))); for k=1:numel(x), show(x{k},[pre '  ']); end
  elseif isstruct(x)
    printf('%sstruct %s\n',pre,mat2str(size(x))); f=fieldnames(x);
    for k=1:numel(x), for j=1:numel(f), printf('%s .%s\n',pre,f{j}); show(x(k).(f{j}),[pre '  ']); end, end
  elseif is_function_handle(x), printf('%shandle\n',pre);
  else printf('%s%s %s:%s\n',pre,class(x),mat2str(size(x)),sprintf(' %g',double(x(:)))); end
end
warning('off','all');
clear s; printf('--- 32\n');
disp('s{1} = {};'); try, s{1} = {}; catch e, disp(['E: ' e.message]); end
disp('s(1).a = 5;'); try, s(1).a = 5; catch e, disp(['E: ' e.message]); end
disp('s(2).a = ''abc'';'); try, s(2).a = 'abc'; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 33\n');
disp('s(3).a(3).b = {1};'); try, s(3).a(3).b = {1}; catch e, disp(['E: ' e.message]); end
disp('s(3).b.b = struct(''a'',1);'); try, s(3).b.b = struct('a',1); catch e, disp(['E: ' e.message]); end
disp('s(1).b.a = {};'); try, s(1).b.a = {}; catch e, disp(['E: ' e.message]); end
disp('s.a = {1};'); try, s.a = {1}; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 34\n');
disp('s.a{1}.a = struct(''a'',1,''b'',2);'); try, s.a{1}.a = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s.b(1).a = [1 2];'); try, s.b(1).a = [1 2]; catch e, disp(['E: ' e.message]); end
disp('s(1).a.a = {1};'); try, s(1).a.a = {1}; catch e, disp(['E: ' e.message]); end
disp('s(3) = {1};'); try, s(3) = {1}; catch e, disp(['E: ' e.message]); end
disp('s.b = true;'); try, s.b = true; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 35\n');
disp('s(3).a = true;'); try, s(3).a = true; catch e, disp(['E: ' e.message]); end
disp('s{1} = ''abc'';'); try, s{1} = 'abc'; catch e, disp(['E: ' e.message]); end
disp('s{1,2}.b(2,1) = int8(3);'); try, s{1,2}.b(2,1) = int8(3); catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 36\n');
disp('s.a = [];'); try, s.a = []; catch e, disp(['E: ' e.message]); end
disp('s{2}(2).b = @sin;'); try, s{2}(2).b = @sin; catch e, disp(['E: ' e.message]); end
disp('s(1) = 5;'); try, s(1) = 5; catch e, disp(['E: ' e.message]); end
disp('s(3) = ''abc'';'); try, s(3) = 'abc'; catch e, disp(['E: ' e.message]); end
disp('s{1}{1}.a.a = {};'); try, s{1}{1}.a.a = {}; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 37\n');
disp('s.b = int8(3);'); try, s.b = int8(3); catch e, disp(['E: ' e.message]); end
disp('s.a{1}{2}(3) = @sin;'); try, s.a{1}{2}(3) = @sin; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 38\n');
disp('s{1,2} = @sin;'); try, s{1,2} = @sin; catch e, disp(['E: ' e.message]); end
disp('s.b{1,2} = 5;'); try, s.b{1,2} = 5; catch e, disp(['E: ' e.message]); end
disp('s(1,2).b = [1 2];'); try, s(1,2).b = [1 2]; catch e, disp(['E: ' e.message]); end
disp('s.a(2,1) = 5;'); try, s.a(2,1) = 5; catch e, disp(['E: ' e.message]); end
disp('s(2).b.b(2) = [];'); try, s(2).b.b(2) = []; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 39\n');
disp('s(1,2).b.b = 5;'); try, s(1,2).b.b = 5; catch e, disp(['E: ' e.message]); end
disp('s{1}.a{1}.b = struct(''a'',1);'); try, s{1}.a{1}.b = struct('a',1); catch e, disp(['E: ' e.message]); end
disp('s.a.a = {1};'); try, s.a.a = {1}; catch e, disp(['E: ' e.message]); end
disp('s(1).b(1) = {1};'); try, s(1).b(1) = {1}; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
%> --- 32
%> s{1} = {};
%> s(1).a = 5;
%> E: cell cannot be indexed with .
%> s(2).a = 'abc';
%> E: cell cannot be indexed with .
%> {[1 1]}
%>   {[0 0]}
%> --- 33
%> s(3).a(3).b = {1};
%> s(3).b.b = struct('a',1);
%> s(1).b.a = {};
%> s.a = {1};
%> E: invalid dot name structure assignment because the structure array is empty.  Specify a subscript on the structure array to resolve.
%> struct [1 3]
%>  .a
%>   double [0 0]: 
%>  .b
%>   struct [1 1]
%>    .a
%>     {[0 0]}
%>  .a
%>   double [0 0]: 
%>  .b
%>   double [0 0]: 
%>  .a
%>   struct [1 3]
%>    .b
%>     double [0 0]: 
%>    .b
%>     double [0 0]: 
%>    .b
%>     {[1 1]}
%>       double [1 1]: 1
%>  .b
%>   struct [1 1]
%>    .b
%>     struct [1 1]
%>      .a
%>       double [1 1]: 1
%> --- 34
%> s.a{1}.a = struct('a',1,'b',2);
%> s.b(1).a = [1 2];
%> s(1).a.a = {1};
%> E: cell cannot be indexed with .
%> s(3) = {1};
%> E: invalid structure assignment
%> s.b = true;
%> struct [1 1]
%>  .a
%>   {[1 1]}
%>     struct [1 1]
%>      .a
%>       struct [1 1]
%>        .a
%>         double [1 1]: 1
%>        .b
%>         double [1 1]: 2
%>  .b
%>   logical [1 1]: 1
%> --- 35
%> s(3).a = true;
%> s{1} = 'abc';
%> E: struct cannot be indexed with {
%> s{1,2}.b(2,1) = int8(3);
%> E: struct cannot be indexed with {
%> struct [1 3]
%>  .a
%>   double [0 0]: 
%>  .a
%>   double [0 0]: 
%>  .a
%>   logical [1 1]: 1
%> --- 36
%> s.a = [];
%> s{2}(2).b = @sin;
%> E: struct cannot be indexed with {
%> s(1) = 5;
%> E: invalid structure assignment
%> s(3) = 'abc';
%> E: invalid structure assignment
%> s{1}{1}.a.a = {};
%> E: struct cannot be indexed with {
%> struct [1 1]
%>  .a
%>   double [0 0]: 
%> --- 37
%> s.b = int8(3);
%> s.a{1}{2}(3) = @sin;
%> E: can't perform indexed assignment for function handle type
%> struct [1 1]
%>  .b
%>   int8 [1 1]: 3
%> --- 38
%> s{1,2} = @sin;
%> s.b{1,2} = 5;
%> E: cell cannot be indexed with .
%> s(1,2).b = [1 2];
%> E: cell cannot be indexed with .
%> s.a(2,1) = 5;
%> E: cell cannot be indexed with .
%> s(2).b.b(2) = [];
%> E: cell cannot be indexed with .
%> {[1 2]}
%>   double [0 0]: 
%>   handle
%> --- 39
%> s(1,2).b.b = 5;
%> s{1}.a{1}.b = struct('a',1);
%> E: struct cannot be indexed with {
%> s.a.a = {1};
%> E: octave_map::setfield: internal error
%> s(1).b(1) = {1};
%> struct [1 2]
%>  .b
%>   {[1 1]}
%>     double [1 1]: 1
%>  .b
%>   struct [1 1]
%>    .b
%>     double [1 1]: 5

%% programs 41 to 48
1;
function show(x,pre)
  if iscell(x)
    printf('%s{%s}\n',pre,mat2str(size(x))); for k=1:numel(x), show(x{k},[pre '  ']); end
  elseif isstruct(x)
    printf('%sstruct %s\n',pre,mat2str(size(x))); f=fieldnames(x);
    for k=1:numel(x), for j=1:numel(f), printf('%s .%s\n',pre,f{j}); show(x(k).(f{j}),[pre '  ']); end, end
  elseif is_function_handle(x), printf('%shandle\n',pre);
  else printf('%s%s %s:%s\n',pre,class(x),mat2str(size(x)),sprintf(' %g',double(x(:)))); end
end
warning('off','all');
clear s; printf('--- 40\n');
disp('s{1,2} = [1 2];'); try, s{1,2} = [1 2]; catch e, disp(['E: ' e.message]); end
disp('s(3).b(2).b = 7;'); try, s(3).b(2).b = 7; catch e, disp(['E: ' e.message]); end
disp('s.b.a{1}.b = {1};'); try, s.b.a{1}.b = {1}; catch e, disp(['E: ' e.message]); end
disp('s.a.a = true;'); try, s.a.a = true; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 41\n');
disp('s.a{1,2} = 5;'); try, s.a{1,2} = 5; catch e, disp(['E: ' e.message]); end
disp('s.a{2}{3} = struct(''a'',1,''b'',2);'); try, s.a{2}{3} = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s{1,2}(2).a = [1 2];'); try, s{1,2}(2).a = [1 2]; catch e, disp(['E: ' e.message]); end
disp('s.b{1}.b = struct(''a'',1);'); try, s.b{1}.b = struct('a',1); catch e, disp(['E: ' e.message]); end
disp('s(2).b.a{2} = [];'); try, s(2).b.a{2} = []; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 42\n');
disp('s(1,2).b{1}{1,2} = @sin;'); try, s(1,2).b{1}{1,2} = @sin; catch e, disp(['E: ' e.message]); end
disp('s(1).b = [];'); try, s(1).b = []; catch e, disp(['E: ' e.message]); end
disp('s(1) = 7;'); try, s(1) = 7; catch e, disp(['E: ' e.message]); end
disp('s(2).a.b = 7;'); try, s(2).a.b = 7; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 43\n');
disp('s(1,2).a(3) = 5;'); try, s(1,2).a(3) = 5; catch e, disp(['E: ' e.message]); end
disp('s(2).b = int8(3);'); try, s(2).b = int8(3); catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 44\n');
disp('s.b(2,1).b = 5;'); try, s.b(2,1).b = 5; catch e, disp(['E: ' e.message]); end
disp('s(2,1).b(3).b = 5;'); try, s(2,1).b(3).b = 5; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 45\n');
disp('s(1).a.b{3} = true;'); try, s(1).a.b{3} = true; catch e, disp(['E: ' e.message]); end
disp('s{2} = {};'); try, s{2} = {}; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 46\n');
disp('s.a = {1};'); try, s.a = {1}; catch e, disp(['E: ' e.message]); end
disp('s.b = struct(''a'',1);'); try, s.b = struct('a',1); catch e, disp(['E: ' e.message]); end
disp('s.b(2) = {1};'); try, s.b(2) = {1}; catch e, disp(['E: ' e.message]); end
disp('s(1).a(1).b = 7;'); try, s(1).a(1).b = 7; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 47\n');
disp('s(2).b.b = 7;'); try, s(2).b.b = 7; catch e, disp(['E: ' e.message]); end
disp('s{1}.a.a = struct(''a'',1);'); try, s{1}.a.a = struct('a',1); catch e, disp(['E: ' e.message]); end
disp('s(1,2).a = @sin;'); try, s(1,2).a = @sin; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
%> --- 40
%> s{1,2} = [1 2];
%> s(3).b(2).b = 7;
%> E: cell cannot be indexed with .
%> s.b.a{1}.b = {1};
%> E: cell cannot be indexed with .
%> s.a.a = true;
%> E: cell cannot be indexed with .
%> {[1 2]}
%>   double [0 0]: 
%>   double [1 2]: 1 2
%> --- 41
%> s.a{1,2} = 5;
%> s.a{2}{3} = struct('a',1,'b',2);
%> E: scalar cannot be indexed with {
%> s{1,2}(2).a = [1 2];
%> E: struct cannot be indexed with {
%> s.b{1}.b = struct('a',1);
%> s(2).b.a{2} = [];
%> struct [1 2]
%>  .a
%>   {[1 2]}
%>     double [0 0]: 
%>     double [1 1]: 5
%>  .b
%>   {[1 1]}
%>     struct [1 1]
%>      .b
%>       struct [1 1]
%>        .a
%>         double [1 1]: 1
%>  .a
%>   double [0 0]: 
%>  .b
%>   struct [1 1]
%>    .a
%>     {[1 2]}
%>       double [0 0]: 
%>       double [0 0]: 
%> --- 42
%> s(1,2).b{1}{1,2} = @sin;
%> s(1).b = [];
%> s(1) = 7;
%> E: invalid structure assignment
%> s(2).a.b = 7;
%> struct [1 2]
%>  .b
%>   double [0 0]: 
%>  .a
%>   double [0 0]: 
%>  .b
%>   {[1 1]}
%>     {[1 2]}
%>       double [0 0]: 
%>       handle
%>  .a
%>   struct [1 1]
%>    .b
%>     double [1 1]: 7
%> --- 43
%> s(1,2).a(3) = 5;
%> s(2).b = int8(3);
%> struct [1 2]
%>  .a
%>   double [0 0]: 
%>  .b
%>   double [0 0]: 
%>  .a
%>   double [1 3]: 0 0 5
%>  .b
%>   int8 [1 1]: 3
%> --- 44
%> s.b(2,1).b = 5;
%> s(2,1).b(3).b = 5;
%> struct [2 1]
%>  .b
%>   struct [2 1]
%>    .b
%>     double [0 0]: 
%>    .b
%>     double [1 1]: 5
%>  .b
%>   struct [1 3]
%>    .b
%>     double [0 0]: 
%>    .b
%>     double [0 0]: 
%>    .b
%>     double [1 1]: 5
%> --- 45
%> s(1).a.b{3} = true;
%> s{2} = {};
%> E: struct cannot be indexed with {
%> struct [1 1]
%>  .a
%>   struct [1 1]
%>    .b
%>     {[1 3]}
%>       double [0 0]: 
%>       double [0 0]: 
%>       logical [1 1]: 1
%> --- 46
%> s.a = {1};
%> s.b = struct('a',1);
%> s.b(2) = {1};
%> E: invalid structure assignment
%> s(1).a(1).b = 7;
%> E: cell cannot be indexed with .
%> struct [1 1]
%>  .a
%>   {[1 1]}
%>     double [1 1]: 1
%>  .b
%>   struct [1 1]
%>    .a
%>     double [1 1]: 1
%> --- 47
%> s(2).b.b = 7;
%> s{1}.a.a = struct('a',1);
%> E: struct cannot be indexed with {
%> s(1,2).a = @sin;
%> struct [1 2]
%>  .b
%>   double [0 0]: 
%>  .a
%>   double [0 0]: 
%>  .b
%>   struct [1 1]
%>    .b
%>     double [1 1]: 7
%>  .a
%>   handle

%% programs 49 to 56
1;
function show(x,pre)
  if iscell(x)
    printf('%s{%s}\n',pre,mat2str(size(x))); for k=1:numel(x), show(x{k},[pre '  ']); end
  elseif isstruct(x)
    printf('%sstruct %s\n',pre,mat2str(size(x))); f=fieldnames(x);
    for k=1:numel(x), for j=1:numel(f), printf('%s .%s\n',pre,f{j}); show(x(k).(f{j}),[pre '  ']); end, end
  elseif is_function_handle(x), printf('%shandle\n',pre);
  else printf('%s%s %s:%s\n',pre,class(x),mat2str(size(x)),sprintf(' %g',double(x(:)))); end
end
warning('off','all');
clear s; printf('--- 48\n');
disp('s(2) = [];'); try, s(2) = []; catch e, disp(['E: ' e.message]); end
disp('s.b{2} = [];'); try, s.b{2} = []; catch e, disp(['E: ' e.message]); end
disp('s(2).a(2) = struct(''a'',1);'); try, s(2).a(2) = struct('a',1); catch e, disp(['E: ' e.message]); end
disp('s(3) = ''x'';'); try, s(3) = 'x'; catch e, disp(['E: ' e.message]); end
disp('s.a{3}{2} = struct(''a'',1);'); try, s.a{3}{2} = struct('a',1); catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 49\n');
disp('s(1,2).b = [1 2];'); try, s(1,2).b = [1 2]; catch e, disp(['E: ' e.message]); end
disp('s.a = ''abc'';'); try, s.a = 'abc'; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 50\n');
disp('s{3} = [];'); try, s{3} = []; catch e, disp(['E: ' e.message]); end
disp('s.a{1}.b = {};'); try, s.a{1}.b = {}; catch e, disp(['E: ' e.message]); end
disp('s{1}(1,2).a = [];'); try, s{1}(1,2).a = []; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 51\n');
disp('s(3) = ''x'';'); try, s(3) = 'x'; catch e, disp(['E: ' e.message]); end
disp('s.a.a.b = 5;'); try, s.a.a.b = 5; catch e, disp(['E: ' e.message]); end
disp('s{1}{2}(1).a = struct(''a'',1,''b'',2);'); try, s{1}{2}(1).a = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s{1,2} = [];'); try, s{1,2} = []; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 52\n');
disp('s.b(2).a = [1 2];'); try, s.b(2).a = [1 2]; catch e, disp(['E: ' e.message]); end
disp('s(3).a = int8(3);'); try, s(3).a = int8(3); catch e, disp(['E: ' e.message]); end
disp('s(2).b{1,2} = true;'); try, s(2).b{1,2} = true; catch e, disp(['E: ' e.message]); end
disp('s.a = ''abc'';'); try, s.a = 'abc'; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 53\n');
disp('s(3).a = ''abc'';'); try, s(3).a = 'abc'; catch e, disp(['E: ' e.message]); end
disp('s(2).a.a.a = ''x'';'); try, s(2).a.a.a = 'x'; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 54\n');
disp('s.b{3} = 5;'); try, s.b{3} = 5; catch e, disp(['E: ' e.message]); end
disp('s.b{1}.b.b = {};'); try, s.b{1}.b.b = {}; catch e, disp(['E: ' e.message]); end
disp('s.b.b(3) = struct(''a'',1,''b'',2);'); try, s.b.b(3) = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s.a = [1 2];'); try, s.a = [1 2]; catch e, disp(['E: ' e.message]); end
disp('s(3).a.a = 5;'); try, s(3).a.a = 5; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 55\n');
disp('s{1}(3) = {};'); try, s{1}(3) = {}; catch e, disp(['E: ' e.message]); end
disp('s.a.b = [];'); try, s.a.b = []; catch e, disp(['E: ' e.message]); end
disp('s.b(1,2).b{1} = true;'); try, s.b(1,2).b{1} = true; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
%> --- 48
%> s(2) = [];
%> E: A(I) = []: index out of bounds: value 2 out of bound 0
%> s.b{2} = [];
%> s(2).a(2) = struct('a',1);
%> s(3) = 'x';
%> E: invalid structure assignment
%> s.a{3}{2} = struct('a',1);
%> E: a cs-list cannot be further indexed
%> struct [1 2]
%>  .b
%>   {[1 2]}
%>     double [0 0]: 
%>     double [0 0]: 
%>  .a
%>   double [0 0]: 
%>  .b
%>   double [0 0]: 
%>  .a
%>   struct [1 2]
%>    .a
%>     double [0 0]: 
%>    .a
%>     double [1 1]: 1
%> --- 49
%> s(1,2).b = [1 2];
%> s.a = 'abc';
%> E: invalid dot name structure assignment because the structure array is empty.  Specify a subscript on the structure array to resolve.
%> struct [1 2]
%>  .b
%>   double [0 0]: 
%>  .b
%>   double [1 2]: 1 2
%> --- 50
%> s{3} = [];
%> s.a{1}.b = {};
%> E: cell cannot be indexed with .
%> s{1}(1,2).a = [];
%> {[1 3]}
%>   struct [1 2]
%>    .a
%>     double [0 0]: 
%>    .a
%>     double [0 0]: 
%>   double [0 0]: 
%>   double [0 0]: 
%> --- 51
%> s(3) = 'x';
%> s.a.a.b = 5;
%> E: sq_string cannot be indexed with .
%> s{1}{2}(1).a = struct('a',1,'b',2);
%> E: sq_string cannot be indexed with {
%> s{1,2} = [];
%> E: sq_string cannot be indexed with {
%> char [1 3]: 0 0 120
%> --- 52
%> s.b(2).a = [1 2];
%> s(3).a = int8(3);
%> s(2).b{1,2} = true;
%> s.a = 'abc';
%> E: invalid dot name structure assignment because the structure array is empty.  Specify a subscript on the structure array to resolve.
%> struct [1 3]
%>  .b
%>   struct [1 2]
%>    .a
%>     double [0 0]: 
%>    .a
%>     double [1 2]: 1 2
%>  .a
%>   double [0 0]: 
%>  .b
%>   {[1 2]}
%>     double [0 0]: 
%>     logical [1 1]: 1
%>  .a
%>   double [0 0]: 
%>  .b
%>   double [0 0]: 
%>  .a
%>   int8 [1 1]: 3
%> --- 53
%> s(3).a = 'abc';
%> s(2).a.a.a = 'x';
%> struct [1 3]
%>  .a
%>   double [0 0]: 
%>  .a
%>   struct [1 1]
%>    .a
%>     struct [1 1]
%>      .a
%>       char [1 1]: 120
%>  .a
%>   char [1 3]: 97 98 99
%> --- 54
%> s.b{3} = 5;
%> s.b{1}.b.b = {};
%> s.b.b(3) = struct('a',1,'b',2);
%> E: cell cannot be indexed with .
%> s.a = [1 2];
%> s(3).a.a = 5;
%> struct [1 3]
%>  .b
%>   {[1 3]}
%>     struct [1 1]
%>      .b
%>       struct [1 1]
%>        .b
%>         {[0 0]}
%>     double [0 0]: 
%>     double [1 1]: 5
%>  .a
%>   double [1 2]: 1 2
%>  .b
%>   double [0 0]: 
%>  .a
%>   double [0 0]: 
%>  .b
%>   double [0 0]: 
%>  .a
%>   struct [1 1]
%>    .a
%>     double [1 1]: 5
%> --- 55
%> s{1}(3) = {};
%> E: =: nonconformant arguments (op1 is 1x1, op2 is 0x0)
%> s.a.b = [];
%> s.b(1,2).b{1} = true;
%> struct [1 1]
%>  .a
%>   struct [1 1]
%>    .b
%>     double [0 0]: 
%>  .b
%>   struct [1 2]
%>    .b
%>     double [0 0]: 
%>    .b
%>     {[1 1]}
%>       logical [1 1]: 1

%% programs 57 to 64
1;
function show(x,pre)
  if iscell(x)
    printf('%s{%s}\n',pre,mat2str(size(x))); for k=1:numel(x), show(x{k},[pre '  ']); end
  elseif isstruct(x)
    printf('%sstruct %s\n',pre,mat2str(size(x))); f=fieldnames(x);
    for k=1:numel(x), for j=1:numel(f), printf('%s .%s\n',pre,f{j}); show(x(k).(f{j}),[pre '  ']); end, end
  elseif is_function_handle(x), printf('%shandle\n',pre);
  else printf('%s%s %s:%s\n',pre,class(x),mat2str(size(x)),sprintf(' %g',double(x(:)))); end
end
warning('off','all');
clear s; printf('--- 56\n');
disp('s.a.a(2).a = 5;'); try, s.a.a(2).a = 5; catch e, disp(['E: ' e.message]); end
disp('s.b.a.b = {1};'); try, s.b.a.b = {1}; catch e, disp(['E: ' e.message]); end
disp('s.b{3} = ''x'';'); try, s.b{3} = 'x'; catch e, disp(['E: ' e.message]); end
disp('s.b.b.a.b = true;'); try, s.b.b.a.b = true; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 57\n');
disp('s(1).b{1,2} = int8(3);'); try, s(1).b{1,2} = int8(3); catch e, disp(['E: ' e.message]); end
disp('s(2).b = 5;'); try, s(2).b = 5; catch e, disp(['E: ' e.message]); end
disp('s.a(3).b.b = {1};'); try, s.a(3).b.b = {1}; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 58\n');
disp('s.a.a = true;'); try, s.a.a = true; catch e, disp(['E: ' e.message]); end
disp('s.b.b.a = @sin;'); try, s.b.b.a = @sin; catch e, disp(['E: ' e.message]); end
disp('s.b.b.a.a = @sin;'); try, s.b.b.a.a = @sin; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 59\n');
disp('s(2,1).b.b.b = [];'); try, s(2,1).b.b.b = []; catch e, disp(['E: ' e.message]); end
disp('s.b(3).a = 5;'); try, s.b(3).a = 5; catch e, disp(['E: ' e.message]); end
disp('s{2} = struct(''a'',1);'); try, s{2} = struct('a',1); catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 60\n');
disp('s.a.b.a{1,2} = ''x'';'); try, s.a.b.a{1,2} = 'x'; catch e, disp(['E: ' e.message]); end
disp('s{1}.a(1,2).a = struct(''a'',1,''b'',2);'); try, s{1}.a(1,2).a = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 61\n');
disp('s.b{1}(1).a = true;'); try, s.b{1}(1).a = true; catch e, disp(['E: ' e.message]); end
disp('s(3).a = @sin;'); try, s(3).a = @sin; catch e, disp(['E: ' e.message]); end
disp('s{1} = [];'); try, s{1} = []; catch e, disp(['E: ' e.message]); end
disp('s{2}{1}.a{1,2} = @sin;'); try, s{2}{1}.a{1,2} = @sin; catch e, disp(['E: ' e.message]); end
disp('s(1,2).b.a{2} = {};'); try, s(1,2).b.a{2} = {}; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 62\n');
disp('s(3).a.b{1} = {1};'); try, s(3).a.b{1} = {1}; catch e, disp(['E: ' e.message]); end
disp('s.b(3).a{3} = struct(''a'',1,''b'',2);'); try, s.b(3).a{3} = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s.a = 5;'); try, s.a = 5; catch e, disp(['E: ' e.message]); end
disp('s.b(2) = 5;'); try, s.b(2) = 5; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 63\n');
disp('s{1}(1).a = {1};'); try, s{1}(1).a = {1}; catch e, disp(['E: ' e.message]); end
disp('s(2) = int8(3);'); try, s(2) = int8(3); catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
%> --- 56
%> s.a.a(2).a = 5;
%> s.b.a.b = {1};
%> s.b{3} = 'x';
%> E: struct cannot be indexed with {
%> s.b.b.a.b = true;
%> struct [1 1]
%>  .a
%>   struct [1 1]
%>    .a
%>     struct [1 2]
%>      .a
%>       double [0 0]: 
%>      .a
%>       double [1 1]: 5
%>  .b
%>   struct [1 1]
%>    .a
%>     struct [1 1]
%>      .b
%>       {[1 1]}
%>         double [1 1]: 1
%>    .b
%>     struct [1 1]
%>      .a
%>       struct [1 1]
%>        .b
%>         logical [1 1]: 1
%> --- 57
%> s(1).b{1,2} = int8(3);
%> s(2).b = 5;
%> s.a(3).b.b = {1};
%> E: octave_map::setfield: internal error
%> struct [1 2]
%>  .b
%>   {[1 2]}
%>     double [0 0]: 
%>     int8 [1 1]: 3
%>  .b
%>   double [1 1]: 5
%> --- 58
%> s.a.a = true;
%> s.b.b.a = @sin;
%> s.b.b.a.a = @sin;
%> E: can't perform indexed assignment for function handle type
%> struct [1 1]
%>  .a
%>   struct [1 1]
%>    .a
%>     logical [1 1]: 1
%>  .b
%>   struct [1 1]
%>    .b
%>     struct [1 1]
%>      .a
%>       handle
%> --- 59
%> s(2,1).b.b.b = [];
%> s.b(3).a = 5;
%> E: a cs-list cannot be further indexed
%> s{2} = struct('a',1);
%> E: struct cannot be indexed with {
%> struct [2 1]
%>  .b
%>   double [0 0]: 
%>  .b
%>   struct [1 1]
%>    .b
%>     struct [1 1]
%>      .b
%>       double [0 0]: 
%> --- 60
%> s.a.b.a{1,2} = 'x';
%> s{1}.a(1,2).a = struct('a',1,'b',2);
%> E: struct cannot be indexed with {
%> struct [1 1]
%>  .a
%>   struct [1 1]
%>    .b
%>     struct [1 1]
%>      .a
%>       {[1 2]}
%>         double [0 0]: 
%>         char [1 1]: 120
%> --- 61
%> s.b{1}(1).a = true;
%> s(3).a = @sin;
%> s{1} = [];
%> E: struct cannot be indexed with {
%> s{2}{1}.a{1,2} = @sin;
%> E: struct cannot be indexed with {
%> s(1,2).b.a{2} = {};
%> struct [1 3]
%>  .b
%>   {[1 1]}
%>     struct [1 1]
%>      .a
%>       logical [1 1]: 1
%>  .a
%>   double [0 0]: 
%>  .b
%>   struct [1 1]
%>    .a
%>     {[1 2]}
%>       double [0 0]: 
%>       {[0 0]}
%>  .a
%>   double [0 0]: 
%>  .b
%>   double [0 0]: 
%>  .a
%>   handle
%> --- 62
%> s(3).a.b{1} = {1};
%> s.b(3).a{3} = struct('a',1,'b',2);
%> E: octave_map::setfield: internal error
%> s.a = 5;
%> E: invalid dot name structure assignment because the structure array is empty.  Specify a subscript on the structure array to resolve.
%> s.b(2) = 5;
%> E: octave_map::setfield: internal error
%> struct [1 3]
%>  .a
%>   double [0 0]: 
%>  .a
%>   double [0 0]: 
%>  .a
%>   struct [1 1]
%>    .b
%>     {[1 1]}
%>       {[1 1]}
%>         double [1 1]: 1
%> --- 63
%> s{1}(1).a = {1};
%> s(2) = int8(3);
%> {[1 2]}
%>   struct [1 1]
%>    .a
%>     {[1 1]}
%>       double [1 1]: 1
%>   int8 [1 1]: 3

%% programs 65 to 72
1;
function show(x,pre)
  if iscell(x)
    printf('%s{%s}\n',pre,mat2str(size(x))); for k=1:numel(x), show(x{k},[pre '  ']); end
  elseif isstruct(x)
    printf('%sstruct %s\n',pre,mat2str(size(x))); f=fieldnames(x);
    for k=1:numel(x), for j=1:numel(f), printf('%s .%s\n',pre,f{j}); show(x(k).(f{j}),[pre '  ']); end, end
  elseif is_function_handle(x), printf('%shandle\n',pre);
  else printf('%s%s %s:%s\n',pre,class(x),mat2str(size(x)),sprintf(' %g',double(x(:)))); end
end
warning('off','all');
clear s; printf('--- 64\n');
disp('s{1}(1) = ''x'';'); try, s{1}(1) = 'x'; catch e, disp(['E: ' e.message]); end
disp('s{1,2}.a{2} = true;'); try, s{1,2}.a{2} = true; catch e, disp(['E: ' e.message]); end
disp('s(2) = 7;'); try, s(2) = 7; catch e, disp(['E: ' e.message]); end
disp('s{1}{2} = [];'); try, s{1}{2} = []; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 65\n');
disp('s.a = 5;'); try, s.a = 5; catch e, disp(['E: ' e.message]); end
disp('s.a.a{1}.b = {1};'); try, s.a.a{1}.b = {1}; catch e, disp(['E: ' e.message]); end
disp('s{2}.b = 5;'); try, s{2}.b = 5; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 66\n');
disp('s{2}{1} = struct(''a'',1,''b'',2);'); try, s{2}{1} = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s{1}{1,2} = ''abc'';'); try, s{1}{1,2} = 'abc'; catch e, disp(['E: ' e.message]); end
disp('s.a.a.a.a = true;'); try, s.a.a.a.a = true; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 67\n');
disp('s{3}(1).a.b = 7;'); try, s{3}(1).a.b = 7; catch e, disp(['E: ' e.message]); end
disp('s{1}(2).b.b = true;'); try, s{1}(2).b.b = true; catch e, disp(['E: ' e.message]); end
disp('s{1,2}(1,2).a = 5;'); try, s{1,2}(1,2).a = 5; catch e, disp(['E: ' e.message]); end
disp('s.b.a.b = 5;'); try, s.b.a.b = 5; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 68\n');
disp('s.a{1}.b.a = 7;'); try, s.a{1}.b.a = 7; catch e, disp(['E: ' e.message]); end
disp('s{2} = int8(3);'); try, s{2} = int8(3); catch e, disp(['E: ' e.message]); end
disp('s(2,1).b{2}.a = {};'); try, s(2,1).b{2}.a = {}; catch e, disp(['E: ' e.message]); end
disp('s.b(1).a(3) = @sin;'); try, s.b(1).a(3) = @sin; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 69\n');
disp('s(2).a.b = int8(3);'); try, s(2).a.b = int8(3); catch e, disp(['E: ' e.message]); end
disp('s{1}(2).b = ''x'';'); try, s{1}(2).b = 'x'; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 70\n');
disp('s.a(1).a{3} = {1};'); try, s.a(1).a{3} = {1}; catch e, disp(['E: ' e.message]); end
disp('s.a = 5;'); try, s.a = 5; catch e, disp(['E: ' e.message]); end
disp('s(1).a = true;'); try, s(1).a = true; catch e, disp(['E: ' e.message]); end
disp('s.b{3}{2}.b = 5;'); try, s.b{3}{2}.b = 5; catch e, disp(['E: ' e.message]); end
disp('s(2,1).b = [1 2];'); try, s(2,1).b = [1 2]; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 71\n');
disp('s.a.b = true;'); try, s.a.b = true; catch e, disp(['E: ' e.message]); end
disp('s.b(2).b.b = {1};'); try, s.b(2).b.b = {1}; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
%> --- 64
%> s{1}(1) = 'x';
%> s{1,2}.a{2} = true;
%> s(2) = 7;
%> s{1}{2} = [];
%> E: sq_string cannot be indexed with {
%> {[1 2]}
%>   char [1 1]: 120
%>   double [1 1]: 7
%> --- 65
%> s.a = 5;
%> s.a.a{1}.b = {1};
%> E: scalar cannot be indexed with .
%> s{2}.b = 5;
%> E: struct cannot be indexed with {
%> struct [1 1]
%>  .a
%>   double [1 1]: 5
%> --- 66
%> s{2}{1} = struct('a',1,'b',2);
%> s{1}{1,2} = 'abc';
%> s.a.a.a.a = true;
%> E: cell cannot be indexed with .
%> {[1 2]}
%>   {[1 2]}
%>     double [0 0]: 
%>     char [1 3]: 97 98 99
%>   {[1 1]}
%>     struct [1 1]
%>      .a
%>       double [1 1]: 1
%>      .b
%>       double [1 1]: 2
%> --- 67
%> s{3}(1).a.b = 7;
%> s{1}(2).b.b = true;
%> s{1,2}(1,2).a = 5;
%> s.b.a.b = 5;
%> E: cell cannot be indexed with .
%> {[1 3]}
%>   struct [1 2]
%>    .b
%>     double [0 0]: 
%>    .b
%>     struct [1 1]
%>      .b
%>       logical [1 1]: 1
%>   struct [1 2]
%>    .a
%>     double [0 0]: 
%>    .a
%>     double [1 1]: 5
%>   struct [1 1]
%>    .a
%>     struct [1 1]
%>      .b
%>       double [1 1]: 7
%> --- 68
%> s.a{1}.b.a = 7;
%> s{2} = int8(3);
%> E: struct cannot be indexed with {
%> s(2,1).b{2}.a = {};
%> s.b(1).a(3) = @sin;
%> E: a cs-list cannot be further indexed
%> struct [2 1]
%>  .a
%>   {[1 1]}
%>     struct [1 1]
%>      .b
%>       struct [1 1]
%>        .a
%>         double [1 1]: 7
%>  .b
%>   double [0 0]: 
%>  .a
%>   double [0 0]: 
%>  .b
%>   {[1 2]}
%>     double [0 0]: 
%>     struct [1 1]
%>      .a
%>       {[0 0]}
%> --- 69
%> s(2).a.b = int8(3);
%> s{1}(2).b = 'x';
%> E: struct cannot be indexed with {
%> struct [1 2]
%>  .a
%>   double [0 0]: 
%>  .a
%>   struct [1 1]
%>    .b
%>     int8 [1 1]: 3
%> --- 70
%> s.a(1).a{3} = {1};
%> s.a = 5;
%> s(1).a = true;
%> s.b{3}{2}.b = 5;
%> s(2,1).b = [1 2];
%> struct [2 1]
%>  .a
%>   logical [1 1]: 1
%>  .b
%>   {[1 3]}
%>     double [0 0]: 
%>     double [0 0]: 
%>     {[1 2]}
%>       double [0 0]: 
%>       struct [1 1]
%>        .b
%>         double [1 1]: 5
%>  .a
%>   double [0 0]: 
%>  .b
%>   double [1 2]: 1 2
%> --- 71
%> s.a.b = true;
%> s.b(2).b.b = {1};
%> struct [1 1]
%>  .a
%>   struct [1 1]
%>    .b
%>     logical [1 1]: 1
%>  .b
%>   struct [1 2]
%>    .b
%>     double [0 0]: 
%>    .b
%>     struct [1 1]
%>      .b
%>       {[1 1]}
%>         double [1 1]: 1

%% programs 73 to 80
1;
function show(x,pre)
  if iscell(x)
    printf('%s{%s}\n',pre,mat2str(size(x))); for k=1:numel(x), show(x{k},[pre '  ']); end
  elseif isstruct(x)
    printf('%sstruct %s\n',pre,mat2str(size(x))); f=fieldnames(x);
    for k=1:numel(x), for j=1:numel(f), printf('%s .%s\n',pre,f{j}); show(x(k).(f{j}),[pre '  ']); end, end
  elseif is_function_handle(x), printf('%shandle\n',pre);
  else printf('%s%s %s:%s\n',pre,class(x),mat2str(size(x)),sprintf(' %g',double(x(:)))); end
end
warning('off','all');
clear s; printf('--- 72\n');
disp('s{1}{2} = [];'); try, s{1}{2} = []; catch e, disp(['E: ' e.message]); end
disp('s{1,2}{1}(2).a = ''abc'';'); try, s{1,2}{1}(2).a = 'abc'; catch e, disp(['E: ' e.message]); end
disp('s(1,2) = struct(''a'',1,''b'',2);'); try, s(1,2) = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s(3).b(1).a = ''x'';'); try, s(3).b(1).a = 'x'; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 73\n');
disp('s(1,2) = struct(''a'',1);'); try, s(1,2) = struct('a',1); catch e, disp(['E: ' e.message]); end
disp('s(1,2).b.a.b = 5;'); try, s(1,2).b.a.b = 5; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 74\n');
disp('s{1,2}.b(1,2).b = 5;'); try, s{1,2}.b(1,2).b = 5; catch e, disp(['E: ' e.message]); end
disp('s{2}.b{1,2}.b = 7;'); try, s{2}.b{1,2}.b = 7; catch e, disp(['E: ' e.message]); end
disp('s.a.a{1} = int8(3);'); try, s.a.a{1} = int8(3); catch e, disp(['E: ' e.message]); end
disp('s.a{3}{2} = {1};'); try, s.a{3}{2} = {1}; catch e, disp(['E: ' e.message]); end
disp('s{2}{1}.a(1) = 7;'); try, s{2}{1}.a(1) = 7; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 75\n');
disp('s.a = 5;'); try, s.a = 5; catch e, disp(['E: ' e.message]); end
disp('s.a.b.b = struct(''a'',1,''b'',2);'); try, s.a.b.b = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s.b(2).a = struct(''a'',1,''b'',2);'); try, s.b(2).a = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s.b = {};'); try, s.b = {}; catch e, disp(['E: ' e.message]); end
disp('s{1}(3).a = ''x'';'); try, s{1}(3).a = 'x'; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 76\n');
disp('s(2) = struct(''a'',1,''b'',2);'); try, s(2) = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s{1} = int8(3);'); try, s{1} = int8(3); catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 77\n');
disp('s.a.b{2}.a = [1 2];'); try, s.a.b{2}.a = [1 2]; catch e, disp(['E: ' e.message]); end
disp('s(1).b(2,1) = 5;'); try, s(1).b(2,1) = 5; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 78\n');
disp('s.a.a.a.a = {};'); try, s.a.a.a.a = {}; catch e, disp(['E: ' e.message]); end
disp('s{2}(1) = ''x'';'); try, s{2}(1) = 'x'; catch e, disp(['E: ' e.message]); end
disp('s.a{1}{3}{1} = @sin;'); try, s.a{1}{3}{1} = @sin; catch e, disp(['E: ' e.message]); end
disp('s{1,2} = ''abc'';'); try, s{1,2} = 'abc'; catch e, disp(['E: ' e.message]); end
disp('s(2).a = struct(''a'',1);'); try, s(2).a = struct('a',1); catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 79\n');
disp('s.b = 5;'); try, s.b = 5; catch e, disp(['E: ' e.message]); end
disp('s.a(3) = int8(3);'); try, s.a(3) = int8(3); catch e, disp(['E: ' e.message]); end
disp('s(2).a.b = ''x'';'); try, s(2).a.b = 'x'; catch e, disp(['E: ' e.message]); end
disp('s.b(2).b.b = struct(''a'',1);'); try, s.b(2).b.b = struct('a',1); catch e, disp(['E: ' e.message]); end
disp('s{3}{2} = ''x'';'); try, s{3}{2} = 'x'; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
%> --- 72
%> s{1}{2} = [];
%> s{1,2}{1}(2).a = 'abc';
%> s(1,2) = struct('a',1,'b',2);
%> s(3).b(1).a = 'x';
%> E: cell cannot be indexed with .
%> {[1 2]}
%>   {[1 2]}
%>     double [0 0]: 
%>     double [0 0]: 
%>   struct [1 1]
%>    .a
%>     double [1 1]: 1
%>    .b
%>     double [1 1]: 2
%> --- 73
%> s(1,2) = struct('a',1);
%> s(1,2).b.a.b = 5;
%> struct [1 2]
%>  .a
%>   double [0 0]: 
%>  .b
%>   double [0 0]: 
%>  .a
%>   double [1 1]: 1
%>  .b
%>   struct [1 1]
%>    .a
%>     struct [1 1]
%>      .b
%>       double [1 1]: 5
%> --- 74
%> s{1,2}.b(1,2).b = 5;
%> s{2}.b{1,2}.b = 7;
%> E: struct cannot be indexed with {
%> s.a.a{1} = int8(3);
%> E: cell cannot be indexed with .
%> s.a{3}{2} = {1};
%> E: cell cannot be indexed with .
%> s{2}{1}.a(1) = 7;
%> E: struct cannot be indexed with {
%> {[1 2]}
%>   double [0 0]: 
%>   struct [1 1]
%>    .b
%>     struct [1 2]
%>      .b
%>       double [0 0]: 
%>      .b
%>       double [1 1]: 5
%> --- 75
%> s.a = 5;
%> s.a.b.b = struct('a',1,'b',2);
%> E: scalar cannot be indexed with .
%> s.b(2).a = struct('a',1,'b',2);
%> s.b = {};
%> s{1}(3).a = 'x';
%> E: struct cannot be indexed with {
%> struct [1 1]
%>  .a
%>   double [1 1]: 5
%>  .b
%>   {[0 0]}
%> --- 76
%> s(2) = struct('a',1,'b',2);
%> s{1} = int8(3);
%> E: struct cannot be indexed with {
%> struct [1 2]
%>  .a
%>   double [0 0]: 
%>  .b
%>   double [0 0]: 
%>  .a
%>   double [1 1]: 1
%>  .b
%>   double [1 1]: 2
%> --- 77
%> s.a.b{2}.a = [1 2];
%> s(1).b(2,1) = 5;
%> struct [1 1]
%>  .a
%>   struct [1 1]
%>    .b
%>     {[1 2]}
%>       double [0 0]: 
%>       struct [1 1]
%>        .a
%>         double [1 2]: 1 2
%>  .b
%>   double [2 1]: 0 5
%> --- 78
%> s.a.a.a.a = {};
%> s{2}(1) = 'x';
%> E: struct cannot be indexed with {
%> s.a{1}{3}{1} = @sin;
%> E: struct cannot be indexed with {
%> s{1,2} = 'abc';
%> E: struct cannot be indexed with {
%> s(2).a = struct('a',1);
%> struct [1 2]
%>  .a
%>   struct [1 1]
%>    .a
%>     struct [1 1]
%>      .a
%>       struct [1 1]
%>        .a
%>         {[0 0]}
%>  .a
%>   struct [1 1]
%>    .a
%>     double [1 1]: 1
%> --- 79
%> s.b = 5;
%> s.a(3) = int8(3);
%> s(2).a.b = 'x';
%> s.b(2).b.b = struct('a',1);
%> E: a cs-list cannot be further indexed
%> s{3}{2} = 'x';
%> E: struct cannot be indexed with {
%> struct [1 2]
%>  .b
%>   double [1 1]: 5
%>  .a
%>   int8 [1 3]: 0 0 3
%>  .b
%>   double [0 0]: 
%>  .a
%>   struct [1 1]
%>    .b
%>     char [1 1]: 120

%% programs 81 to 88
1;
function show(x,pre)
  if iscell(x)
    printf('%s{%s}\n',pre,mat2str(size(x))); for k=1:numel(x), show(x{k},[pre '  ']); end
  elseif isstruct(x)
    printf('%sstruct %s\n',pre,mat2str(size(x))); f=fieldnames(x);
    for k=1:numel(x), for j=1:numel(f), printf('%s .%s\n',pre,f{j}); show(x(k).(f{j}),[pre '  ']); end, end
  elseif is_function_handle(x), printf('%shandle\n',pre);
  else printf('%s%s %s:%s\n',pre,class(x),mat2str(size(x)),sprintf(' %g',double(x(:)))); end
end
warning('off','all');
clear s; printf('--- 80\n');
disp('s.a = true;'); try, s.a = true; catch e, disp(['E: ' e.message]); end
disp('s.a.b = true;'); try, s.a.b = true; catch e, disp(['E: ' e.message]); end
disp('s.b = 5;'); try, s.b = 5; catch e, disp(['E: ' e.message]); end
disp('s{1} = struct(''a'',1);'); try, s{1} = struct('a',1); catch e, disp(['E: ' e.message]); end
disp('s(2) = struct(''a'',1,''b'',2);'); try, s(2) = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 81\n');
disp('s(1) = {};'); try, s(1) = {}; catch e, disp(['E: ' e.message]); end
disp('s(2).b(1,2) = int8(3);'); try, s(2).b(1,2) = int8(3); catch e, disp(['E: ' e.message]); end
disp('s.b = struct(''a'',1);'); try, s.b = struct('a',1); catch e, disp(['E: ' e.message]); end
disp('s.b.b{2}{2} = @sin;'); try, s.b.b{2}{2} = @sin; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 82\n');
disp('s{1} = int8(3);'); try, s{1} = int8(3); catch e, disp(['E: ' e.message]); end
disp('s{3}.a.a{2} = struct(''a'',1);'); try, s{3}.a.a{2} = struct('a',1); catch e, disp(['E: ' e.message]); end
disp('s{1,2}(1) = ''abc'';'); try, s{1,2}(1) = 'abc'; catch e, disp(['E: ' e.message]); end
disp('s(1,2).a = @sin;'); try, s(1,2).a = @sin; catch e, disp(['E: ' e.message]); end
disp('s.b.a = 5;'); try, s.b.a = 5; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 83\n');
disp('s{1}.b(3).b = ''abc'';'); try, s{1}.b(3).b = 'abc'; catch e, disp(['E: ' e.message]); end
disp('s{1}{2}{2} = [1 2];'); try, s{1}{2}{2} = [1 2]; catch e, disp(['E: ' e.message]); end
disp('s(2,1) = 7;'); try, s(2,1) = 7; catch e, disp(['E: ' e.message]); end
disp('s.b = 5;'); try, s.b = 5; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 84\n');
disp('s.a.b = true;'); try, s.a.b = true; catch e, disp(['E: ' e.message]); end
disp('s.a.b = ''abc'';'); try, s.a.b = 'abc'; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 85\n');
disp('s{2}(3) = {1};'); try, s{2}(3) = {1}; catch e, disp(['E: ' e.message]); end
disp('s.a{1}.b = @sin;'); try, s.a{1}.b = @sin; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 86\n');
disp('s.a.a.a(3) = {};'); try, s.a.a.a(3) = {}; catch e, disp(['E: ' e.message]); end
disp('s{1}(1,2).a = 5;'); try, s{1}(1,2).a = 5; catch e, disp(['E: ' e.message]); end
disp('s(2).a = [];'); try, s(2).a = []; catch e, disp(['E: ' e.message]); end
disp('s(1).a(1,2).b = 7;'); try, s(1).a(1,2).b = 7; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 87\n');
disp('s.b = @sin;'); try, s.b = @sin; catch e, disp(['E: ' e.message]); end
disp('s(3).a = struct(''a'',1,''b'',2);'); try, s(3).a = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s.b.b.b = [1 2];'); try, s.b.b.b = [1 2]; catch e, disp(['E: ' e.message]); end
disp('s.b.b = struct(''a'',1,''b'',2);'); try, s.b.b = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s{2}.a.b(2) = struct(''a'',1,''b'',2);'); try, s{2}.a.b(2) = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
%> --- 80
%> s.a = true;
%> s.a.b = true;
%> E: bool cannot be indexed with .
%> s.b = 5;
%> s{1} = struct('a',1);
%> E: struct cannot be indexed with {
%> s(2) = struct('a',1,'b',2);
%> struct [1 2]
%>  .a
%>   logical [1 1]: 1
%>  .b
%>   double [1 1]: 5
%>  .a
%>   double [1 1]: 1
%>  .b
%>   double [1 1]: 2
%> --- 81
%> s(1) = {};
%> E: =: nonconformant arguments (op1 is 1x1, op2 is 0x0)
%> s(2).b(1,2) = int8(3);
%> s.b = struct('a',1);
%> E: invalid dot name structure assignment because the structure array is empty.  Specify a subscript on the structure array to resolve.
%> s.b.b{2}{2} = @sin;
%> E: a cs-list cannot be further indexed
%> struct [1 2]
%>  .b
%>   double [0 0]: 
%>  .b
%>   int8 [1 2]: 0 3
%> --- 82
%> s{1} = int8(3);
%> s{3}.a.a{2} = struct('a',1);
%> s{1,2}(1) = 'abc';
%> E: =: nonconformant arguments (op1 is 1x1, op2 is 1x3)
%> s(1,2).a = @sin;
%> E: cell cannot be indexed with .
%> s.b.a = 5;
%> E: cell cannot be indexed with .
%> {[1 3]}
%>   int8 [1 1]: 3
%>   double [0 0]: 
%>   struct [1 1]
%>    .a
%>     struct [1 1]
%>      .a
%>       {[1 2]}
%>         double [0 0]: 
%>         struct [1 1]
%>          .a
%>           double [1 1]: 1
%> --- 83
%> s{1}.b(3).b = 'abc';
%> s{1}{2}{2} = [1 2];
%> E: struct cannot be indexed with {
%> s(2,1) = 7;
%> s.b = 5;
%> E: invalid dot name structure assignment because the structure array is empty.  Specify a subscript on the structure array to resolve.
%> {[2 1]}
%>   struct [1 1]
%>    .b
%>     struct [1 3]
%>      .b
%>       double [0 0]: 
%>      .b
%>       double [0 0]: 
%>      .b
%>       char [1 3]: 97 98 99
%>   double [1 1]: 7
%> --- 84
%> s.a.b = true;
%> s.a.b = 'abc';
%> struct [1 1]
%>  .a
%>   struct [1 1]
%>    .b
%>     char [1 3]: 97 98 99
%> --- 85
%> s{2}(3) = {1};
%> s.a{1}.b = @sin;
%> E: cell cannot be indexed with .
%> {[1 2]}
%>   double [0 0]: 
%>   {[1 3]}
%>     double [0 0]: 
%>     double [0 0]: 
%>     double [1 1]: 1
%> --- 86
%> s.a.a.a(3) = {};
%> E: =: nonconformant arguments (op1 is 1x1, op2 is 0x0)
%> s{1}(1,2).a = 5;
%> s(2).a = [];
%> E: cell cannot be indexed with .
%> s(1).a(1,2).b = 7;
%> E: cell cannot be indexed with .
%> {[1 1]}
%>   struct [1 2]
%>    .a
%>     double [0 0]: 
%>    .a
%>     double [1 1]: 5
%> --- 87
%> s.b = @sin;
%> s(3).a = struct('a',1,'b',2);
%> s.b.b.b = [1 2];
%> E: a cs-list cannot be further indexed
%> s.b.b = struct('a',1,'b',2);
%> E: invalid dot name structure assignment because the structure array is empty.  Specify a subscript on the structure array to resolve.
%> s{2}.a.b(2) = struct('a',1,'b',2);
%> E: struct cannot be indexed with {
%> struct [1 3]
%>  .b
%>   handle
%>  .a
%>   double [0 0]: 
%>  .b
%>   double [0 0]: 
%>  .a
%>   double [0 0]: 
%>  .b
%>   double [0 0]: 
%>  .a
%>   struct [1 1]
%>    .a
%>     double [1 1]: 1
%>    .b
%>     double [1 1]: 2

%% programs 89 to 96
1;
function show(x,pre)
  if iscell(x)
    printf('%s{%s}\n',pre,mat2str(size(x))); for k=1:numel(x), show(x{k},[pre '  ']); end
  elseif isstruct(x)
    printf('%sstruct %s\n',pre,mat2str(size(x))); f=fieldnames(x);
    for k=1:numel(x), for j=1:numel(f), printf('%s .%s\n',pre,f{j}); show(x(k).(f{j}),[pre '  ']); end, end
  elseif is_function_handle(x), printf('%shandle\n',pre);
  else printf('%s%s %s:%s\n',pre,class(x),mat2str(size(x)),sprintf(' %g',double(x(:)))); end
end
warning('off','all');
clear s; printf('--- 88\n');
disp('s.b.a(1,2).b = true;'); try, s.b.a(1,2).b = true; catch e, disp(['E: ' e.message]); end
disp('s(1).b = {};'); try, s(1).b = {}; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 89\n');
disp('s(1) = [1 2];'); try, s(1) = [1 2]; catch e, disp(['E: ' e.message]); end
disp('s{1}.a(1,2).a = struct(''a'',1);'); try, s{1}.a(1,2).a = struct('a',1); catch e, disp(['E: ' e.message]); end
disp('s{3} = struct(''a'',1,''b'',2);'); try, s{3} = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s(1) = 5;'); try, s(1) = 5; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 90\n');
disp('s.b(2).a = @sin;'); try, s.b(2).a = @sin; catch e, disp(['E: ' e.message]); end
disp('s{3}{1} = int8(3);'); try, s{3}{1} = int8(3); catch e, disp(['E: ' e.message]); end
disp('s.a(1).b(2,1) = [1 2];'); try, s.a(1).b(2,1) = [1 2]; catch e, disp(['E: ' e.message]); end
disp('s{1}{1,2} = [];'); try, s{1}{1,2} = []; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 91\n');
disp('s.a(1).b(3) = struct(''a'',1);'); try, s.a(1).b(3) = struct('a',1); catch e, disp(['E: ' e.message]); end
disp('s.a.b.b.a = 7;'); try, s.a.b.b.a = 7; catch e, disp(['E: ' e.message]); end
disp('s.b(2) = int8(3);'); try, s.b(2) = int8(3); catch e, disp(['E: ' e.message]); end
disp('s.a = [];'); try, s.a = []; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 92\n');
disp('s.b(2,1) = 5;'); try, s.b(2,1) = 5; catch e, disp(['E: ' e.message]); end
disp('s.b.a(2).a = ''x'';'); try, s.b.a(2).a = 'x'; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 93\n');
disp('s.b(2).b = int8(3);'); try, s.b(2).b = int8(3); catch e, disp(['E: ' e.message]); end
disp('s{1} = struct(''a'',1,''b'',2);'); try, s{1} = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s(3).b(2).b = 5;'); try, s(3).b(2).b = 5; catch e, disp(['E: ' e.message]); end
disp('s(2,1).b = struct(''a'',1);'); try, s(2,1).b = struct('a',1); catch e, disp(['E: ' e.message]); end
disp('s.b(2,1).b = 5;'); try, s.b(2,1).b = 5; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 94\n');
disp('s.b(1).b(2) = struct(''a'',1,''b'',2);'); try, s.b(1).b(2) = struct('a',1,'b',2); catch e, disp(['E: ' e.message]); end
disp('s.b(3).a = struct(''a'',1);'); try, s.b(3).a = struct('a',1); catch e, disp(['E: ' e.message]); end
disp('s{1}{1}(2) = ''abc'';'); try, s{1}{1}(2) = 'abc'; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
clear s; printf('--- 95\n');
disp('s{1}.b{2} = {1};'); try, s{1}.b{2} = {1}; catch e, disp(['E: ' e.message]); end
disp('s(1,2).a(3).b = @sin;'); try, s(1,2).a(3).b = @sin; catch e, disp(['E: ' e.message]); end
disp('s{2} = 5;'); try, s{2} = 5; catch e, disp(['E: ' e.message]); end
disp('s(2).b.b = 7;'); try, s(2).b.b = 7; catch e, disp(['E: ' e.message]); end
disp('s{1}.b = 7;'); try, s{1}.b = 7; catch e, disp(['E: ' e.message]); end
try, show(s,''); catch e, disp(['E: ' e.message]); end
%> --- 88
%> s.b.a(1,2).b = true;
%> s(1).b = {};
%> struct [1 1]
%>  .b
%>   {[0 0]}
%> --- 89
%> s(1) = [1 2];
%> E: =: nonconformant arguments (op1 is 1x1, op2 is 1x2)
%> s{1}.a(1,2).a = struct('a',1);
%> s{3} = struct('a',1,'b',2);
%> s(1) = 5;
%> {[1 3]}
%>   double [1 1]: 5
%>   double [0 0]: 
%>   struct [1 1]
%>    .a
%>     double [1 1]: 1
%>    .b
%>     double [1 1]: 2
%> --- 90
%> s.b(2).a = @sin;
%> s{3}{1} = int8(3);
%> E: struct cannot be indexed with {
%> s.a(1).b(2,1) = [1 2];
%> E: =: nonconformant arguments (op1 is 1x1, op2 is 1x2)
%> s{1}{1,2} = [];
%> E: struct cannot be indexed with {
%> struct [1 1]
%>  .b
%>   struct [1 2]
%>    .a
%>     double [0 0]: 
%>    .a
%>     handle
%> --- 91
%> s.a(1).b(3) = struct('a',1);
%> s.a.b.b.a = 7;
%> E: octave_map::setfield: internal error
%> s.b(2) = int8(3);
%> s.a = [];
%> struct [1 1]
%>  .a
%>   double [0 0]: 
%>  .b
%>   int8 [1 2]: 0 3
%> --- 92
%> s.b(2,1) = 5;
%> s.b.a(2).a = 'x';
%> E: matrix cannot be indexed with .
%> struct [1 1]
%>  .b
%>   double [2 1]: 0 5
%> --- 93
%> s.b(2).b = int8(3);
%> s{1} = struct('a',1,'b',2);
%> E: struct cannot be indexed with {
%> s(3).b(2).b = 5;
%> s(2,1).b = struct('a',1);
%> s.b(2,1).b = 5;
%> E: a cs-list cannot be further indexed
%> struct [2 3]
%>  .b
%>   struct [1 2]
%>    .b
%>     double [0 0]: 
%>    .b
%>     int8 [1 1]: 3
%>  .b
%>   struct [1 1]
%>    .a
%>     double [1 1]: 1
%>  .b
%>   double [0 0]: 
%>  .b
%>   double [0 0]: 
%>  .b
%>   struct [1 2]
%>    .b
%>     double [0 0]: 
%>    .b
%>     double [1 1]: 5
%>  .b
%>   double [0 0]: 
%> --- 94
%> s.b(1).b(2) = struct('a',1,'b',2);
%> s.b(3).a = struct('a',1);
%> s{1}{1}(2) = 'abc';
%> E: struct cannot be indexed with {
%> struct [1 1]
%>  .b
%>   struct [1 3]
%>    .b
%>     struct [1 2]
%>      .a
%>       double [0 0]: 
%>      .b
%>       double [0 0]: 
%>      .a
%>       double [1 1]: 1
%>      .b
%>       double [1 1]: 2
%>    .a
%>     double [0 0]: 
%>    .b
%>     double [0 0]: 
%>    .a
%>     double [0 0]: 
%>    .b
%>     double [0 0]: 
%>    .a
%>     struct [1 1]
%>      .a
%>       double [1 1]: 1
%> --- 95
%> s{1}.b{2} = {1};
%> s(1,2).a(3).b = @sin;
%> E: cell cannot be indexed with .
%> s{2} = 5;
%> s(2).b.b = 7;
%> E: cell cannot be indexed with .
%> s{1}.b = 7;
%> {[1 2]}
%>   struct [1 1]
%>    .b
%>     double [1 1]: 7
%>   double [1 1]: 5
