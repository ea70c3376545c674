% Reads, writes and deletions that were drawn at random.

%% statements 1 to 20
warning('off','all');
1;

function show(x)
  sz=sprintf('%dx',size(x)); sz=sz(1:end-1);
  if iscell(x)
    printf('cell %s {',sz); for k=1:numel(x), if isempty(x{k}) printf(' []'); else printf(' %s',num2str(double(x{k}(1)))); end, end, printf('}\n');
  elseif isstruct(x)
    printf('struct %s {',sz); for k=1:numel(x), v=x(k).f; if isempty(v) printf(' []'); else printf(' %s',num2str(double(v(1)))); end, end, printf('}\n');
  elseif iscomplex(x)
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g%+gi',[real(double(x(:).'));imag(double(x(:).'))]));
  else
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g',double(x(:))));
  end
end
x=num2cell(reshape(1:1,1,1)); printf('%s | %s\n','num2cell(reshape(1:1,1,1))','x([2],3:0)=num2cell(reshape(1:9,3,3,1));'); try, x([2],3:0)=num2cell(reshape(1:9,3,3,1)); show(x); catch e, disp(e.message); end
x=reshape((1:0)+1i*(0:-1:1),0,0); printf('%s | %s\n','reshape((1:0)+1i*(0:-1:1),0,0)','x=x(1,1);'); try, x=x(1,1); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:0,1,0)); printf('%s | %s\n','uint8(reshape(1:0,1,0))','x(2:1)=reshape((1:1)+1i*(1:-1:1),1,1);'); try, x(2:1)=reshape((1:1)+1i*(1:-1:1),1,1); show(x); catch e, disp(e.message); end
x=reshape(-3+(1:1),1,1); printf('%s | %s\n','reshape(-3+(1:1),1,1)','x=x(3,[1;1]);'); try, x=x(3,[1;1]); show(x); catch e, disp(e.message); end
x=single(reshape(1:5,5,1)); printf('%s | %s\n','single(reshape(1:5,5,1))','x(7:5,1:1)=reshape(-3+(1:6),1,6);'); try, x(7:5,1:1)=reshape(-3+(1:6),1,6); show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:12,3,2,2))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:12,3,2,2)))','x(:,:)=[];'); try, x(:,:)=[]; show(x); catch e, disp(e.message); end
x=reshape(0+(1:3),1,3); printf('%s | %s\n','reshape(0+(1:3),1,3)','x(:,:)=reshape(0+(1:1),1,1);'); try, x(:,:)=reshape(0+(1:1),1,1); show(x); catch e, disp(e.message); end
x=int8(reshape(1:1,1,1)); printf('%s | %s\n','int8(reshape(1:1,1,1))','x=x(1,[]);'); try, x=x(1,[]); show(x); catch e, disp(e.message); end
x=1:3; printf('%s | %s\n','1:3','x(3:0)=reshape((1:3)+1i*(3:-1:1),3,1);'); try, x(3:0)=reshape((1:3)+1i*(3:-1:1),3,1); show(x); catch e, disp(e.message); end
x=int8(reshape(1:1,1,1)); printf('%s | %s\n','int8(reshape(1:1,1,1))','x(1:0)=int8(reshape(1:1,1,1));'); try, x(1:0)=int8(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=1:1; printf('%s | %s\n','1:1','x(1:-1:1)=logical(mod(reshape(1:5,5,1),2));'); try, x(1:-1:1)=logical(mod(reshape(1:5,5,1),2)); show(x); catch e, disp(e.message); end
x=1:3; printf('%s | %s\n','1:3','x([1;2;1;1],:)=int8(reshape(1:1,1,1));'); try, x([1;2;1;1],:)=int8(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:16,4,4)); printf('%s | %s\n','num2cell(reshape(1:16,4,4))','x=x(0,[]);'); try, x=x(0,[]); show(x); catch e, disp(e.message); end
x=char(reshape(96+(1:6),2,3)); printf('%s | %s\n','char(reshape(96+(1:6),2,3))','x(2:0)=reshape(10+(1:0),2,0,1);'); try, x(2:0)=reshape(10+(1:0),2,0,1); show(x); catch e, disp(e.message); end
x=reshape((1:0)+1i*(0:-1:1),1,0,1); printf('%s | %s\n','reshape((1:0)+1i*(0:-1:1),1,0,1)','x=x(:,[1]);'); try, x=x(:,[1]); show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:4,1,4)); printf('%s | %s\n','num2cell(reshape(1:4,1,4))','x(3,:)=num2cell(reshape(1:0,0,3));'); try, x(3,:)=num2cell(reshape(1:0,0,3)); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:0,0,3),2)); printf('%s | %s\n','logical(mod(reshape(1:0,0,3),2))','x=x(logical([]));'); try, x=x(logical([])); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:6,1,6),2)); printf('%s | %s\n','logical(mod(reshape(1:6,1,6),2))','x(:,:)=int8(reshape(1:1,1,1));'); try, x(:,:)=int8(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=reshape(-3+(1:6),1,6); printf('%s | %s\n','reshape(-3+(1:6),1,6)','x=x(3:0,logical([0;0;1;1;1;1;1]));'); try, x=x(3:0,logical([0;0;1;1;1;1;1])); show(x); catch e, disp(e.message); end
x=int64(reshape(1:4,1,4)); printf('%s | %s\n','int64(reshape(1:4,1,4))','x(3:4)=reshape(0+(1:1),1,1);'); try, x(3:4)=reshape(0+(1:1),1,1); show(x); catch e, disp(e.message); end
%> num2cell(reshape(1:1,1,1)) | x([2],3:0)=num2cell(reshape(1:9,3,3,1));
%> =: nonconformant arguments (op1 is 1x0, op2 is 3x3)
%> reshape((1:0)+1i*(0:-1:1),0,0) | x=x(1,1);
%> x(1,_): out of bound 0 (dimensions are 0x0)
%> uint8(reshape(1:0,1,0)) | x(2:1)=reshape((1:1)+1i*(1:-1:1),1,1);
%> double 1x0: 
%> reshape(-3+(1:1),1,1) | x=x(3,[1;1]);
%> x(3,_): out of bound 1 (dimensions are 1x1)
%> single(reshape(1:5,5,1)) | x(7:5,1:1)=reshape(-3+(1:6),1,6);
%> =: nonconformant arguments (op1 is 0x1, op2 is 1x6)
%> struct('f',num2cell(reshape(1:12,3,2,2))) | x(:,:)=[];
%> struct 0x2x2 {}
%> reshape(0+(1:3),1,3) | x(:,:)=reshape(0+(1:1),1,1);
%> double 1x3: 1 1 1
%> int8(reshape(1:1,1,1)) | x=x(1,[]);
%> int8 1x0: 
%> 1:3 | x(3:0)=reshape((1:3)+1i*(3:-1:1),3,1);
%> =: nonconformant arguments (op1 is 0x1, op2 is 3x1)
%> int8(reshape(1:1,1,1)) | x(1:0)=int8(reshape(1:1,1,1));
%> int8 1x1: 1
%> 1:1 | x(1:-1:1)=logical(mod(reshape(1:5,5,1),2));
%> =: nonconformant arguments (op1 is 1x1, op2 is 5x1)
%> 1:3 | x([1;2;1;1],:)=int8(reshape(1:1,1,1));
%> double 2x3: 1 1 1 1 1 1
%> num2cell(reshape(1:16,4,4)) | x=x(0,[]);
%> x(0,_): subscripts must be either integers 1 to (2^63)-1 or logicals
%> char(reshape(96+(1:6),2,3)) | x(2:0)=reshape(10+(1:0),2,0,1);
%> char 2x3: 97 98 99 100 101 102
%> reshape((1:0)+1i*(0:-1:1),1,0,1) | x=x(:,[1]);
%> x(_,1): out of bound 0 (dimensions are 1x0)
%> num2cell(reshape(1:4,1,4)) | x(3,:)=num2cell(reshape(1:0,0,3));
%> =: nonconformant arguments (op1 is 1x4, op2 is 0x3)
%> logical(mod(reshape(1:0,0,3),2)) | x=x(logical([]));
%> logical 0x1: 
%> logical(mod(reshape(1:6,1,6),2)) | x(:,:)=int8(reshape(1:1,1,1));
%> logical 1x6: 1 1 1 1 1 1
%> reshape(-3+(1:6),1,6) | x=x(3:0,logical([0;0;1;1;1;1;1]));
%> x(_,7): out of bound 6 (dimensions are 1x6)
%> int64(reshape(1:4,1,4)) | x(3:4)=reshape(0+(1:1),1,1);
%> int64 1x4: 1 2 1 1

%% statements 21 to 40
warning('off','all');
1;

function show(x)
  sz=sprintf('%dx',size(x)); sz=sz(1:end-1);
  if iscell(x)
    printf('cell %s {',sz); for k=1:numel(x), if isempty(x{k}) printf(' []'); else printf(' %s',num2str(double(x{k}(1)))); end, end, printf('}\n');
  elseif isstruct(x)
    printf('struct %s {',sz); for k=1:numel(x), v=x(k).f; if isempty(v) printf(' []'); else printf(' %s',num2str(double(v(1)))); end, end, printf('}\n');
  elseif iscomplex(x)
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g%+gi',[real(double(x(:).'));imag(double(x(:).'))]));
  else
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g',double(x(:))));
  end
end
x=reshape(10+(1:5),1,5); printf('%s | %s\n','reshape(10+(1:5),1,5)','x=x([2,5,1]);'); try, x=x([2,5,1]); show(x); catch e, disp(e.message); end
x=int64(reshape(1:0,4,0)); printf('%s | %s\n','int64(reshape(1:0,4,0))','x(3:3,logical([]))=reshape(0+(1:1),1,1);'); try, x(3:3,logical([]))=reshape(0+(1:1),1,1); show(x); catch e, disp(e.message); end
x=char(reshape(96+(1:12),3,2,2)); printf('%s | %s\n','char(reshape(96+(1:12),3,2,2))','x(:)=reshape(-3+(1:9),1,3,3);'); try, x(:)=reshape(-3+(1:9),1,3,3); show(x); catch e, disp(e.message); end
x=1:0; printf('%s | %s\n','1:0','x(logical([0]),logical([0;0]))=int8(reshape(1:3,3,1));'); try, x(logical([0]),logical([0;0]))=int8(reshape(1:3,3,1)); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:1,1,1),2)); printf('%s | %s\n','logical(mod(reshape(1:1,1,1),2))','x=x([1;1;1;1]);'); try, x=x([1;1;1;1]); show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:2,1,2)); printf('%s | %s\n','num2cell(reshape(1:2,1,2))','x([2;2;2;2])=num2cell(reshape(1:1,1,1));'); try, x([2;2;2;2])=num2cell(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=single(reshape(1:0,1,0)); printf('%s | %s\n','single(reshape(1:0,1,0))','x(:,[1])=reshape((1:3)+1i*(3:-1:1),1,3);'); try, x(:,[1])=reshape((1:3)+1i*(3:-1:1),1,3); show(x); catch e, disp(e.message); end
x=single(reshape(1:0,2,0)); printf('%s | %s\n','single(reshape(1:0,2,0))','x(:)=logical(mod(reshape(1:1,1,1),2));'); try, x(:)=logical(mod(reshape(1:1,1,1),2)); show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:0,0,0,2))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:0,0,0,2)))','x(1)=struct(''f'',num2cell(reshape(1:1,1,1)));'); try, x(1)=struct('f',num2cell(reshape(1:1,1,1))); show(x); catch e, disp(e.message); end
x=single(reshape(1:1,1,1)); printf('%s | %s\n','single(reshape(1:1,1,1))','x(:,logical([1]))=reshape(-3+(1:1),1,1);'); try, x(:,logical([1]))=reshape(-3+(1:1),1,1); show(x); catch e, disp(e.message); end
x=1:2; printf('%s | %s\n','1:2','x=x(:,[3;1],3:3);'); try, x=x(:,[3;1],3:3); show(x); catch e, disp(e.message); end
x=char(reshape(96+(1:4),1,4)); printf('%s | %s\n','char(reshape(96+(1:4),1,4))','x(1,[1 2;1 1])=[];'); try, x(1,[1 2;1 1])=[]; show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:4,1,4)); printf('%s | %s\n','num2cell(reshape(1:4,1,4))','x(:,logical([1 1 0 1 1]))=[];'); try, x(:,logical([1 1 0 1 1]))=[]; show(x); catch e, disp(e.message); end
x=single(reshape(1:2,2,1)); printf('%s | %s\n','single(reshape(1:2,2,1))','x(logical([1;0]),[1;1])=char(reshape(96+(1:12),4,3));'); try, x(logical([1;0]),[1;1])=char(reshape(96+(1:12),4,3)); show(x); catch e, disp(e.message); end
x=1:1; printf('%s | %s\n','1:1','x=x(1:0,:,:);'); try, x=x(1:0,:,:); show(x); catch e, disp(e.message); end
x=reshape((1:0)+1i*(0:-1:1),0,1); printf('%s | %s\n','reshape((1:0)+1i*(0:-1:1),0,1)','x=x([1],:);'); try, x=x([1],:); show(x); catch e, disp(e.message); end
x=char(reshape(96+(1:4),1,4)); printf('%s | %s\n','char(reshape(96+(1:4),1,4))','x(1)=[];'); try, x(1)=[]; show(x); catch e, disp(e.message); end
x=reshape(-3+(1:0),0,1); printf('%s | %s\n','reshape(-3+(1:0),0,1)','x=x(:);'); try, x=x(:); show(x); catch e, disp(e.message); end
x=reshape((1:1)+1i*(1:-1:1),1,1); printf('%s | %s\n','reshape((1:1)+1i*(1:-1:1),1,1)','x=x(:,logical([0;0]));'); try, x=x(:,logical([0;0])); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:4,1,4),2)); printf('%s | %s\n','logical(mod(reshape(1:4,1,4),2))','x(1:1,[3])=[];'); try, x(1:1,[3])=[]; show(x); catch e, disp(e.message); end
%> reshape(10+(1:5),1,5) | x=x([2,5,1]);
%> double 1x3: 12 15 11
%> int64(reshape(1:0,4,0)) | x(3:3,logical([]))=reshape(0+(1:1),1,1);
%> int64 4x0: 
%> char(reshape(96+(1:12),3,2,2)) | x(:)=reshape(-3+(1:9),1,3,3);
%> =: nonconformant arguments (op1 is 12x1, op2 is 1x3x3)
%> 1:0 | x(logical([0]),logical([0;0]))=int8(reshape(1:3,3,1));
%> =: nonconformant arguments (op1 is 0x0, op2 is 3x1)
%> logical(mod(reshape(1:1,1,1),2)) | x=x([1;1;1;1]);
%> logical 4x1: 1 1 1 1
%> num2cell(reshape(1:2,1,2)) | x([2;2;2;2])=num2cell(reshape(1:1,1,1));
%> cell 1x2 { 1 1}
%> single(reshape(1:0,1,0)) | x(:,[1])=reshape((1:3)+1i*(3:-1:1),1,3);
%> =: nonconformant arguments (op1 is 1x1, op2 is 1x3)
%> single(reshape(1:0,2,0)) | x(:)=logical(mod(reshape(1:1,1,1),2));
%> single 2x0: 
%> struct('f',num2cell(reshape(1:0,0,0,2))) | x(1)=struct('f',num2cell(reshape(1:1,1,1)));
%> Invalid resizing operation or ambiguous assignment to an out-of-bounds array element
%> single(reshape(1:1,1,1)) | x(:,logical([1]))=reshape(-3+(1:1),1,1);
%> single 1x1: -2
%> 1:2 | x=x(:,[3;1],3:3);
%> x(_,3,_): out of bound 2 (dimensions are 1x2)
%> char(reshape(96+(1:4),1,4)) | x(1,[1 2;1 1])=[];
%> a null assignment can only have one non-colon index
%> num2cell(reshape(1:4,1,4)) | x(:,logical([1 1 0 1 1]))=[];
%> A(..,I,..) = []: index out of bounds: value 5 out of bound 4
%> single(reshape(1:2,2,1)) | x(logical([1;0]),[1;1])=char(reshape(96+(1:12),4,3));
%> =: nonconformant arguments (op1 is 1x2, op2 is 4x3)
%> 1:1 | x=x(1:0,:,:);
%> double 0x1: 
%> reshape((1:0)+1i*(0:-1:1),0,1) | x=x([1],:);
%> x(1,_): out of bound 0 (dimensions are 0x1)
%> char(reshape(96+(1:4),1,4)) | x(1)=[];
%> char 1x3: 98 99 100
%> reshape(-3+(1:0),0,1) | x=x(:);
%> double 0x1: 
%> reshape((1:1)+1i*(1:-1:1),1,1) | x=x(:,logical([0;0]));
%> double 1x0: 
%> logical(mod(reshape(1:4,1,4),2)) | x(1:1,[3])=[];
%> a null assignment can only have one non-colon index

%% statements 41 to 60
warning('off','all');
1;

function show(x)
  sz=sprintf('%dx',size(x)); sz=sz(1:end-1);
  if iscell(x)
    printf('cell %s {',sz); for k=1:numel(x), if isempty(x{k}) printf(' []'); else printf(' %s',num2str(double(x{k}(1)))); end, end, printf('}\n');
  elseif isstruct(x)
    printf('struct %s {',sz); for k=1:numel(x), v=x(k).f; if isempty(v) printf(' []'); else printf(' %s',num2str(double(v(1)))); end, end, printf('}\n');
  elseif iscomplex(x)
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g%+gi',[real(double(x(:).'));imag(double(x(:).'))]));
  else
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g',double(x(:))));
  end
end
x=reshape(-3+(1:4),1,4); printf('%s | %s\n','reshape(-3+(1:4),1,4)','x([2])=logical(mod(reshape(1:1,1,1),2));'); try, x([2])=logical(mod(reshape(1:1,1,1),2)); show(x); catch e, disp(e.message); end
x=int8(reshape(1:4,4,1)); printf('%s | %s\n','int8(reshape(1:4,4,1))','x(4:3)=reshape((1:1)+1i*(1:-1:1),1,1);'); try, x(4:3)=reshape((1:1)+1i*(1:-1:1),1,1); show(x); catch e, disp(e.message); end
x=char(reshape(96+(1:0),4,0)); printf('%s | %s\n','char(reshape(96+(1:0),4,0))','x=x(:,1:-1:1);'); try, x=x(:,1:-1:1); show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:4,2,2)); printf('%s | %s\n','num2cell(reshape(1:4,2,2))','x(:)=num2cell(reshape(1:0,0,0));'); try, x(:)=num2cell(reshape(1:0,0,0)); show(x); catch e, disp(e.message); end
x=int8(reshape(1:1,1,1)); printf('%s | %s\n','int8(reshape(1:1,1,1))','x(:,[])=reshape((1:5)+1i*(5:-1:1),5,1);'); try, x(:,[])=reshape((1:5)+1i*(5:-1:1),5,1); show(x); catch e, disp(e.message); end
x=reshape(-3+(1:18),3,3,2); printf('%s | %s\n','reshape(-3+(1:18),3,3,2)','x=x(3);'); try, x=x(3); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:0,1,0),2)); printf('%s | %s\n','logical(mod(reshape(1:0,1,0),2))','x(:,1)=logical(mod(reshape(1:1,1,1),2));'); try, x(:,1)=logical(mod(reshape(1:1,1,1),2)); show(x); catch e, disp(e.message); end
x=1:4; printf('%s | %s\n','1:4','x(4:0)=single(reshape(1:1,1,1));'); try, x(4:0)=single(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=int8(reshape(1:2,2,1)); printf('%s | %s\n','int8(reshape(1:2,2,1))','x=x(logical([0 0 1]),1:1);'); try, x=x(logical([0 0 1]),1:1); show(x); catch e, disp(e.message); end
x=reshape((1:1)+1i*(1:-1:1),1,1); printf('%s | %s\n','reshape((1:1)+1i*(1:-1:1),1,1)','x=x(1);'); try, x=x(1); show(x); catch e, disp(e.message); end
x=int64(reshape(1:2,1,2)); printf('%s | %s\n','int64(reshape(1:2,1,2))','x=x(logical([1;0]),end+1);'); try, x=x(logical([1;0]),end+1); show(x); catch e, disp(e.message); end
x=reshape(10+(1:6),2,3); printf('%s | %s\n','reshape(10+(1:6),2,3)','x(1:-1:1,logical([1;0]))=reshape((1:0)+1i*(0:-1:1),0,2,2);'); try, x(1:-1:1,logical([1;0]))=reshape((1:0)+1i*(0:-1:1),0,2,2); show(x); catch e, disp(e.message); end
x=char(reshape(96+(1:8),4,2)); printf('%s | %s\n','char(reshape(96+(1:8),4,2))','x(logical([1;1;1]),:)=int8(reshape(1:1,1,1));'); try, x(logical([1;1;1]),:)=int8(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=int8(reshape(1:0,0,0)); printf('%s | %s\n','int8(reshape(1:0,0,0))','x(1:0)=reshape(10+(1:0),0,0);'); try, x(1:0)=reshape(10+(1:0),0,0); show(x); catch e, disp(e.message); end
x=reshape(0+(1:1),1,1); printf('%s | %s\n','reshape(0+(1:1),1,1)','x=x(logical([0]));'); try, x=x(logical([0])); show(x); catch e, disp(e.message); end
x=reshape(-3+(1:2),1,2); printf('%s | %s\n','reshape(-3+(1:2),1,2)','x=x(1:0,2:0);'); try, x=x(1:0,2:0); show(x); catch e, disp(e.message); end
x=reshape((1:2)+1i*(2:-1:1),1,2); printf('%s | %s\n','reshape((1:2)+1i*(2:-1:1),1,2)','x=x(end+1,zeros(0,3));'); try, x=x(end+1,zeros(0,3)); show(x); catch e, disp(e.message); end
x=int64(reshape(1:9,3,3)); printf('%s | %s\n','int64(reshape(1:9,3,3))','x=x(:);'); try, x=x(:); show(x); catch e, disp(e.message); end
x=int64(reshape(1:0,0,3,2)); printf('%s | %s\n','int64(reshape(1:0,0,3,2))','x(2,logical([0 0 0]),logical([0;0]))=single(reshape(1:1,1,1));'); try, x(2,logical([0 0 0]),logical([0;0]))=single(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=char(reshape(96+(1:6),3,2)); printf('%s | %s\n','char(reshape(96+(1:6),3,2))','x(logical([1 0 0 1 1]))=int8(reshape(1:1,1,1));'); try, x(logical([1 0 0 1 1]))=int8(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
%> reshape(-3+(1:4),1,4) | x([2])=logical(mod(reshape(1:1,1,1),2));
%> double 1x4: -2 1 0 1
%> int8(reshape(1:4,4,1)) | x(4:3)=reshape((1:1)+1i*(1:-1:1),1,1);
%> double 4x1: 1 2 3 4
%> char(reshape(96+(1:0),4,0)) | x=x(:,1:-1:1);
%> x(_,1): out of bound 0 (dimensions are 4x0)
%> num2cell(reshape(1:4,2,2)) | x(:)=num2cell(reshape(1:0,0,0));
%> =: nonconformant arguments (op1 is 4x1, op2 is 0x0)
%> int8(reshape(1:1,1,1)) | x(:,[])=reshape((1:5)+1i*(5:-1:1),5,1);
%> =: nonconformant arguments (op1 is 1x0, op2 is 5x1)
%> reshape(-3+(1:18),3,3,2) | x=x(3);
%> double 1x1: 0
%> logical(mod(reshape(1:0,1,0),2)) | x(:,1)=logical(mod(reshape(1:1,1,1),2));
%> logical 1x1: 1
%> 1:4 | x(4:0)=single(reshape(1:1,1,1));
%> double 1x4: 1 2 3 4
%> int8(reshape(1:2,2,1)) | x=x(logical([0 0 1]),1:1);
%> x(3,_): out of bound 2 (dimensions are 2x1)
%> reshape((1:1)+1i*(1:-1:1),1,1) | x=x(1);
%> double 1x1: 1+1i
%> int64(reshape(1:2,1,2)) | x=x(logical([1;0]),end+1);
%> x(_,3): out of bound 2 (dimensions are 1x2)
%> reshape(10+(1:6),2,3) | x(1:-1:1,logical([1;0]))=reshape((1:0)+1i*(0:-1:1),0,2,2);
%> =: nonconformant arguments (op1 is 1x1, op2 is 0x2)
%> char(reshape(96+(1:8),4,2)) | x(logical([1;1;1]),:)=int8(reshape(1:1,1,1));
%> double 4x2: 1 1 1 100 1 1 1 104
%> int8(reshape(1:0,0,0)) | x(1:0)=reshape(10+(1:0),0,0);
%> int8 0x0: 
%> reshape(0+(1:1),1,1) | x=x(logical([0]));
%> double 0x0: 
%> reshape(-3+(1:2),1,2) | x=x(1:0,2:0);
%> double 0x0: 
%> reshape((1:2)+1i*(2:-1:1),1,2) | x=x(end+1,zeros(0,3));
%> x(2,_): out of bound 1 (dimensions are 1x2)
%> int64(reshape(1:9,3,3)) | x=x(:);
%> int64 9x1: 1 2 3 4 5 6 7 8 9
%> int64(reshape(1:0,0,3,2)) | x(2,logical([0 0 0]),logical([0;0]))=single(reshape(1:1,1,1));
%> int64 2x3x2: 0 0 0 0 0 0 0 0 0 0 0 0
%> char(reshape(96+(1:6),3,2)) | x(logical([1 0 0 1 1]))=int8(reshape(1:1,1,1));
%> double 3x2: 1 98 99 1 1 102

%% statements 61 to 80
warning('off','all');
1;

function show(x)
  sz=sprintf('%dx',size(x)); sz=sz(1:end-1);
  if iscell(x)
    printf('cell %s {',sz); for k=1:numel(x), if isempty(x{k}) printf(' []'); else printf(' %s',num2str(double(x{k}(1)))); end, end, printf('}\n');
  elseif isstruct(x)
    printf('struct %s {',sz); for k=1:numel(x), v=x(k).f; if isempty(v) printf(' []'); else printf(' %s',num2str(double(v(1)))); end, end, printf('}\n');
  elseif iscomplex(x)
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g%+gi',[real(double(x(:).'));imag(double(x(:).'))]));
  else
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g',double(x(:))));
  end
end
x=reshape(0+(1:0),0,2,2); printf('%s | %s\n','reshape(0+(1:0),0,2,2)','x(1)=reshape((1:9)+1i*(9:-1:1),3,1,3);'); try, x(1)=reshape((1:9)+1i*(9:-1:1),3,1,3); show(x); catch e, disp(e.message); end
x=int8(reshape(1:5,1,5)); printf('%s | %s\n','int8(reshape(1:5,1,5))','x=x(1,[4;6;1;4]);'); try, x=x(1,[4;6;1;4]); show(x); catch e, disp(e.message); end
x=int8(reshape(1:1,1,1)); printf('%s | %s\n','int8(reshape(1:1,1,1))','x=x(logical([]),:);'); try, x=x(logical([]),:); show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:6,6,1)); printf('%s | %s\n','num2cell(reshape(1:6,6,1))','x(end,1)=num2cell(reshape(1:1,1,1));'); try, x(end,1)=num2cell(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=reshape(10+(1:6),2,3); printf('%s | %s\n','reshape(10+(1:6),2,3)','x(:)=char(reshape(96+(1:1),1,1));'); try, x(:)=char(reshape(96+(1:1),1,1)); show(x); catch e, disp(e.message); end
x=reshape(0+(1:0),0,1); printf('%s | %s\n','reshape(0+(1:0),0,1)','x(1:2,1)=logical(mod(reshape(1:1,1,1),2));'); try, x(1:2,1)=logical(mod(reshape(1:1,1,1),2)); show(x); catch e, disp(e.message); end
x=reshape((1:5)+1i*(5:-1:1),5,1); printf('%s | %s\n','reshape((1:5)+1i*(5:-1:1),5,1)','x(:,:)=[];'); try, x(:,:)=[]; show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:5,1,5)); printf('%s | %s\n','num2cell(reshape(1:5,1,5))','x([1],:)=num2cell(reshape(1:0,1,0));'); try, x([1],:)=num2cell(reshape(1:0,1,0)); show(x); catch e, disp(e.message); end
x=int8(reshape(1:3,3,1)); printf('%s | %s\n','int8(reshape(1:3,3,1))','x(:)=single(reshape(1:12,3,4));'); try, x(:)=single(reshape(1:12,3,4)); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:1,1,1)); printf('%s | %s\n','uint8(reshape(1:1,1,1))','x=x(1,1);'); try, x=x(1,1); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:0,0,1),2)); printf('%s | %s\n','logical(mod(reshape(1:0,0,1),2))','x(logical([]))=int8(reshape(1:1,1,1));'); try, x(logical([]))=int8(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=int64(reshape(1:4,1,4)); printf('%s | %s\n','int64(reshape(1:4,1,4))','x(4)=int8(reshape(1:1,1,1));'); try, x(4)=int8(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=reshape(10+(1:6),1,6); printf('%s | %s\n','reshape(10+(1:6),1,6)','x(2:0)=reshape(10+(1:16),4,4);'); try, x(2:0)=reshape(10+(1:16),4,4); show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:0,0,4)); printf('%s | %s\n','num2cell(reshape(1:0,0,4))','x=x(:,:);'); try, x=x(:,:); show(x); catch e, disp(e.message); end
x=reshape(-3+(1:3),1,1,3); printf('%s | %s\n','reshape(-3+(1:3),1,1,3)','x=x(3);'); try, x=x(3); show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:4,4,1))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:4,4,1)))','x(1:-1:1,end)=struct(''f'',num2cell(reshape(1:0,0,0,2)));'); try, x(1:-1:1,end)=struct('f',num2cell(reshape(1:0,0,0,2))); show(x); catch e, disp(e.message); end
x=reshape(-3+(1:0),4,0); printf('%s | %s\n','reshape(-3+(1:0),4,0)','x(logical([1;0;0]),1:1)=reshape(-3+(1:2),2,1);'); try, x(logical([1;0;0]),1:1)=reshape(-3+(1:2),2,1); show(x); catch e, disp(e.message); end
x=int8(reshape(1:2,1,2)); printf('%s | %s\n','int8(reshape(1:2,1,2))','x(2,2)=reshape(-3+(1:4),2,2);'); try, x(2,2)=reshape(-3+(1:4),2,2); show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:2,1,2))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:2,1,2)))','x=x(2:0);'); try, x=x(2:0); show(x); catch e, disp(e.message); end
x=1:3; printf('%s | %s\n','1:3','x([],1)=[];'); try, x([],1)=[]; show(x); catch e, disp(e.message); end
%> reshape(0+(1:0),0,2,2) | x(1)=reshape((1:9)+1i*(9:-1:1),3,1,3);
%> =: nonconformant arguments (op1 is 1x1, op2 is 3x1x3)
%> int8(reshape(1:5,1,5)) | x=x(1,[4;6;1;4]);
%> x(_,6): out of bound 5 (dimensions are 1x5)
%> int8(reshape(1:1,1,1)) | x=x(logical([]),:);
%> int8 0x1: 
%> num2cell(reshape(1:6,6,1)) | x(end,1)=num2cell(reshape(1:1,1,1));
%> cell 6x1 { 1 2 3 4 5 1}
%> reshape(10+(1:6),2,3) | x(:)=char(reshape(96+(1:1),1,1));
%> double 2x3: 97 97 97 97 97 97
%> reshape(0+(1:0),0,1) | x(1:2,1)=logical(mod(reshape(1:1,1,1),2));
%> double 2x1: 1 1
%> reshape((1:5)+1i*(5:-1:1),5,1) | x(:,:)=[];
%> double 0x1: 
%> num2cell(reshape(1:5,1,5)) | x([1],:)=num2cell(reshape(1:0,1,0));
%> =: nonconformant arguments (op1 is 1x5, op2 is 1x0)
%> int8(reshape(1:3,3,1)) | x(:)=single(reshape(1:12,3,4));
%> =: nonconformant arguments (op1 is 3x1, op2 is 3x4)
%> uint8(reshape(1:1,1,1)) | x=x(1,1);
%> uint8 1x1: 1
%> logical(mod(reshape(1:0,0,1),2)) | x(logical([]))=int8(reshape(1:1,1,1));
%> logical 0x1: 
%> int64(reshape(1:4,1,4)) | x(4)=int8(reshape(1:1,1,1));
%> int64 1x4: 1 2 3 1
%> reshape(10+(1:6),1,6) | x(2:0)=reshape(10+(1:16),4,4);
%> =: nonconformant arguments (op1 is 0x1, op2 is 4x4)
%> num2cell(reshape(1:0,0,4)) | x=x(:,:);
%> cell 0x4 {}
%> reshape(-3+(1:3),1,1,3) | x=x(3);
%> double 1x1: 0
%> struct('f',num2cell(reshape(1:4,4,1))) | x(1:-1:1,end)=struct('f',num2cell(reshape(1:0,0,0,2)));
%> =: nonconformant arguments (op1 is 1x1, op2 is 0x0)
%> reshape(-3+(1:0),4,0) | x(logical([1;0;0]),1:1)=reshape(-3+(1:2),2,1);
%> =: nonconformant arguments (op1 is 1x1, op2 is 2x1)
%> int8(reshape(1:2,1,2)) | x(2,2)=reshape(-3+(1:4),2,2);
%> =: nonconformant arguments (op1 is 1x1, op2 is 2x2)
%> struct('f',num2cell(reshape(1:2,1,2))) | x=x(2:0);
%> struct 1x0 {}
%> 1:3 | x([],1)=[];
%> double 1x3: 1 2 3

%% statements 81 to 100
warning('off','all');
1;

function show(x)
  sz=sprintf('%dx',size(x)); sz=sz(1:end-1);
  if iscell(x)
    printf('cell %s {',sz); for k=1:numel(x), if isempty(x{k}) printf(' []'); else printf(' %s',num2str(double(x{k}(1)))); end, end, printf('}\n');
  elseif isstruct(x)
    printf('struct %s {',sz); for k=1:numel(x), v=x(k).f; if isempty(v) printf(' []'); else printf(' %s',num2str(double(v(1)))); end, end, printf('}\n');
  elseif iscomplex(x)
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g%+gi',[real(double(x(:).'));imag(double(x(:).'))]));
  else
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g',double(x(:))));
  end
end
x=reshape(0+(1:6),3,2); printf('%s | %s\n','reshape(0+(1:6),3,2)','x(:)=char(reshape(96+(1:1),1,1));'); try, x(:)=char(reshape(96+(1:1),1,1)); show(x); catch e, disp(e.message); end
x=reshape(0+(1:0),2,0,1); printf('%s | %s\n','reshape(0+(1:0),2,0,1)','x=x(2,[]);'); try, x=x(2,[]); show(x); catch e, disp(e.message); end
x=reshape(0+(1:0),3,0); printf('%s | %s\n','reshape(0+(1:0),3,0)','x(end+1,:)=logical(mod(reshape(1:1,1,1),2));'); try, x(end+1,:)=logical(mod(reshape(1:1,1,1),2)); show(x); catch e, disp(e.message); end
x=reshape(-3+(1:0),3,0); printf('%s | %s\n','reshape(-3+(1:0),3,0)','x=x(1:-1:1);'); try, x=x(1:-1:1); show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:6,6,1)); printf('%s | %s\n','num2cell(reshape(1:6,6,1))','x(logical([0;0;0;1;1;1]),[1;1;1;1])=num2cell(reshape(1:1,1,1));'); try, x(logical([0;0;0;1;1;1]),[1;1;1;1])=num2cell(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:2,2,1)); printf('%s | %s\n','uint8(reshape(1:2,2,1))','x(1:-1:1,1)=[];'); try, x(1:-1:1,1)=[]; show(x); catch e, disp(e.message); end
x=reshape(0+(1:12),2,3,2); printf('%s | %s\n','reshape(0+(1:12),2,3,2)','x(1:1,6)=[];'); try, x(1:1,6)=[]; show(x); catch e, disp(e.message); end
x=single(reshape(1:0,4,0)); printf('%s | %s\n','single(reshape(1:0,4,0))','x(1:1)=single(reshape(1:6,3,2));'); try, x(1:1)=single(reshape(1:6,3,2)); show(x); catch e, disp(e.message); end
x=single(reshape(1:6,2,3)); printf('%s | %s\n','single(reshape(1:6,2,3))','x(1,logical([0;1;1]))=reshape(-3+(1:3),3,1,1);'); try, x(1,logical([0;1;1]))=reshape(-3+(1:3),3,1,1); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:0,3,0,3)); printf('%s | %s\n','uint8(reshape(1:0,3,0,3))','x=x(3:2,:,:);'); try, x=x(3:2,:,:); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:4,1,2,2)); printf('%s | %s\n','uint8(reshape(1:4,1,2,2))','x(:,2:0,logical([1]))=logical(mod(reshape(1:1,1,1),2));'); try, x(:,2:0,logical([1]))=logical(mod(reshape(1:1,1,1),2)); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:0,0,2,2),2)); printf('%s | %s\n','logical(mod(reshape(1:0,0,2,2),2))','x=x([1],[2,2,2,1],2);'); try, x=x([1],[2,2,2,1],2); show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:3,3,1))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:3,3,1)))','x(2,[])=struct(''f'',num2cell(reshape(1:1,1,1)));'); try, x(2,[])=struct('f',num2cell(reshape(1:1,1,1))); show(x); catch e, disp(e.message); end
x=1:6; printf('%s | %s\n','1:6','x(logical([1;0;0]),2)=logical(mod(reshape(1:0,0,2),2));'); try, x(logical([1;0;0]),2)=logical(mod(reshape(1:0,0,2),2)); show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:0,0,3,1))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:0,0,3,1)))','x=x(0:-1:1,5:5,:);'); try, x=x(0:-1:1,5:5,:); show(x); catch e, disp(e.message); end
x=1:0; printf('%s | %s\n','1:0','x(:)=[];'); try, x(:)=[]; show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:9,3,3),2)); printf('%s | %s\n','logical(mod(reshape(1:9,3,3),2))','x(:)=[];'); try, x(:)=[]; show(x); catch e, disp(e.message); end
x=reshape(0+(1:1),1,1); printf('%s | %s\n','reshape(0+(1:1),1,1)','x(1:0,:)=single(reshape(1:1,1,1));'); try, x(1:0,:)=single(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=int8(reshape(1:0,3,0,2)); printf('%s | %s\n','int8(reshape(1:0,3,0,2))','x(1)=reshape(-3+(1:0),1,0);'); try, x(1)=reshape(-3+(1:0),1,0); show(x); catch e, disp(e.message); end
x=reshape(10+(1:12),2,2,3); printf('%s | %s\n','reshape(10+(1:12),2,2,3)','x(2:2,5:5)=[];'); try, x(2:2,5:5)=[]; show(x); catch e, disp(e.message); end
%> reshape(0+(1:6),3,2) | x(:)=char(reshape(96+(1:1),1,1));
%> double 3x2: 97 97 97 97 97 97
%> reshape(0+(1:0),2,0,1) | x=x(2,[]);
%> double 1x0: 
%> reshape(0+(1:0),3,0) | x(end+1,:)=logical(mod(reshape(1:1,1,1),2));
%> double 4x0: 
%> reshape(-3+(1:0),3,0) | x=x(1:-1:1);
%> x(1): out of bound 0 (dimensions are 3x0)
%> num2cell(reshape(1:6,6,1)) | x(logical([0;0;0;1;1;1]),[1;1;1;1])=num2cell(reshape(1:1,1,1));
%> cell 6x1 { 1 2 3 1 1 1}
%> uint8(reshape(1:2,2,1)) | x(1:-1:1,1)=[];
%> a null assignment can only have one non-colon index
%> reshape(0+(1:12),2,3,2) | x(1:1,6)=[];
%> a null assignment can only have one non-colon index
%> single(reshape(1:0,4,0)) | x(1:1)=single(reshape(1:6,3,2));
%> =: nonconformant arguments (op1 is 1x1, op2 is 3x2)
%> single(reshape(1:6,2,3)) | x(1,logical([0;1;1]))=reshape(-3+(1:3),3,1,1);
%> =: nonconformant arguments (op1 is 1x2, op2 is 3x1)
%> uint8(reshape(1:0,3,0,3)) | x=x(3:2,:,:);
%> uint8 0x0x3: 
%> uint8(reshape(1:4,1,2,2)) | x(:,2:0,logical([1]))=logical(mod(reshape(1:1,1,1),2));
%> uint8 1x2x2: 1 2 3 4
%> logical(mod(reshape(1:0,0,2,2),2)) | x=x([1],[2,2,2,1],2);
%> x(1,_,_): out of bound 0 (dimensions are 0x2x2)
%> struct('f',num2cell(reshape(1:3,3,1))) | x(2,[])=struct('f',num2cell(reshape(1:1,1,1)));
%> struct 3x1 { 1 2 3}
%> 1:6 | x(logical([1;0;0]),2)=logical(mod(reshape(1:0,0,2),2));
%> =: nonconformant arguments (op1 is 1x1, op2 is 0x2)
%> struct('f',num2cell(reshape(1:0,0,3,1))) | x=x(0:-1:1,5:5,:);
%> x(_,5,_): out of bound 3 (dimensions are 0x3)
%> 1:0 | x(:)=[];
%> double 0x0: 
%> logical(mod(reshape(1:9,3,3),2)) | x(:)=[];
%> logical 0x0: 
%> reshape(0+(1:1),1,1) | x(1:0,:)=single(reshape(1:1,1,1));
%> double 1x1: 1
%> int8(reshape(1:0,3,0,2)) | x(1)=reshape(-3+(1:0),1,0);
%> =: nonconformant arguments (op1 is 1x1, op2 is 1x0)
%> reshape(10+(1:12),2,2,3) | x(2:2,5:5)=[];
%> a null assignment can only have one non-colon index

%% statements 101 to 120
warning('off','all');
1;

function show(x)
  sz=sprintf('%dx',size(x)); sz=sz(1:end-1);
  if iscell(x)
    printf('cell %s {',sz); for k=1:numel(x), if isempty(x{k}) printf(' []'); else printf(' %s',num2str(double(x{k}(1)))); end, end, printf('}\n');
  elseif isstruct(x)
    printf('struct %s {',sz); for k=1:numel(x), v=x(k).f; if isempty(v) printf(' []'); else printf(' %s',num2str(double(v(1)))); end, end, printf('}\n');
  elseif iscomplex(x)
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g%+gi',[real(double(x(:).'));imag(double(x(:).'))]));
  else
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g',double(x(:))));
  end
end
x=reshape((1:0)+1i*(0:-1:1),0,1,3); printf('%s | %s\n','reshape((1:0)+1i*(0:-1:1),0,1,3)','x=x(logical([]),:);'); try, x=x(logical([]),:); show(x); catch e, disp(e.message); end
x=int8(reshape(1:1,1,1)); printf('%s | %s\n','int8(reshape(1:1,1,1))','x=x(3);'); try, x=x(3); show(x); catch e, disp(e.message); end
x=reshape((1:0)+1i*(0:-1:1),1,0,1); printf('%s | %s\n','reshape((1:0)+1i*(0:-1:1),1,0,1)','x([1;1])=logical(mod(reshape(1:1,1,1),2));'); try, x([1;1])=logical(mod(reshape(1:1,1,1),2)); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:2,1,2),2)); printf('%s | %s\n','logical(mod(reshape(1:2,1,2),2))','x(:,2:3)=char(reshape(96+(1:1),1,1));'); try, x(:,2:3)=char(reshape(96+(1:1),1,1)); show(x); catch e, disp(e.message); end
x=reshape((1:1)+1i*(1:-1:1),1,1); printf('%s | %s\n','reshape((1:1)+1i*(1:-1:1),1,1)','x(:)=logical(mod(reshape(1:1,1,1),2));'); try, x(:)=logical(mod(reshape(1:1,1,1),2)); show(x); catch e, disp(e.message); end
x=int64(reshape(1:0,0,1)); printf('%s | %s\n','int64(reshape(1:0,0,1))','x(:)=char(reshape(96+(1:0),0,1));'); try, x(:)=char(reshape(96+(1:0),0,1)); show(x); catch e, disp(e.message); end
x=1:5; printf('%s | %s\n','1:5','x=x([]);'); try, x=x([]); show(x); catch e, disp(e.message); end
x=reshape(0+(1:0),1,0); printf('%s | %s\n','reshape(0+(1:0),1,0)','x(logical([]))=reshape(10+(1:1),1,1);'); try, x(logical([]))=reshape(10+(1:1),1,1); show(x); catch e, disp(e.message); end
x=reshape(0+(1:6),2,3); printf('%s | %s\n','reshape(0+(1:6),2,3)','x=x([],end+1);'); try, x=x([],end+1); show(x); catch e, disp(e.message); end
x=char(reshape(96+(1:1),1,1)); printf('%s | %s\n','char(reshape(96+(1:1),1,1))','x=x(2:2,2);'); try, x=x(2:2,2); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:12,4,3),2)); printf('%s | %s\n','logical(mod(reshape(1:12,4,3),2))','x=x(5,[3;1;3]);'); try, x=x(5,[3;1;3]); show(x); catch e, disp(e.message); end
x=reshape(0+(1:2),2,1,1); printf('%s | %s\n','reshape(0+(1:2),2,1,1)','x=x(1);'); try, x=x(1); show(x); catch e, disp(e.message); end
x=reshape(10+(1:6),6,1); printf('%s | %s\n','reshape(10+(1:6),6,1)','x(:,2)=int8(reshape(1:1,1,1));'); try, x(:,2)=int8(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=reshape((1:6)+1i*(6:-1:1),1,6); printf('%s | %s\n','reshape((1:6)+1i*(6:-1:1),1,6)','x=x(3,4:4);'); try, x=x(3,4:4); show(x); catch e, disp(e.message); end
x=char(reshape(96+(1:0),0,1,2)); printf('%s | %s\n','char(reshape(96+(1:0),0,1,2))','x(1)=reshape(-3+(1:1),1,1);'); try, x(1)=reshape(-3+(1:1),1,1); show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:1,1,1)); printf('%s | %s\n','num2cell(reshape(1:1,1,1))','x=x(1,logical([0;1]));'); try, x=x(1,logical([0;1])); show(x); catch e, disp(e.message); end
x=reshape((1:6)+1i*(6:-1:1),3,2); printf('%s | %s\n','reshape((1:6)+1i*(6:-1:1),3,2)','x=x(2:2,2:1);'); try, x=x(2:2,2:1); show(x); catch e, disp(e.message); end
x=1:2; printf('%s | %s\n','1:2','x(logical([1 0]),1:1)=[];'); try, x(logical([1 0]),1:1)=[]; show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:3,1,3)); printf('%s | %s\n','num2cell(reshape(1:3,1,3))','x(1:0,[3])=num2cell(reshape(1:1,1,1));'); try, x(1:0,[3])=num2cell(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=char(reshape(96+(1:1),1,1)); printf('%s | %s\n','char(reshape(96+(1:1),1,1))','x=x(2:1);'); try, x=x(2:1); show(x); catch e, disp(e.message); end
%> reshape((1:0)+1i*(0:-1:1),0,1,3) | x=x(logical([]),:);
%> double 0x3: 
%> int8(reshape(1:1,1,1)) | x=x(3);
%> x(3): out of bound 1 (dimensions are 1x1)
%> reshape((1:0)+1i*(0:-1:1),1,0,1) | x([1;1])=logical(mod(reshape(1:1,1,1),2));
%> double 1x1: 1
%> logical(mod(reshape(1:2,1,2),2)) | x(:,2:3)=char(reshape(96+(1:1),1,1));
%> octave_base_value::bool_array_value(): wrong type argument 'sq_string'
%> reshape((1:1)+1i*(1:-1:1),1,1) | x(:)=logical(mod(reshape(1:1,1,1),2));
%> double 1x1: 1
%> int64(reshape(1:0,0,1)) | x(:)=char(reshape(96+(1:0),0,1));
%> int64 0x1: 
%> 1:5 | x=x([]);
%> double 0x0: 
%> reshape(0+(1:0),1,0) | x(logical([]))=reshape(10+(1:1),1,1);
%> double 1x0: 
%> reshape(0+(1:6),2,3) | x=x([],end+1);
%> x(_,4): out of bound 3 (dimensions are 2x3)
%> char(reshape(96+(1:1),1,1)) | x=x(2:2,2);
%> x(2,_): out of bound 1 (dimensions are 1x1)
%> logical(mod(reshape(1:12,4,3),2)) | x=x(5,[3;1;3]);
%> x(5,_): out of bound 4 (dimensions are 4x3)
%> reshape(0+(1:2),2,1,1) | x=x(1);
%> double 1x1: 1
%> reshape(10+(1:6),6,1) | x(:,2)=int8(reshape(1:1,1,1));
%> double 6x2: 11 12 13 14 15 16 1 1 1 1 1 1
%> reshape((1:6)+1i*(6:-1:1),1,6) | x=x(3,4:4);
%> x(3,_): out of bound 1 (dimensions are 1x6)
%> char(reshape(96+(1:0),0,1,2)) | x(1)=reshape(-3+(1:1),1,1);
%> Invalid resizing operation or ambiguous assignment to an out-of-bounds array element
%> num2cell(reshape(1:1,1,1)) | x=x(1,logical([0;1]));
%> x(_,2): out of bound 1 (dimensions are 1x1)
%> reshape((1:6)+1i*(6:-1:1),3,2) | x=x(2:2,2:1);
%> double 1x0: 
%> 1:2 | x(logical([1 0]),1:1)=[];
%> a null assignment can only have one non-colon index
%> num2cell(reshape(1:3,1,3)) | x(1:0,[3])=num2cell(reshape(1:1,1,1));
%> cell 1x3 { 1 2 3}
%> char(reshape(96+(1:1),1,1)) | x=x(2:1);
%> char 1x0: 

%% statements 121 to 140
warning('off','all');
1;

function show(x)
  sz=sprintf('%dx',size(x)); sz=sz(1:end-1);
  if iscell(x)
    printf('cell %s {',sz); for k=1:numel(x), if isempty(x{k}) printf(' []'); else printf(' %s',num2str(double(x{k}(1)))); end, end, printf('}\n');
  elseif isstruct(x)
    printf('struct %s {',sz); for k=1:numel(x), v=x(k).f; if isempty(v) printf(' []'); else printf(' %s',num2str(double(v(1)))); end, end, printf('}\n');
  elseif iscomplex(x)
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g%+gi',[real(double(x(:).'));imag(double(x(:).'))]));
  else
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g',double(x(:))));
  end
end
x=char(reshape(96+(1:9),3,3)); printf('%s | %s\n','char(reshape(96+(1:9),3,3))','x([8])=int8(reshape(1:1,1,1));'); try, x([8])=int8(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:2,2,1))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:2,2,1)))','x(1.5,1)=struct(''f'',num2cell(reshape(1:1,1,1)));'); try, x(1.5,1)=struct('f',num2cell(reshape(1:1,1,1))); show(x); catch e, disp(e.message); end
x=char(reshape(96+(1:2),1,2)); printf('%s | %s\n','char(reshape(96+(1:2),1,2))','x(1,:)=char(reshape(96+(1:9),3,3));'); try, x(1,:)=char(reshape(96+(1:9),3,3)); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:0,4,0)); printf('%s | %s\n','uint8(reshape(1:0,4,0))','x=x(2:0,[]);'); try, x=x(2:0,[]); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:2,2,1)); printf('%s | %s\n','uint8(reshape(1:2,2,1))','x(0:-1:1,1)=single(reshape(1:9,3,3));'); try, x(0:-1:1,1)=single(reshape(1:9,3,3)); show(x); catch e, disp(e.message); end
x=reshape(-3+(1:1),1,1); printf('%s | %s\n','reshape(-3+(1:1),1,1)','x=x(1:-1:1,1);'); try, x=x(1:-1:1,1); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:9,3,1,3),2)); printf('%s | %s\n','logical(mod(reshape(1:9,3,1,3),2))','x(1:4)=reshape(0+(1:1),1,1);'); try, x(1:4)=reshape(0+(1:1),1,1); show(x); catch e, disp(e.message); end
x=single(reshape(1:0,1,0)); printf('%s | %s\n','single(reshape(1:0,1,0))','x=x(1);'); try, x=x(1); show(x); catch e, disp(e.message); end
x=reshape(0+(1:1),1,1); printf('%s | %s\n','reshape(0+(1:1),1,1)','x(end+1)=reshape(0+(1:1),1,1);'); try, x(end+1)=reshape(0+(1:1),1,1); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:6,1,6),2)); printf('%s | %s\n','logical(mod(reshape(1:6,1,6),2))','x(1,6)=reshape(0+(1:1),1,1);'); try, x(1,6)=reshape(0+(1:1),1,1); show(x); catch e, disp(e.message); end
x=single(reshape(1:4,2,2)); printf('%s | %s\n','single(reshape(1:4,2,2))','x([4;3;1])=single(reshape(1:1,1,1));'); try, x([4;3;1])=single(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=1:1; printf('%s | %s\n','1:1','x(:)=single(reshape(1:1,1,1));'); try, x(:)=single(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:0,0,0)); printf('%s | %s\n','uint8(reshape(1:0,0,0))','x(2)=int8(reshape(1:1,1,1));'); try, x(2)=int8(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=single(reshape(1:4,4,1)); printf('%s | %s\n','single(reshape(1:4,4,1))','x=x([2;3],1);'); try, x=x([2;3],1); show(x); catch e, disp(e.message); end
x=reshape(10+(1:0),4,0); printf('%s | %s\n','reshape(10+(1:0),4,0)','x(4:0,1:0)=[];'); try, x(4:0,1:0)=[]; show(x); catch e, disp(e.message); end
x=1:2; printf('%s | %s\n','1:2','x=x(1:0,5);'); try, x=x(1:0,5); show(x); catch e, disp(e.message); end
x=single(reshape(1:12,4,3)); printf('%s | %s\n','single(reshape(1:12,4,3))','x=x(6);'); try, x=x(6); show(x); catch e, disp(e.message); end
x=1:6; printf('%s | %s\n','1:6','x(end+1)=int8(reshape(1:3,1,3));'); try, x(end+1)=int8(reshape(1:3,1,3)); show(x); catch e, disp(e.message); end
x=single(reshape(1:0,0,1)); printf('%s | %s\n','single(reshape(1:0,0,1))','x(1)=reshape((1:1)+1i*(1:-1:1),1,1);'); try, x(1)=reshape((1:1)+1i*(1:-1:1),1,1); show(x); catch e, disp(e.message); end
x=single(reshape(1:4,1,4)); printf('%s | %s\n','single(reshape(1:4,1,4))','x(:,:)=int8(reshape(1:1,1,1));'); try, x(:,:)=int8(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
%> char(reshape(96+(1:9),3,3)) | x([8])=int8(reshape(1:1,1,1));
%> double 3x3: 97 98 99 100 101 102 103 1 105
%> struct('f',num2cell(reshape(1:2,2,1))) | x(1.5,1)=struct('f',num2cell(reshape(1:1,1,1)));
%> x(1.5,_): subscripts must be either integers 1 to (2^63)-1 or logicals
%> char(reshape(96+(1:2),1,2)) | x(1,:)=char(reshape(96+(1:9),3,3));
%> =: nonconformant arguments (op1 is 1x2, op2 is 3x3)
%> uint8(reshape(1:0,4,0)) | x=x(2:0,[]);
%> uint8 0x0: 
%> uint8(reshape(1:2,2,1)) | x(0:-1:1,1)=single(reshape(1:9,3,3));
%> =: nonconformant arguments (op1 is 0x1, op2 is 3x3)
%> reshape(-3+(1:1),1,1) | x=x(1:-1:1,1);
%> double 1x1: -2
%> logical(mod(reshape(1:9,3,1,3),2)) | x(1:4)=reshape(0+(1:1),1,1);
%> logical 3x1x3: 1 1 1 1 1 0 1 0 1
%> single(reshape(1:0,1,0)) | x=x(1);
%> x(1): out of bound 0 (dimensions are 1x0)
%> reshape(0+(1:1),1,1) | x(end+1)=reshape(0+(1:1),1,1);
%> double 1x2: 1 1
%> logical(mod(reshape(1:6,1,6),2)) | x(1,6)=reshape(0+(1:1),1,1);
%> logical 1x6: 1 0 1 0 1 1
%> single(reshape(1:4,2,2)) | x([4;3;1])=single(reshape(1:1,1,1));
%> single 2x2: 1 2 1 1
%> 1:1 | x(:)=single(reshape(1:1,1,1));
%> double 1x1: 1
%> uint8(reshape(1:0,0,0)) | x(2)=int8(reshape(1:1,1,1));
%> uint8 1x2: 0 1
%> single(reshape(1:4,4,1)) | x=x([2;3],1);
%> single 2x1: 2 3
%> reshape(10+(1:0),4,0) | x(4:0,1:0)=[];
%> double 4x0: 
%> 1:2 | x=x(1:0,5);
%> x(_,5): out of bound 2 (dimensions are 1x2)
%> single(reshape(1:12,4,3)) | x=x(6);
%> single 1x1: 6
%> 1:6 | x(end+1)=int8(reshape(1:3,1,3));
%> =: nonconformant arguments (op1 is 1x1, op2 is 1x3)
%> single(reshape(1:0,0,1)) | x(1)=reshape((1:1)+1i*(1:-1:1),1,1);
%> single 1x1: 1+1i
%> single(reshape(1:4,1,4)) | x(:,:)=int8(reshape(1:1,1,1));
%> single 1x4: 1 1 1 1

%% statements 141 to 160
warning('off','all');
1;

function show(x)
  sz=sprintf('%dx',size(x)); sz=sz(1:end-1);
  if iscell(x)
    printf('cell %s {',sz); for k=1:numel(x), if isempty(x{k}) printf(' []'); else printf(' %s',num2str(double(x{k}(1)))); end, end, printf('}\n');
  elseif isstruct(x)
    printf('struct %s {',sz); for k=1:numel(x), v=x(k).f; if isempty(v) printf(' []'); else printf(' %s',num2str(double(v(1)))); end, end, printf('}\n');
  elseif iscomplex(x)
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g%+gi',[real(double(x(:).'));imag(double(x(:).'))]));
  else
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g',double(x(:))));
  end
end
x=logical(mod(reshape(1:8,2,4),2)); printf('%s | %s\n','logical(mod(reshape(1:8,2,4),2))','x(:)=[];'); try, x(:)=[]; show(x); catch e, disp(e.message); end
x=single(reshape(1:1,1,1)); printf('%s | %s\n','single(reshape(1:1,1,1))','x=x(:);'); try, x=x(:); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:3,3,1),2)); printf('%s | %s\n','logical(mod(reshape(1:3,3,1),2))','x(logical([1 1 1 1]))=char(reshape(96+(1:2),1,2));'); try, x(logical([1 1 1 1]))=char(reshape(96+(1:2),1,2)); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:6,2,1,3),2)); printf('%s | %s\n','logical(mod(reshape(1:6,2,1,3),2))','x=x(1,false,[3;3;4]);'); try, x=x(1,false,[3;3;4]); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:1,1,1)); printf('%s | %s\n','uint8(reshape(1:1,1,1))','x(logical([]),:)=char(reshape(96+(1:5),1,5));'); try, x(logical([]),:)=char(reshape(96+(1:5),1,5)); show(x); catch e, disp(e.message); end
x=1:2; printf('%s | %s\n','1:2','x(end+1)=logical(mod(reshape(1:3,3,1),2));'); try, x(end+1)=logical(mod(reshape(1:3,3,1),2)); show(x); catch e, disp(e.message); end
x=reshape(0+(1:1),1,1); printf('%s | %s\n','reshape(0+(1:1),1,1)','x(2:1,logical([1]))=reshape(10+(1:4),4,1);'); try, x(2:1,logical([1]))=reshape(10+(1:4),4,1); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:6,1,6),2)); printf('%s | %s\n','logical(mod(reshape(1:6,1,6),2))','x=x(logical([0]),5);'); try, x=x(logical([0]),5); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:4,4,1),2)); printf('%s | %s\n','logical(mod(reshape(1:4,4,1),2))','x(4)=reshape((1:0)+1i*(0:-1:1),0,4);'); try, x(4)=reshape((1:0)+1i*(0:-1:1),0,4); show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:0,0,1)); printf('%s | %s\n','num2cell(reshape(1:0,0,1))','x(logical([1]),1:0)=reshape(-3+(1:16),4,4);'); try, x(logical([1]),1:0)=reshape(-3+(1:16),4,4); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:1,1,1)); printf('%s | %s\n','uint8(reshape(1:1,1,1))','x=x(1:1,[1,1,1]);'); try, x=x(1:1,[1,1,1]); show(x); catch e, disp(e.message); end
x=reshape(0+(1:5),1,5); printf('%s | %s\n','reshape(0+(1:5),1,5)','x(logical([0 0]),[])=reshape(-3+(1:3),3,1);'); try, x(logical([0 0]),[])=reshape(-3+(1:3),3,1); show(x); catch e, disp(e.message); end
x=int8(reshape(1:0,0,1)); printf('%s | %s\n','int8(reshape(1:0,0,1))','x(0:-1:1,1)=[];'); try, x(0:-1:1,1)=[]; show(x); catch e, disp(e.message); end
x=reshape(-3+(1:0),0,4); printf('%s | %s\n','reshape(-3+(1:0),0,4)','x=x([1;1;1;1],:);'); try, x=x([1;1;1;1],:); show(x); catch e, disp(e.message); end
x=int8(reshape(1:5,5,1)); printf('%s | %s\n','int8(reshape(1:5,5,1))','x=x(5:5,[1,1,1,1]);'); try, x=x(5:5,[1,1,1,1]); show(x); catch e, disp(e.message); end
x=reshape(0+(1:5),5,1); printf('%s | %s\n','reshape(0+(1:5),5,1)','x=x(:,2:2);'); try, x=x(:,2:2); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:4,1,4)); printf('%s | %s\n','uint8(reshape(1:4,1,4))','x(:,[])=[];'); try, x(:,[])=[]; show(x); catch e, disp(e.message); end
x=reshape((1:0)+1i*(0:-1:1),1,0); printf('%s | %s\n','reshape((1:0)+1i*(0:-1:1),1,0)','x(:)=[];'); try, x(:)=[]; show(x); catch e, disp(e.message); end
x=reshape(0+(1:9),3,3); printf('%s | %s\n','reshape(0+(1:9),3,3)','x([],:)=single(reshape(1:4,2,2,1));'); try, x([],:)=single(reshape(1:4,2,2,1)); show(x); catch e, disp(e.message); end
x=reshape((1:3)+1i*(3:-1:1),3,1); printf('%s | %s\n','reshape((1:3)+1i*(3:-1:1),3,1)','x(:)=reshape(0+(1:1),1,1);'); try, x(:)=reshape(0+(1:1),1,1); show(x); catch e, disp(e.message); end
%> logical(mod(reshape(1:8,2,4),2)) | x(:)=[];
%> logical 0x0: 
%> single(reshape(1:1,1,1)) | x=x(:);
%> single 1x1: 1
%> logical(mod(reshape(1:3,3,1),2)) | x(logical([1 1 1 1]))=char(reshape(96+(1:2),1,2));
%> octave_base_value::bool_array_value(): wrong type argument 'sq_string'
%> logical(mod(reshape(1:6,2,1,3),2)) | x=x(1,false,[3;3;4]);
%> x(_,_,4): out of bound 3 (dimensions are 2x1x3)
%> uint8(reshape(1:1,1,1)) | x(logical([]),:)=char(reshape(96+(1:5),1,5));
%> =: nonconformant arguments (op1 is 0x1, op2 is 1x5)
%> 1:2 | x(end+1)=logical(mod(reshape(1:3,3,1),2));
%> =: nonconformant arguments (op1 is 1x1, op2 is 3x1)
%> reshape(0+(1:1),1,1) | x(2:1,logical([1]))=reshape(10+(1:4),4,1);
%> =: nonconformant arguments (op1 is 0x1, op2 is 4x1)
%> logical(mod(reshape(1:6,1,6),2)) | x=x(logical([0]),5);
%> logical 0x1: 
%> logical(mod(reshape(1:4,4,1),2)) | x(4)=reshape((1:0)+1i*(0:-1:1),0,4);
%> =: nonconformant arguments (op1 is 1x1, op2 is 0x4)
%> num2cell(reshape(1:0,0,1)) | x(logical([1]),1:0)=reshape(-3+(1:16),4,4);
%> cell 1x1 { []}
%> uint8(reshape(1:1,1,1)) | x=x(1:1,[1,1,1]);
%> uint8 1x3: 1 1 1
%> reshape(0+(1:5),1,5) | x(logical([0 0]),[])=reshape(-3+(1:3),3,1);
%> =: nonconformant arguments (op1 is 0x0, op2 is 3x1)
%> int8(reshape(1:0,0,1)) | x(0:-1:1,1)=[];
%> int8 0x1: 
%> reshape(-3+(1:0),0,4) | x=x([1;1;1;1],:);
%> x(1,_): out of bound 0 (dimensions are 0x4)
%> int8(reshape(1:5,5,1)) | x=x(5:5,[1,1,1,1]);
%> int8 1x4: 5 5 5 5
%> reshape(0+(1:5),5,1) | x=x(:,2:2);
%> x(_,2): out of bound 1 (dimensions are 5x1)
%> uint8(reshape(1:4,1,4)) | x(:,[])=[];
%> uint8 1x4: 1 2 3 4
%> reshape((1:0)+1i*(0:-1:1),1,0) | x(:)=[];
%> double 0x0: 
%> reshape(0+(1:9),3,3) | x([],:)=single(reshape(1:4,2,2,1));
%> =: nonconformant arguments (op1 is 0x3, op2 is 2x2)
%> reshape((1:3)+1i*(3:-1:1),3,1) | x(:)=reshape(0+(1:1),1,1);
%> double 3x1: 1 1 1

%% statements 161 to 180
warning('off','all');
1;

function show(x)
  sz=sprintf('%dx',size(x)); sz=sz(1:end-1);
  if iscell(x)
    printf('cell %s {',sz); for k=1:numel(x), if isempty(x{k}) printf(' []'); else printf(' %s',num2str(double(x{k}(1)))); end, end, printf('}\n');
  elseif isstruct(x)
    printf('struct %s {',sz); for k=1:numel(x), v=x(k).f; if isempty(v) printf(' []'); else printf(' %s',num2str(double(v(1)))); end, end, printf('}\n');
  elseif iscomplex(x)
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g%+gi',[real(double(x(:).'));imag(double(x(:).'))]));
  else
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g',double(x(:))));
  end
end
x=single(reshape(1:6,6,1)); printf('%s | %s\n','single(reshape(1:6,6,1))','x=x(5,:);'); try, x=x(5,:); show(x); catch e, disp(e.message); end
x=reshape((1:3)+1i*(3:-1:1),1,3,1); printf('%s | %s\n','reshape((1:3)+1i*(3:-1:1),1,3,1)','x(:)=single(reshape(1:3,1,3));'); try, x(:)=single(reshape(1:3,1,3)); show(x); catch e, disp(e.message); end
x=char(reshape(96+(1:6),1,2,3)); printf('%s | %s\n','char(reshape(96+(1:6),1,2,3))','x=x([2;2;1;1],:);'); try, x=x([2;2;1;1],:); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:1,1,1),2)); printf('%s | %s\n','logical(mod(reshape(1:1,1,1),2))','x(1,3)=char(reshape(96+(1:6),2,1,3));'); try, x(1,3)=char(reshape(96+(1:6),2,1,3)); show(x); catch e, disp(e.message); end
x=int64(reshape(1:16,4,4)); printf('%s | %s\n','int64(reshape(1:16,4,4))','x(logical([1 0 0]),3:-1:1)=single(reshape(1:1,1,1));'); try, x(logical([1 0 0]),3:-1:1)=single(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=reshape((1:1)+1i*(1:-1:1),1,1); printf('%s | %s\n','reshape((1:1)+1i*(1:-1:1),1,1)','x=x(2:0);'); try, x=x(2:0); show(x); catch e, disp(e.message); end
x=int8(reshape(1:1,1,1)); printf('%s | %s\n','int8(reshape(1:1,1,1))','x(:,:)=reshape(-3+(1:6),6,1);'); try, x(:,:)=reshape(-3+(1:6),6,1); show(x); catch e, disp(e.message); end
x=reshape(10+(1:1),1,1); printf('%s | %s\n','reshape(10+(1:1),1,1)','x=x(1:0,1);'); try, x=x(1:0,1); show(x); catch e, disp(e.message); end
x=single(reshape(1:0,0,4)); printf('%s | %s\n','single(reshape(1:0,0,4))','x(:,2)=[];'); try, x(:,2)=[]; show(x); catch e, disp(e.message); end
x=reshape(10+(1:3),3,1); printf('%s | %s\n','reshape(10+(1:3),3,1)','x=x(1:4);'); try, x=x(1:4); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:1,1,1)); printf('%s | %s\n','uint8(reshape(1:1,1,1))','x(1)=reshape(10+(1:1),1,1);'); try, x(1)=reshape(10+(1:1),1,1); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:4,4,1),2)); printf('%s | %s\n','logical(mod(reshape(1:4,4,1),2))','x(2,1:1)=char(reshape(96+(1:1),1,1));'); try, x(2,1:1)=char(reshape(96+(1:1),1,1)); show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:6,6,1)); printf('%s | %s\n','num2cell(reshape(1:6,6,1))','x=x(2:1,:);'); try, x=x(2:1,:); show(x); catch e, disp(e.message); end
x=int8(reshape(1:1,1,1)); printf('%s | %s\n','int8(reshape(1:1,1,1))','x(:,1)=reshape((1:1)+1i*(1:-1:1),1,1);'); try, x(:,1)=reshape((1:1)+1i*(1:-1:1),1,1); show(x); catch e, disp(e.message); end
x=reshape((1:6)+1i*(6:-1:1),6,1); printf('%s | %s\n','reshape((1:6)+1i*(6:-1:1),6,1)','x=x(logical([0 1 1 1 1]),:);'); try, x=x(logical([0 1 1 1 1]),:); show(x); catch e, disp(e.message); end
x=char(reshape(96+(1:0),0,1,1)); printf('%s | %s\n','char(reshape(96+(1:0),0,1,1))','x([1],1)=int8(reshape(1:1,1,1));'); try, x([1],1)=int8(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=reshape((1:6)+1i*(6:-1:1),3,2); printf('%s | %s\n','reshape((1:6)+1i*(6:-1:1),3,2)','x(logical([1 0 1]),1:3)=single(reshape(1:4,4,1));'); try, x(logical([1 0 1]),1:3)=single(reshape(1:4,4,1)); show(x); catch e, disp(e.message); end
x=reshape(0+(1:5),5,1); printf('%s | %s\n','reshape(0+(1:5),5,1)','x(1)=int8(reshape(1:1,1,1));'); try, x(1)=int8(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:2,2,1))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:2,2,1)))','x([1])=struct(''f'',num2cell(reshape(1:2,2,1,1)));'); try, x([1])=struct('f',num2cell(reshape(1:2,2,1,1))); show(x); catch e, disp(e.message); end
x=single(reshape(1:3,1,3)); printf('%s | %s\n','single(reshape(1:3,1,3))','x(4)=int8(reshape(1:1,1,1));'); try, x(4)=int8(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
%> single(reshape(1:6,6,1)) | x=x(5,:);
%> single 1x1: 5
%> reshape((1:3)+1i*(3:-1:1),1,3,1) | x(:)=single(reshape(1:3,1,3));
%> double 1x3: 1 2 3
%> char(reshape(96+(1:6),1,2,3)) | x=x([2;2;1;1],:);
%> x(2,_): out of bound 1 (dimensions are 1x2x3)
%> logical(mod(reshape(1:1,1,1),2)) | x(1,3)=char(reshape(96+(1:6),2,1,3));
%> =: nonconformant arguments (op1 is 1x1, op2 is 2x1)
%> int64(reshape(1:16,4,4)) | x(logical([1 0 0]),3:-1:1)=single(reshape(1:1,1,1));
%> int64 4x4: 1 2 3 4 1 6 7 8 1 10 11 12 13 14 15 16
%> reshape((1:1)+1i*(1:-1:1),1,1) | x=x(2:0);
%> double 1x0: 
%> int8(reshape(1:1,1,1)) | x(:,:)=reshape(-3+(1:6),6,1);
%> =: nonconformant arguments (op1 is 1x1, op2 is 6x1)
%> reshape(10+(1:1),1,1) | x=x(1:0,1);
%> double 0x1: 
%> single(reshape(1:0,0,4)) | x(:,2)=[];
%> single 0x3: 
%> reshape(10+(1:3),3,1) | x=x(1:4);
%> x(4): out of bound 3 (dimensions are 3x1)
%> uint8(reshape(1:1,1,1)) | x(1)=reshape(10+(1:1),1,1);
%> uint8 1x1: 11
%> logical(mod(reshape(1:4,4,1),2)) | x(2,1:1)=char(reshape(96+(1:1),1,1));
%> octave_base_value::bool_array_value(): wrong type argument 'sq_string'
%> num2cell(reshape(1:6,6,1)) | x=x(2:1,:);
%> cell 0x1 {}
%> int8(reshape(1:1,1,1)) | x(:,1)=reshape((1:1)+1i*(1:-1:1),1,1);
%> double 1x1: 1+1i
%> reshape((1:6)+1i*(6:-1:1),6,1) | x=x(logical([0 1 1 1 1]),:);
%> double 4x1: 2+5i 3+4i 4+3i 5+2i
%> char(reshape(96+(1:0),0,1,1)) | x([1],1)=int8(reshape(1:1,1,1));
%> double 1x1: 1
%> reshape((1:6)+1i*(6:-1:1),3,2) | x(logical([1 0 1]),1:3)=single(reshape(1:4,4,1));
%> =: nonconformant arguments (op1 is 2x3, op2 is 4x1)
%> reshape(0+(1:5),5,1) | x(1)=int8(reshape(1:1,1,1));
%> double 5x1: 1 2 3 4 5
%> struct('f',num2cell(reshape(1:2,2,1))) | x([1])=struct('f',num2cell(reshape(1:2,2,1,1)));
%> =: nonconformant arguments (op1 is 1x1, op2 is 2x1)
%> single(reshape(1:3,1,3)) | x(4)=int8(reshape(1:1,1,1));
%> single 1x4: 1 2 3 1

%% statements 181 to 200
warning('off','all');
1;

function show(x)
  sz=sprintf('%dx',size(x)); sz=sz(1:end-1);
  if iscell(x)
    printf('cell %s {',sz); for k=1:numel(x), if isempty(x{k}) printf(' []'); else printf(' %s',num2str(double(x{k}(1)))); end, end, printf('}\n');
  elseif isstruct(x)
    printf('struct %s {',sz); for k=1:numel(x), v=x(k).f; if isempty(v) printf(' []'); else printf(' %s',num2str(double(v(1)))); end, end, printf('}\n');
  elseif iscomplex(x)
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g%+gi',[real(double(x(:).'));imag(double(x(:).'))]));
  else
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g',double(x(:))));
  end
end
x=logical(mod(reshape(1:9,1,3,3),2)); printf('%s | %s\n','logical(mod(reshape(1:9,1,3,3),2))','x(4:1)=reshape(0+(1:1),1,1);'); try, x(4:1)=reshape(0+(1:1),1,1); show(x); catch e, disp(e.message); end
x=char(reshape(96+(1:12),3,4)); printf('%s | %s\n','char(reshape(96+(1:12),3,4))','x=x([3]);'); try, x=x([3]); show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:6,1,6)); printf('%s | %s\n','num2cell(reshape(1:6,1,6))','x(1,3)=num2cell(reshape(1:4,2,2,1));'); try, x(1,3)=num2cell(reshape(1:4,2,2,1)); show(x); catch e, disp(e.message); end
x=int64(reshape(1:2,2,1)); printf('%s | %s\n','int64(reshape(1:2,2,1))','x(2:-1:1,3)=int8(reshape(1:16,4,4));'); try, x(2:-1:1,3)=int8(reshape(1:16,4,4)); show(x); catch e, disp(e.message); end
x=single(reshape(1:6,1,6)); printf('%s | %s\n','single(reshape(1:6,1,6))','x(:,:)=reshape((1:6)+1i*(6:-1:1),2,3);'); try, x(:,:)=reshape((1:6)+1i*(6:-1:1),2,3); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:5,1,5)); printf('%s | %s\n','uint8(reshape(1:5,1,5))','x=x([1,1,1],2);'); try, x=x([1,1,1],2); show(x); catch e, disp(e.message); end
x=reshape((1:1)+1i*(1:-1:1),1,1); printf('%s | %s\n','reshape((1:1)+1i*(1:-1:1),1,1)','x(1,:)=char(reshape(96+(1:8),4,2));'); try, x(1,:)=char(reshape(96+(1:8),4,2)); show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:4,2,2)); printf('%s | %s\n','num2cell(reshape(1:4,2,2))','x(:,1)=num2cell(reshape(1:1,1,1));'); try, x(:,1)=num2cell(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=single(reshape(1:6,1,6)); printf('%s | %s\n','single(reshape(1:6,1,6))','x=x(2:0,3:2);'); try, x=x(2:0,3:2); show(x); catch e, disp(e.message); end
x=single(reshape(1:8,4,2)); printf('%s | %s\n','single(reshape(1:8,4,2))','x=x(1);'); try, x=x(1); show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:1,1,1)); printf('%s | %s\n','num2cell(reshape(1:1,1,1))','x(logical([0]),[2,1])=num2cell(reshape(1:1,1,1));'); try, x(logical([0]),[2,1])=num2cell(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=int64(reshape(1:0,1,0)); printf('%s | %s\n','int64(reshape(1:0,1,0))','x(end+1,:)=[];'); try, x(end+1,:)=[]; show(x); catch e, disp(e.message); end
x=reshape((1:1)+1i*(1:-1:1),1,1); printf('%s | %s\n','reshape((1:1)+1i*(1:-1:1),1,1)','x=x([1],1:1);'); try, x=x([1],1:1); show(x); catch e, disp(e.message); end
x=reshape(10+(1:9),3,3); printf('%s | %s\n','reshape(10+(1:9),3,3)','x=x([],2);'); try, x=x([],2); show(x); catch e, disp(e.message); end
x=reshape(10+(1:0),1,0); printf('%s | %s\n','reshape(10+(1:0),1,0)','x(1,1)=single(reshape(1:3,1,3,1));'); try, x(1,1)=single(reshape(1:3,1,3,1)); show(x); catch e, disp(e.message); end
x=int64(reshape(1:1,1,1)); printf('%s | %s\n','int64(reshape(1:1,1,1))','x=x(:);'); try, x=x(:); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:8,2,4),2)); printf('%s | %s\n','logical(mod(reshape(1:8,2,4),2))','x(:,end)=single(reshape(1:3,1,3));'); try, x(:,end)=single(reshape(1:3,1,3)); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:12,3,4),2)); printf('%s | %s\n','logical(mod(reshape(1:12,3,4),2))','x=x(9:8);'); try, x=x(9:8); show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:1,1,1))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:1,1,1)))','x=x(1,[1]);'); try, x=x(1,[1]); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:0,2,0)); printf('%s | %s\n','uint8(reshape(1:0,2,0))','x([1;3;4],1)=reshape(-3+(1:1),1,1);'); try, x([1;3;4],1)=reshape(-3+(1:1),1,1); show(x); catch e, disp(e.message); end
%> logical(mod(reshape(1:9,1,3,3),2)) | x(4:1)=reshape(0+(1:1),1,1);
%> logical 1x3x3: 1 0 1 0 1 0 1 0 1
%> char(reshape(96+(1:12),3,4)) | x=x([3]);
%> char 1x1: 99
%> num2cell(reshape(1:6,1,6)) | x(1,3)=num2cell(reshape(1:4,2,2,1));
%> =: nonconformant arguments (op1 is 1x1, op2 is 2x2)
%> int64(reshape(1:2,2,1)) | x(2:-1:1,3)=int8(reshape(1:16,4,4));
%> =: nonconformant arguments (op1 is 2x1, op2 is 4x4)
%> single(reshape(1:6,1,6)) | x(:,:)=reshape((1:6)+1i*(6:-1:1),2,3);
%> =: nonconformant arguments (op1 is 1x6, op2 is 2x3)
%> uint8(reshape(1:5,1,5)) | x=x([1,1,1],2);
%> uint8 3x1: 2 2 2
%> reshape((1:1)+1i*(1:-1:1),1,1) | x(1,:)=char(reshape(96+(1:8),4,2));
%> =: nonconformant arguments (op1 is 1x1, op2 is 4x2)
%> num2cell(reshape(1:4,2,2)) | x(:,1)=num2cell(reshape(1:1,1,1));
%> cell 2x2 { 1 1 3 4}
%> single(reshape(1:6,1,6)) | x=x(2:0,3:2);
%> single 0x0: 
%> single(reshape(1:8,4,2)) | x=x(1);
%> single 1x1: 1
%> num2cell(reshape(1:1,1,1)) | x(logical([0]),[2,1])=num2cell(reshape(1:1,1,1));
%> cell 1x2 { 1 []}
%> int64(reshape(1:0,1,0)) | x(end+1,:)=[];
%> A(..,I,..) = []: index out of bounds: value 2 out of bound 1
%> reshape((1:1)+1i*(1:-1:1),1,1) | x=x([1],1:1);
%> double 1x1: 1+1i
%> reshape(10+(1:9),3,3) | x=x([],2);
%> double 0x1: 
%> reshape(10+(1:0),1,0) | x(1,1)=single(reshape(1:3,1,3,1));
%> =: nonconformant arguments (op1 is 1x1, op2 is 1x3)
%> int64(reshape(1:1,1,1)) | x=x(:);
%> int64 1x1: 1
%> logical(mod(reshape(1:8,2,4),2)) | x(:,end)=single(reshape(1:3,1,3));
%> =: nonconformant arguments (op1 is 2x1, op2 is 1x3)
%> logical(mod(reshape(1:12,3,4),2)) | x=x(9:8);
%> logical 1x0: 
%> struct('f',num2cell(reshape(1:1,1,1))) | x=x(1,[1]);
%> struct 1x1 { 1}
%> uint8(reshape(1:0,2,0)) | x([1;3;4],1)=reshape(-3+(1:1),1,1);
%> uint8 4x1: 0 0 0 0

%% statements 201 to 220
warning('off','all');
1;

function show(x)
  sz=sprintf('%dx',size(x)); sz=sz(1:end-1);
  if iscell(x)
    printf('cell %s {',sz); for k=1:numel(x), if isempty(x{k}) printf(' []'); else printf(' %s',num2str(double(x{k}(1)))); end, end, printf('}\n');
  elseif isstruct(x)
    printf('struct %s {',sz); for k=1:numel(x), v=x(k).f; if isempty(v) printf(' []'); else printf(' %s',num2str(double(v(1)))); end, end, printf('}\n');
  elseif iscomplex(x)
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g%+gi',[real(double(x(:).'));imag(double(x(:).'))]));
  else
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g',double(x(:))));
  end
end
x=int8(reshape(1:4,4,1)); printf('%s | %s\n','int8(reshape(1:4,4,1))','x([],[])=logical(mod(reshape(1:0,0,1),2));'); try, x([],[])=logical(mod(reshape(1:0,0,1),2)); show(x); catch e, disp(e.message); end
x=reshape(10+(1:1),1,1); printf('%s | %s\n','reshape(10+(1:1),1,1)','x([1;2;2;2],:)=[];'); try, x([1;2;2;2],:)=[]; show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:0,2,0,2)); printf('%s | %s\n','num2cell(reshape(1:0,2,0,2))','x=x(2:0);'); try, x=x(2:0); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:5,5,1)); printf('%s | %s\n','uint8(reshape(1:5,5,1))','x=x(2:0);'); try, x=x(2:0); show(x); catch e, disp(e.message); end
x=int8(reshape(1:0,0,1)); printf('%s | %s\n','int8(reshape(1:0,0,1))','x(end,1)=[];'); try, x(end,1)=[]; show(x); catch e, disp(e.message); end
x=1:6; printf('%s | %s\n','1:6','x=x(end,[1]);'); try, x=x(end,[1]); show(x); catch e, disp(e.message); end
x=int64(reshape(1:1,1,1)); printf('%s | %s\n','int64(reshape(1:1,1,1))','x(1:1,logical([0;0]))=reshape((1:1)+1i*(1:-1:1),1,1);'); try, x(1:1,logical([0;0]))=reshape((1:1)+1i*(1:-1:1),1,1); show(x); catch e, disp(e.message); end
x=1:0; printf('%s | %s\n','1:0','x(:,1)=[];'); try, x(:,1)=[]; show(x); catch e, disp(e.message); end
x=int8(reshape(1:1,1,1)); printf('%s | %s\n','int8(reshape(1:1,1,1))','x=x(:,1:1);'); try, x=x(:,1:1); show(x); catch e, disp(e.message); end
x=int8(reshape(1:4,4,1)); printf('%s | %s\n','int8(reshape(1:4,4,1))','x=x(:,:);'); try, x=x(:,:); show(x); catch e, disp(e.message); end
x=single(reshape(1:3,1,3)); printf('%s | %s\n','single(reshape(1:3,1,3))','x(:)=reshape(10+(1:3),1,3);'); try, x(:)=reshape(10+(1:3),1,3); show(x); catch e, disp(e.message); end
x=1:4; printf('%s | %s\n','1:4','x(1:0,1)=reshape(10+(1:1),1,1);'); try, x(1:0,1)=reshape(10+(1:1),1,1); show(x); catch e, disp(e.message); end
x=reshape(-3+(1:12),3,2,2); printf('%s | %s\n','reshape(-3+(1:12),3,2,2)','x(2:3,4:0)=single(reshape(1:12,3,4));'); try, x(2:3,4:0)=single(reshape(1:12,3,4)); show(x); catch e, disp(e.message); end
x=reshape(0+(1:0),0,1); printf('%s | %s\n','reshape(0+(1:0),0,1)','x(logical([]))=reshape(0+(1:4),2,2);'); try, x(logical([]))=reshape(0+(1:4),2,2); show(x); catch e, disp(e.message); end
x=reshape(10+(1:8),2,2,2); printf('%s | %s\n','reshape(10+(1:8),2,2,2)','x(2:0,6:3)=reshape((1:0)+1i*(0:-1:1),1,0);'); try, x(2:0,6:3)=reshape((1:0)+1i*(0:-1:1),1,0); show(x); catch e, disp(e.message); end
x=1:6; printf('%s | %s\n','1:6','x(:)=reshape(10+(1:2),1,2);'); try, x(:)=reshape(10+(1:2),1,2); show(x); catch e, disp(e.message); end
x=reshape(0+(1:0),0,4); printf('%s | %s\n','reshape(0+(1:0),0,4)','x(end+1)=single(reshape(1:1,1,1));'); try, x(end+1)=single(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=int8(reshape(1:3,1,3)); printf('%s | %s\n','int8(reshape(1:3,1,3))','x=x(logical([0 1 1]));'); try, x=x(logical([0 1 1])); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:0,0,1)); printf('%s | %s\n','uint8(reshape(1:0,0,1))','x(1,1:1)=char(reshape(96+(1:0),0,2));'); try, x(1,1:1)=char(reshape(96+(1:0),0,2)); show(x); catch e, disp(e.message); end
x=reshape((1:0)+1i*(0:-1:1),0,4); printf('%s | %s\n','reshape((1:0)+1i*(0:-1:1),0,4)','x(1:0,[])=reshape(0+(1:1),1,1);'); try, x(1:0,[])=reshape(0+(1:1),1,1); show(x); catch e, disp(e.message); end
%> int8(reshape(1:4,4,1)) | x([],[])=logical(mod(reshape(1:0,0,1),2));
%> int8 4x1: 1 2 3 4
%> reshape(10+(1:1),1,1) | x([1;2;2;2],:)=[];
%> A(..,I,..) = []: index out of bounds: value 2 out of bound 1
%> num2cell(reshape(1:0,2,0,2)) | x=x(2:0);
%> cell 1x0 {}
%> uint8(reshape(1:5,5,1)) | x=x(2:0);
%> uint8 0x1: 
%> int8(reshape(1:0,0,1)) | x(end,1)=[];
%> x0: subscripts must be either integers 1 to (2^63)-1 or logicals
%> 1:6 | x=x(end,[1]);
%> double 1x1: 1
%> int64(reshape(1:1,1,1)) | x(1:1,logical([0;0]))=reshape((1:1)+1i*(1:-1:1),1,1);
%> double 1x1: 1
%> 1:0 | x(:,1)=[];
%> A(..,I,..) = []: index out of bounds: value 1 out of bound 0
%> int8(reshape(1:1,1,1)) | x=x(:,1:1);
%> int8 1x1: 1
%> int8(reshape(1:4,4,1)) | x=x(:,:);
%> int8 4x1: 1 2 3 4
%> single(reshape(1:3,1,3)) | x(:)=reshape(10+(1:3),1,3);
%> single 1x3: 11 12 13
%> 1:4 | x(1:0,1)=reshape(10+(1:1),1,1);
%> double 1x4: 1 2 3 4
%> reshape(-3+(1:12),3,2,2) | x(2:3,4:0)=single(reshape(1:12,3,4));
%> =: nonconformant arguments (op1 is 2x0, op2 is 3x4)
%> reshape(0+(1:0),0,1) | x(logical([]))=reshape(0+(1:4),2,2);
%> =: nonconformant arguments (op1 is 0x1, op2 is 2x2)
%> reshape(10+(1:8),2,2,2) | x(2:0,6:3)=reshape((1:0)+1i*(0:-1:1),1,0);
%> double 2x2x2: 11 12 13 14 15 16 17 18
%> 1:6 | x(:)=reshape(10+(1:2),1,2);
%> =: nonconformant arguments (op1 is 6x1, op2 is 1x2)
%> reshape(0+(1:0),0,4) | x(end+1)=single(reshape(1:1,1,1));
%> double 1x1: 1
%> int8(reshape(1:3,1,3)) | x=x(logical([0 1 1]));
%> int8 1x2: 2 3
%> uint8(reshape(1:0,0,1)) | x(1,1:1)=char(reshape(96+(1:0),0,2));
%> =: nonconformant arguments (op1 is 1x1, op2 is 0x2)
%> reshape((1:0)+1i*(0:-1:1),0,4) | x(1:0,[])=reshape(0+(1:1),1,1);
%> double 0x4: 

%% statements 221 to 240
warning('off','all');
1;

function show(x)
  sz=sprintf('%dx',size(x)); sz=sz(1:end-1);
  if iscell(x)
    printf('cell %s {',sz); for k=1:numel(x), if isempty(x{k}) printf(' []'); else printf(' %s',num2str(double(x{k}(1)))); end, end, printf('}\n');
  elseif isstruct(x)
    printf('struct %s {',sz); for k=1:numel(x), v=x(k).f; if isempty(v) printf(' []'); else printf(' %s',num2str(double(v(1)))); end, end, printf('}\n');
  elseif iscomplex(x)
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g%+gi',[real(double(x(:).'));imag(double(x(:).'))]));
  else
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g',double(x(:))));
  end
end
x=int8(reshape(1:1,1,1)); printf('%s | %s\n','int8(reshape(1:1,1,1))','x=x([2,1,2],[]);'); try, x=x([2,1,2],[]); show(x); catch e, disp(e.message); end
x=reshape((1:1)+1i*(1:-1:1),1,1); printf('%s | %s\n','reshape((1:1)+1i*(1:-1:1),1,1)','x(1:1)=[];'); try, x(1:1)=[]; show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:0,0,2))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:0,0,2)))','x(:,:)=struct(''f'',num2cell(reshape(1:1,1,1)));'); try, x(:,:)=struct('f',num2cell(reshape(1:1,1,1))); show(x); catch e, disp(e.message); end
x=reshape((1:6)+1i*(6:-1:1),2,3); printf('%s | %s\n','reshape((1:6)+1i*(6:-1:1),2,3)','x=x(logical([1;0;1]),2:-1:1);'); try, x=x(logical([1;0;1]),2:-1:1); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:8,2,4)); printf('%s | %s\n','uint8(reshape(1:8,2,4))','x=x(2,1.5);'); try, x=x(2,1.5); show(x); catch e, disp(e.message); end
x=int64(reshape(1:2,1,2)); printf('%s | %s\n','int64(reshape(1:2,1,2))','x(1,1:-1:1)=logical(mod(reshape(1:1,1,1),2));'); try, x(1,1:-1:1)=logical(mod(reshape(1:1,1,1),2)); show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:6,6,1))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:6,6,1)))','x=x([],[2;2;2;1]);'); try, x=x([],[2;2;2;1]); show(x); catch e, disp(e.message); end
x=char(reshape(96+(1:1),1,1)); printf('%s | %s\n','char(reshape(96+(1:1),1,1))','x=x(:,:);'); try, x=x(:,:); show(x); catch e, disp(e.message); end
x=reshape((1:12)+1i*(12:-1:1),3,4); printf('%s | %s\n','reshape((1:12)+1i*(12:-1:1),3,4)','x(12:2)=logical(mod(reshape(1:6,1,6),2));'); try, x(12:2)=logical(mod(reshape(1:6,1,6),2)); show(x); catch e, disp(e.message); end
x=int8(reshape(1:5,1,5)); printf('%s | %s\n','int8(reshape(1:5,1,5))','x([5,1])=int8(reshape(1:3,3,1));'); try, x([5,1])=int8(reshape(1:3,3,1)); show(x); catch e, disp(e.message); end
x=int64(reshape(1:0,1,0)); printf('%s | %s\n','int64(reshape(1:0,1,0))','x=x([]);'); try, x=x([]); show(x); catch e, disp(e.message); end
x=single(reshape(1:0,2,0)); printf('%s | %s\n','single(reshape(1:0,2,0))','x(:,logical([1]))=reshape((1:3)+1i*(3:-1:1),1,1,3);'); try, x(:,logical([1]))=reshape((1:3)+1i*(3:-1:1),1,1,3); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:6,3,2),2)); printf('%s | %s\n','logical(mod(reshape(1:6,3,2),2))','x(end,2)=char(reshape(96+(1:1),1,1));'); try, x(end,2)=char(reshape(96+(1:1),1,1)); show(x); catch e, disp(e.message); end
x=int8(reshape(1:5,1,5)); printf('%s | %s\n','int8(reshape(1:5,1,5))','x=x(1,logical([1;0;0;0]));'); try, x=x(1,logical([1;0;0;0])); show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:4,4,1))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:4,4,1)))','x=x(:,logical([]));'); try, x=x(:,logical([])); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:1,1,1)); printf('%s | %s\n','uint8(reshape(1:1,1,1))','x=x(1,logical([0;0]));'); try, x=x(1,logical([0;0])); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:0,0,3)); printf('%s | %s\n','uint8(reshape(1:0,0,3))','x=x(:,logical([0;0;0]));'); try, x=x(:,logical([0;0;0])); show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:6,2,3))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:6,2,3)))','x=x(:);'); try, x=x(:); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:0,0,1)); printf('%s | %s\n','uint8(reshape(1:0,0,1))','x(0)=logical(mod(reshape(1:1,1,1),2));'); try, x(0)=logical(mod(reshape(1:1,1,1),2)); show(x); catch e, disp(e.message); end
x=int8(reshape(1:2,1,2)); printf('%s | %s\n','int8(reshape(1:2,1,2))','x=x(1);'); try, x=x(1); show(x); catch e, disp(e.message); end
%> int8(reshape(1:1,1,1)) | x=x([2,1,2],[]);
%> x(2,_): out of bound 1 (dimensions are 1x1)
%> reshape((1:1)+1i*(1:-1:1),1,1) | x(1:1)=[];
%> double 1x0: 
%> struct('f',num2cell(reshape(1:0,0,2))) | x(:,:)=struct('f',num2cell(reshape(1:1,1,1)));
%> struct 0x2 {}
%> reshape((1:6)+1i*(6:-1:1),2,3) | x=x(logical([1;0;1]),2:-1:1);
%> x(3,_): out of bound 2 (dimensions are 2x3)
%> uint8(reshape(1:8,2,4)) | x=x(2,1.5);
%> x(_,1.5): subscripts must be either integers 1 to (2^63)-1 or logicals
%> int64(reshape(1:2,1,2)) | x(1,1:-1:1)=logical(mod(reshape(1:1,1,1),2));
%> int64 1x2: 1 2
%> struct('f',num2cell(reshape(1:6,6,1))) | x=x([],[2;2;2;1]);
%> x(_,2): out of bound 1 (dimensions are 6x1)
%> char(reshape(96+(1:1),1,1)) | x=x(:,:);
%> char 1x1: 97
%> reshape((1:12)+1i*(12:-1:1),3,4) | x(12:2)=logical(mod(reshape(1:6,1,6),2));
%> =: nonconformant arguments (op1 is 0x1, op2 is 1x6)
%> int8(reshape(1:5,1,5)) | x([5,1])=int8(reshape(1:3,3,1));
%> =: nonconformant arguments (op1 is 2x1, op2 is 3x1)
%> int64(reshape(1:0,1,0)) | x=x([]);
%> int64 0x0: 
%> single(reshape(1:0,2,0)) | x(:,logical([1]))=reshape((1:3)+1i*(3:-1:1),1,1,3);
%> =: nonconformant arguments (op1 is 2x1, op2 is 1x1)
%> logical(mod(reshape(1:6,3,2),2)) | x(end,2)=char(reshape(96+(1:1),1,1));
%> octave_base_value::bool_array_value(): wrong type argument 'sq_string'
%> int8(reshape(1:5,1,5)) | x=x(1,logical([1;0;0;0]));
%> int8 1x1: 1
%> struct('f',num2cell(reshape(1:4,4,1))) | x=x(:,logical([]));
%> struct 4x0 {}
%> uint8(reshape(1:1,1,1)) | x=x(1,logical([0;0]));
%> uint8 1x0: 
%> uint8(reshape(1:0,0,3)) | x=x(:,logical([0;0;0]));
%> uint8 0x0: 
%> struct('f',num2cell(reshape(1:6,2,3))) | x=x(:);
%> struct 6x1 { 1 2 3 4 5 6}
%> uint8(reshape(1:0,0,1)) | x(0)=logical(mod(reshape(1:1,1,1),2));
%> x(0): subscripts must be either integers 1 to (2^63)-1 or logicals
%> int8(reshape(1:2,1,2)) | x=x(1);
%> int8 1x1: 1

%% statements 241 to 260
warning('off','all');
1;

function show(x)
  sz=sprintf('%dx',size(x)); sz=sz(1:end-1);
  if iscell(x)
    printf('cell %s {',sz); for k=1:numel(x), if isempty(x{k}) printf(' []'); else printf(' %s',num2str(double(x{k}(1)))); end, end, printf('}\n');
  elseif isstruct(x)
    printf('struct %s {',sz); for k=1:numel(x), v=x(k).f; if isempty(v) printf(' []'); else printf(' %s',num2str(double(v(1)))); end, end, printf('}\n');
  elseif iscomplex(x)
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g%+gi',[real(double(x(:).'));imag(double(x(:).'))]));
  else
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g',double(x(:))));
  end
end
x=reshape(10+(1:5),5,1); printf('%s | %s\n','reshape(10+(1:5),5,1)','x=x(1,1:0);'); try, x=x(1,1:0); show(x); catch e, disp(e.message); end
x=reshape((1:0)+1i*(0:-1:1),1,0); printf('%s | %s\n','reshape((1:0)+1i*(0:-1:1),1,0)','x(:,1)=logical(mod(reshape(1:1,1,1),2));'); try, x(:,1)=logical(mod(reshape(1:1,1,1),2)); show(x); catch e, disp(e.message); end
x=single(reshape(1:1,1,1)); printf('%s | %s\n','single(reshape(1:1,1,1))','x=x(1,[1]);'); try, x=x(1,[1]); show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:2,2,1))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:2,2,1)))','x(:)=[];'); try, x(:)=[]; show(x); catch e, disp(e.message); end
x=reshape(10+(1:0),0,0); printf('%s | %s\n','reshape(10+(1:0),0,0)','x=x(1.5,1:1);'); try, x=x(1.5,1:1); show(x); catch e, disp(e.message); end
x=int64(reshape(1:6,2,3)); printf('%s | %s\n','int64(reshape(1:6,2,3))','x(1:1,3:3)=logical(mod(reshape(1:1,1,1),2));'); try, x(1:1,3:3)=logical(mod(reshape(1:1,1,1),2)); show(x); catch e, disp(e.message); end
x=reshape((1:4)+1i*(4:-1:1),4,1); printf('%s | %s\n','reshape((1:4)+1i*(4:-1:1),4,1)','x=x(:,1:0);'); try, x=x(:,1:0); show(x); catch e, disp(e.message); end
x=reshape(0+(1:6),1,2,3); printf('%s | %s\n','reshape(0+(1:6),1,2,3)','x=x(:);'); try, x=x(:); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:0,4,0)); printf('%s | %s\n','uint8(reshape(1:0,4,0))','x(3:2,1)=[];'); try, x(3:2,1)=[]; show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:0,0,0))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:0,0,0)))','x([1;1;1],logical([]))=struct(''f'',num2cell(reshape(1:1,1,1)));'); try, x([1;1;1],logical([]))=struct('f',num2cell(reshape(1:1,1,1))); show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:0,0,1))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:0,0,1)))','x=x(:,2);'); try, x=x(:,2); show(x); catch e, disp(e.message); end
x=char(reshape(96+(1:1),1,1)); printf('%s | %s\n','char(reshape(96+(1:1),1,1))','x(:,[2;2;2])=reshape(10+(1:1),1,1);'); try, x(:,[2;2;2])=reshape(10+(1:1),1,1); show(x); catch e, disp(e.message); end
x=single(reshape(1:0,0,1)); printf('%s | %s\n','single(reshape(1:0,0,1))','x=x([1;1],logical([0]));'); try, x=x([1;1],logical([0])); show(x); catch e, disp(e.message); end
x=reshape(10+(1:0),0,0,2); printf('%s | %s\n','reshape(10+(1:0),0,0,2)','x=x(:,[1],:);'); try, x=x(:,[1],:); show(x); catch e, disp(e.message); end
x=reshape(0+(1:2),2,1); printf('%s | %s\n','reshape(0+(1:2),2,1)','x(2)=[];'); try, x(2)=[]; show(x); catch e, disp(e.message); end
x=reshape(0+(1:1),1,1); printf('%s | %s\n','reshape(0+(1:1),1,1)','x=x(:,[1,1,2,2]);'); try, x=x(:,[1,1,2,2]); show(x); catch e, disp(e.message); end
x=1:3; printf('%s | %s\n','1:3','x([1;1;1;1],:)=reshape(10+(1:1),1,1);'); try, x([1;1;1;1],:)=reshape(10+(1:1),1,1); show(x); catch e, disp(e.message); end
x=reshape(10+(1:0),3,0,1); printf('%s | %s\n','reshape(10+(1:0),3,0,1)','x=x(1,[1]);'); try, x=x(1,[1]); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:2,2,1)); printf('%s | %s\n','uint8(reshape(1:2,2,1))','x(:,:)=reshape(10+(1:4),1,4);'); try, x(:,:)=reshape(10+(1:4),1,4); show(x); catch e, disp(e.message); end
x=int8(reshape(1:0,0,2)); printf('%s | %s\n','int8(reshape(1:0,0,2))','x=x(3,1);'); try, x=x(3,1); show(x); catch e, disp(e.message); end
%> reshape(10+(1:5),5,1) | x=x(1,1:0);
%> double 1x0: 
%> reshape((1:0)+1i*(0:-1:1),1,0) | x(:,1)=logical(mod(reshape(1:1,1,1),2));
%> double 1x1: 1
%> single(reshape(1:1,1,1)) | x=x(1,[1]);
%> single 1x1: 1
%> struct('f',num2cell(reshape(1:2,2,1))) | x(:)=[];
%> struct 0x0 {}
%> reshape(10+(1:0),0,0) | x=x(1.5,1:1);
%> x(1.5,_): subscripts must be either integers 1 to (2^63)-1 or logicals
%> int64(reshape(1:6,2,3)) | x(1:1,3:3)=logical(mod(reshape(1:1,1,1),2));
%> int64 2x3: 1 2 3 4 1 6
%> reshape((1:4)+1i*(4:-1:1),4,1) | x=x(:,1:0);
%> double 4x0: 
%> reshape(0+(1:6),1,2,3) | x=x(:);
%> double 6x1: 1 2 3 4 5 6
%> uint8(reshape(1:0,4,0)) | x(3:2,1)=[];
%> uint8 4x0: 
%> struct('f',num2cell(reshape(1:0,0,0))) | x([1;1;1],logical([]))=struct('f',num2cell(reshape(1:1,1,1)));
%> struct 1x0 {}
%> struct('f',num2cell(reshape(1:0,0,1))) | x=x(:,2);
%> x(_,2): out of bound 1 (dimensions are 0x1)
%> char(reshape(96+(1:1),1,1)) | x(:,[2;2;2])=reshape(10+(1:1),1,1);
%> char 1x2: 97 11
%> single(reshape(1:0,0,1)) | x=x([1;1],logical([0]));
%> x(1,_): out of bound 0 (dimensions are 0x1)
%> reshape(10+(1:0),0,0,2) | x=x(:,[1],:);
%> x(_,1,_): out of bound 0 (dimensions are 0x0x2)
%> reshape(0+(1:2),2,1) | x(2)=[];
%> double 1x1: 1
%> reshape(0+(1:1),1,1) | x=x(:,[1,1,2,2]);
%> x(_,2): out of bound 1 (dimensions are 1x1)
%> 1:3 | x([1;1;1;1],:)=reshape(10+(1:1),1,1);
%> double 1x3: 11 11 11
%> reshape(10+(1:0),3,0,1) | x=x(1,[1]);
%> x(_,1): out of bound 0 (dimensions are 3x0)
%> uint8(reshape(1:2,2,1)) | x(:,:)=reshape(10+(1:4),1,4);
%> =: nonconformant arguments (op1 is 2x1, op2 is 1x4)
%> int8(reshape(1:0,0,2)) | x=x(3,1);
%> x(3,_): out of bound 0 (dimensions are 0x2)

%% statements 261 to 280
warning('off','all');
1;

function show(x)
  sz=sprintf('%dx',size(x)); sz=sz(1:end-1);
  if iscell(x)
    printf('cell %s {',sz); for k=1:numel(x), if isempty(x{k}) printf(' []'); else printf(' %s',num2str(double(x{k}(1)))); end, end, printf('}\n');
  elseif isstruct(x)
    printf('struct %s {',sz); for k=1:numel(x), v=x(k).f; if isempty(v) printf(' []'); else printf(' %s',num2str(double(v(1)))); end, end, printf('}\n');
  elseif iscomplex(x)
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g%+gi',[real(double(x(:).'));imag(double(x(:).'))]));
  else
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g',double(x(:))));
  end
end
x=reshape((1:4)+1i*(4:-1:1),1,4); printf('%s | %s\n','reshape((1:4)+1i*(4:-1:1),1,4)','x(2:0,end+1)=[];'); try, x(2:0,end+1)=[]; show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:1,1,1)); printf('%s | %s\n','num2cell(reshape(1:1,1,1))','x=x(1,:);'); try, x=x(1,:); show(x); catch e, disp(e.message); end
x=1:0; printf('%s | %s\n','1:0','x=x(6);'); try, x=x(6); show(x); catch e, disp(e.message); end
x=reshape(10+(1:2),2,1); printf('%s | %s\n','reshape(10+(1:2),2,1)','x(2,:)=reshape(-3+(1:1),1,1);'); try, x(2,:)=reshape(-3+(1:1),1,1); show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:2,2,1))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:2,2,1)))','x([1],logical([1]))=struct(''f'',num2cell(reshape(1:1,1,1)));'); try, x([1],logical([1]))=struct('f',num2cell(reshape(1:1,1,1))); show(x); catch e, disp(e.message); end
x=reshape(-3+(1:4),2,2); printf('%s | %s\n','reshape(-3+(1:4),2,2)','x=x(2:0,[2;2]);'); try, x=x(2:0,[2;2]); show(x); catch e, disp(e.message); end
x=int64(reshape(1:0,1,0)); printf('%s | %s\n','int64(reshape(1:0,1,0))','x([1;1;1],:)=int8(reshape(1:12,3,4));'); try, x([1;1;1],:)=int8(reshape(1:12,3,4)); show(x); catch e, disp(e.message); end
x=char(reshape(96+(1:8),2,4)); printf('%s | %s\n','char(reshape(96+(1:8),2,4))','x=x(end);'); try, x=x(end); show(x); catch e, disp(e.message); end
x=single(reshape(1:18,3,2,3)); printf('%s | %s\n','single(reshape(1:18,3,2,3))','x=x(false,2,logical([0;1;1]));'); try, x=x(false,2,logical([0;1;1])); show(x); catch e, disp(e.message); end
x=reshape(10+(1:1),1,1); printf('%s | %s\n','reshape(10+(1:1),1,1)','x=x(1:0);'); try, x=x(1:0); show(x); catch e, disp(e.message); end
x=reshape(0+(1:16),4,4); printf('%s | %s\n','reshape(0+(1:16),4,4)','x=x(:);'); try, x=x(:); show(x); catch e, disp(e.message); end
x=single(reshape(1:0,1,0)); printf('%s | %s\n','single(reshape(1:0,1,0))','x=x(:,:);'); try, x=x(:,:); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:6,1,6)); printf('%s | %s\n','uint8(reshape(1:6,1,6))','x=x(1:0,[1]);'); try, x=x(1:0,[1]); show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:9,1,3,3))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:9,1,3,3)))','x(8)=struct(''f'',num2cell(reshape(1:0,1,0,3)));'); try, x(8)=struct('f',num2cell(reshape(1:0,1,0,3))); show(x); catch e, disp(e.message); end
x=reshape(-3+(1:0),3,0); printf('%s | %s\n','reshape(-3+(1:0),3,0)','x=x(:,logical([1]));'); try, x=x(:,logical([1])); show(x); catch e, disp(e.message); end
x=int8(reshape(1:0,0,3,3)); printf('%s | %s\n','int8(reshape(1:0,0,3,3))','x(1)=int8(reshape(1:1,1,1));'); try, x(1)=int8(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=reshape(0+(1:5),1,5); printf('%s | %s\n','reshape(0+(1:5),1,5)','x(1)=char(reshape(96+(1:1),1,1));'); try, x(1)=char(reshape(96+(1:1),1,1)); show(x); catch e, disp(e.message); end
x=int8(reshape(1:1,1,1)); printf('%s | %s\n','int8(reshape(1:1,1,1))','x=x(1,1);'); try, x=x(1,1); show(x); catch e, disp(e.message); end
x=1:5; printf('%s | %s\n','1:5','x([1],:)=single(reshape(1:1,1,1));'); try, x([1],:)=single(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=int64(reshape(1:0,3,0)); printf('%s | %s\n','int64(reshape(1:0,3,0))','x(1:1)=reshape(10+(1:4),4,1);'); try, x(1:1)=reshape(10+(1:4),4,1); show(x); catch e, disp(e.message); end
%> reshape((1:4)+1i*(4:-1:1),1,4) | x(2:0,end+1)=[];
%> double 1x4: 1+4i 2+3i 3+2i 4+1i
%> num2cell(reshape(1:1,1,1)) | x=x(1,:);
%> cell 1x1 { 1}
%> 1:0 | x=x(6);
%> x(6): out of bound 0 (dimensions are 1x0)
%> reshape(10+(1:2),2,1) | x(2,:)=reshape(-3+(1:1),1,1);
%> double 2x1: 11 -2
%> struct('f',num2cell(reshape(1:2,2,1))) | x([1],logical([1]))=struct('f',num2cell(reshape(1:1,1,1)));
%> struct 2x1 { 1 2}
%> reshape(-3+(1:4),2,2) | x=x(2:0,[2;2]);
%> double 0x2: 
%> int64(reshape(1:0,1,0)) | x([1;1;1],:)=int8(reshape(1:12,3,4));
%> =: nonconformant arguments (op1 is 3x0, op2 is 3x4)
%> char(reshape(96+(1:8),2,4)) | x=x(end);
%> char 1x1: 104
%> single(reshape(1:18,3,2,3)) | x=x(false,2,logical([0;1;1]));
%> single 0x1x2: 
%> reshape(10+(1:1),1,1) | x=x(1:0);
%> double 1x0: 
%> reshape(0+(1:16),4,4) | x=x(:);
%> double 16x1: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
%> single(reshape(1:0,1,0)) | x=x(:,:);
%> single 1x0: 
%> uint8(reshape(1:6,1,6)) | x=x(1:0,[1]);
%> uint8 0x1: 
%> struct('f',num2cell(reshape(1:9,1,3,3))) | x(8)=struct('f',num2cell(reshape(1:0,1,0,3)));
%> =: nonconformant arguments (op1 is 1x1, op2 is 1x0x3)
%> reshape(-3+(1:0),3,0) | x=x(:,logical([1]));
%> x(_,1): out of bound 0 (dimensions are 3x0)
%> int8(reshape(1:0,0,3,3)) | x(1)=int8(reshape(1:1,1,1));
%> Invalid resizing operation or ambiguous assignment to an out-of-bounds array element
%> reshape(0+(1:5),1,5) | x(1)=char(reshape(96+(1:1),1,1));
%> double 1x5: 97 2 3 4 5
%> int8(reshape(1:1,1,1)) | x=x(1,1);
%> int8 1x1: 1
%> 1:5 | x([1],:)=single(reshape(1:1,1,1));
%> double 1x5: 1 1 1 1 1
%> int64(reshape(1:0,3,0)) | x(1:1)=reshape(10+(1:4),4,1);
%> =: nonconformant arguments (op1 is 1x1, op2 is 4x1)

%% statements 281 to 300
warning('off','all');
1;

function show(x)
  sz=sprintf('%dx',size(x)); sz=sz(1:end-1);
  if iscell(x)
    printf('cell %s {',sz); for k=1:numel(x), if isempty(x{k}) printf(' []'); else printf(' %s',num2str(double(x{k}(1)))); end, end, printf('}\n');
  elseif isstruct(x)
    printf('struct %s {',sz); for k=1:numel(x), v=x(k).f; if isempty(v) printf(' []'); else printf(' %s',num2str(double(v(1)))); end, end, printf('}\n');
  elseif iscomplex(x)
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g%+gi',[real(double(x(:).'));imag(double(x(:).'))]));
  else
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g',double(x(:))));
  end
end
x=reshape(-3+(1:0),3,0); printf('%s | %s\n','reshape(-3+(1:0),3,0)','x(1:1)=[];'); try, x(1:1)=[]; show(x); catch e, disp(e.message); end
x=int8(reshape(1:0,3,0)); printf('%s | %s\n','int8(reshape(1:0,3,0))','x(:,:)=[];'); try, x(:,:)=[]; show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:4,4,1))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:4,4,1)))','x(3:5,:)=[];'); try, x(3:5,:)=[]; show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:2,2,1))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:2,2,1)))','x(2)=struct(''f'',num2cell(reshape(1:2,2,1)));'); try, x(2)=struct('f',num2cell(reshape(1:2,2,1))); show(x); catch e, disp(e.message); end
x=reshape(10+(1:4),1,4); printf('%s | %s\n','reshape(10+(1:4),1,4)','x(1:1,2)=[];'); try, x(1:1,2)=[]; show(x); catch e, disp(e.message); end
x=single(reshape(1:1,1,1)); printf('%s | %s\n','single(reshape(1:1,1,1))','x(1)=single(reshape(1:5,5,1));'); try, x(1)=single(reshape(1:5,5,1)); show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:0,0,3)); printf('%s | %s\n','num2cell(reshape(1:0,0,3))','x(2,logical([0 0]))=num2cell(reshape(1:1,1,1));'); try, x(2,logical([0 0]))=num2cell(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=int8(reshape(1:4,4,1)); printf('%s | %s\n','int8(reshape(1:4,4,1))','x(2:1)=[];'); try, x(2:1)=[]; show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:3,3,1)); printf('%s | %s\n','num2cell(reshape(1:3,3,1))','x=x(1,:);'); try, x=x(1,:); show(x); catch e, disp(e.message); end
x=1:2; printf('%s | %s\n','1:2','x=x([2,1,2,2],1:0);'); try, x=x([2,1,2,2],1:0); show(x); catch e, disp(e.message); end
x=reshape(-3+(1:3),3,1); printf('%s | %s\n','reshape(-3+(1:3),3,1)','x=x(2:4,1);'); try, x=x(2:4,1); show(x); catch e, disp(e.message); end
x=1:3; printf('%s | %s\n','1:3','x(1:0,3)=[];'); try, x(1:0,3)=[]; show(x); catch e, disp(e.message); end
x=int8(reshape(1:5,5,1)); printf('%s | %s\n','int8(reshape(1:5,5,1))','x(logical([0;0;1;1;0]),3)=logical(mod(reshape(1:1,1,1),2));'); try, x(logical([0;0;1;1;0]),3)=logical(mod(reshape(1:1,1,1),2)); show(x); catch e, disp(e.message); end
x=single(reshape(1:18,3,3,2)); printf('%s | %s\n','single(reshape(1:18,3,3,2))','x(:,[2])=logical(mod(reshape(1:4,1,4),2));'); try, x(:,[2])=logical(mod(reshape(1:4,1,4),2)); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:1,1,1),2)); printf('%s | %s\n','logical(mod(reshape(1:1,1,1),2))','x([1;1;1;1],1)=logical(mod(reshape(1:0,0,0),2));'); try, x([1;1;1;1],1)=logical(mod(reshape(1:0,0,0),2)); show(x); catch e, disp(e.message); end
x=reshape((1:0)+1i*(0:-1:1),1,0); printf('%s | %s\n','reshape((1:0)+1i*(0:-1:1),1,0)','x(2:3,end+1)=[];'); try, x(2:3,end+1)=[]; show(x); catch e, disp(e.message); end
x=uint8(reshape(1:12,3,4)); printf('%s | %s\n','uint8(reshape(1:12,3,4))','x=x(11:3);'); try, x=x(11:3); show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:3,3,1)); printf('%s | %s\n','num2cell(reshape(1:3,3,1))','x(3,1.5)=logical(mod(reshape(1:1,1,1),2));'); try, x(3,1.5)=logical(mod(reshape(1:1,1,1),2)); show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:1,1,1))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:1,1,1)))','x(2,1:1)=struct(''f'',num2cell(reshape(1:1,1,1)));'); try, x(2,1:1)=struct('f',num2cell(reshape(1:1,1,1))); show(x); catch e, disp(e.message); end
x=1:0; printf('%s | %s\n','1:0','x(:,1:0)=single(reshape(1:6,1,6));'); try, x(:,1:0)=single(reshape(1:6,1,6)); show(x); catch e, disp(e.message); end
%> reshape(-3+(1:0),3,0) | x(1:1)=[];
%> A(I) = []: index out of bounds: value 1 out of bound 0
%> int8(reshape(1:0,3,0)) | x(:,:)=[];
%> int8 0x0: 
%> struct('f',num2cell(reshape(1:4,4,1))) | x(3:5,:)=[];
%> A(..,I,..) = []: index out of bounds: value 5 out of bound 4
%> struct('f',num2cell(reshape(1:2,2,1))) | x(2)=struct('f',num2cell(reshape(1:2,2,1)));
%> =: nonconformant arguments (op1 is 1x1, op2 is 2x1)
%> reshape(10+(1:4),1,4) | x(1:1,2)=[];
%> a null assignment can only have one non-colon index
%> single(reshape(1:1,1,1)) | x(1)=single(reshape(1:5,5,1));
%> =: nonconformant arguments (op1 is 1x1, op2 is 5x1)
%> num2cell(reshape(1:0,0,3)) | x(2,logical([0 0]))=num2cell(reshape(1:1,1,1));
%> cell 2x3 { [] [] [] [] [] []}
%> int8(reshape(1:4,4,1)) | x(2:1)=[];
%> int8 4x1: 1 2 3 4
%> num2cell(reshape(1:3,3,1)) | x=x(1,:);
%> cell 1x1 { 1}
%> 1:2 | x=x([2,1,2,2],1:0);
%> x(2,_): out of bound 1 (dimensions are 1x2)
%> reshape(-3+(1:3),3,1) | x=x(2:4,1);
%> x(4,_): out of bound 3 (dimensions are 3x1)
%> 1:3 | x(1:0,3)=[];
%> double 1x3: 1 2 3
%> int8(reshape(1:5,5,1)) | x(logical([0;0;1;1;0]),3)=logical(mod(reshape(1:1,1,1),2));
%> int8 5x3: 1 2 3 4 5 0 0 0 0 0 0 0 1 1 0
%> single(reshape(1:18,3,3,2)) | x(:,[2])=logical(mod(reshape(1:4,1,4),2));
%> =: nonconformant arguments (op1 is 3x1, op2 is 1x4)
%> logical(mod(reshape(1:1,1,1),2)) | x([1;1;1;1],1)=logical(mod(reshape(1:0,0,0),2));
%> =: nonconformant arguments (op1 is 4x1, op2 is 0x0)
%> reshape((1:0)+1i*(0:-1:1),1,0) | x(2:3,end+1)=[];
%> a null assignment can only have one non-colon index
%> uint8(reshape(1:12,3,4)) | x=x(11:3);
%> uint8 1x0: 
%> num2cell(reshape(1:3,3,1)) | x(3,1.5)=logical(mod(reshape(1:1,1,1),2));
%> x(_,1.5): subscripts must be either integers 1 to (2^63)-1 or logicals
%> struct('f',num2cell(reshape(1:1,1,1))) | x(2,1:1)=struct('f',num2cell(reshape(1:1,1,1)));
%> struct 2x1 { 1 1}
%> 1:0 | x(:,1:0)=single(reshape(1:6,1,6));
%> =: nonconformant arguments (op1 is 1x0, op2 is 1x6)

%% statements 301 to 320
warning('off','all');
1;

function show(x)
  sz=sprintf('%dx',size(x)); sz=sz(1:end-1);
  if iscell(x)
    printf('cell %s {',sz); for k=1:numel(x), if isempty(x{k}) printf(' []'); else printf(' %s',num2str(double(x{k}(1)))); end, end, printf('}\n');
  elseif isstruct(x)
    printf('struct %s {',sz); for k=1:numel(x), v=x(k).f; if isempty(v) printf(' []'); else printf(' %s',num2str(double(v(1)))); end, end, printf('}\n');
  elseif iscomplex(x)
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g%+gi',[real(double(x(:).'));imag(double(x(:).'))]));
  else
    printf('%s %s:%s\n',class(x),sz,sprintf(' %g',double(x(:))));
  end
end
x=reshape(-3+(1:1),1,1); printf('%s | %s\n','reshape(-3+(1:1),1,1)','x(0:-1:1,1)=reshape(10+(1:0),0,3);'); try, x(0:-1:1,1)=reshape(10+(1:0),0,3); show(x); catch e, disp(e.message); end
x=reshape(0+(1:2),1,2); printf('%s | %s\n','reshape(0+(1:2),1,2)','x(logical([1;0]))=logical(mod(reshape(1:2,1,2),2));'); try, x(logical([1;0]))=logical(mod(reshape(1:2,1,2),2)); show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:4,4,1)); printf('%s | %s\n','num2cell(reshape(1:4,4,1))','x(4,:)=char(reshape(96+(1:4),4,1));'); try, x(4,:)=char(reshape(96+(1:4),4,1)); show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:1,1,1))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:1,1,1)))','x(1,1:1)=[];'); try, x(1,1:1)=[]; show(x); catch e, disp(e.message); end
x=1:0; printf('%s | %s\n','1:0','x([3])=reshape((1:0)+1i*(0:-1:1),0,1,3);'); try, x([3])=reshape((1:0)+1i*(0:-1:1),0,1,3); show(x); catch e, disp(e.message); end
x=single(reshape(1:1,1,1)); printf('%s | %s\n','single(reshape(1:1,1,1))','x(:,1)=char(reshape(96+(1:9),1,3,3));'); try, x(:,1)=char(reshape(96+(1:9),1,3,3)); show(x); catch e, disp(e.message); end
x=reshape((1:6)+1i*(6:-1:1),6,1); printf('%s | %s\n','reshape((1:6)+1i*(6:-1:1),6,1)','x=x(:,[2,2,1]);'); try, x=x(:,[2,2,1]); show(x); catch e, disp(e.message); end
x=reshape(0+(1:6),6,1); printf('%s | %s\n','reshape(0+(1:6),6,1)','x(4:2,1:0)=logical(mod(reshape(1:1,1,1),2));'); try, x(4:2,1:0)=logical(mod(reshape(1:1,1,1),2)); show(x); catch e, disp(e.message); end
x=single(reshape(1:16,4,4)); printf('%s | %s\n','single(reshape(1:16,4,4))','x(:,[1 2;1 1])=single(reshape(1:1,1,1));'); try, x(:,[1 2;1 1])=single(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
x=uint8(reshape(1:4,4,1)); printf('%s | %s\n','uint8(reshape(1:4,4,1))','x=x(logical([0;0;1;1]),1);'); try, x=x(logical([0;0;1;1]),1); show(x); catch e, disp(e.message); end
x=int64(reshape(1:0,1,0)); printf('%s | %s\n','int64(reshape(1:0,1,0))','x(2:3,1)=reshape(10+(1:1),1,1);'); try, x(2:3,1)=reshape(10+(1:1),1,1); show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:0,2,0)); printf('%s | %s\n','num2cell(reshape(1:0,2,0))','x=x(logical([1]),logical([]));'); try, x=x(logical([1]),logical([])); show(x); catch e, disp(e.message); end
x=num2cell(reshape(1:2,1,2)); printf('%s | %s\n','num2cell(reshape(1:2,1,2))','x(2)=char(reshape(96+(1:1),1,1));'); try, x(2)=char(reshape(96+(1:1),1,1)); show(x); catch e, disp(e.message); end
x=char(reshape(96+(1:1),1,1,1)); printf('%s | %s\n','char(reshape(96+(1:1),1,1,1))','x=x(1:1);'); try, x=x(1:1); show(x); catch e, disp(e.message); end
x=struct('f',num2cell(reshape(1:16,4,4))); printf('%s | %s\n','struct(''f'',num2cell(reshape(1:16,4,4)))','x(0:-1:1,[3;3])=struct(''f'',num2cell(reshape(1:0,1,0)));'); try, x(0:-1:1,[3;3])=struct('f',num2cell(reshape(1:0,1,0))); show(x); catch e, disp(e.message); end
x=single(reshape(1:0,0,1)); printf('%s | %s\n','single(reshape(1:0,0,1))','x(2:1)=logical(mod(reshape(1:1,1,1),2));'); try, x(2:1)=logical(mod(reshape(1:1,1,1),2)); show(x); catch e, disp(e.message); end
x=logical(mod(reshape(1:2,2,1),2)); printf('%s | %s\n','logical(mod(reshape(1:2,2,1),2))','x=x(:,:);'); try, x=x(:,:); show(x); catch e, disp(e.message); end
x=int64(reshape(1:1,1,1)); printf('%s | %s\n','int64(reshape(1:1,1,1))','x(1:0,:)=reshape((1:0)+1i*(0:-1:1),0,1);'); try, x(1:0,:)=reshape((1:0)+1i*(0:-1:1),0,1); show(x); catch e, disp(e.message); end
x=1:1; printf('%s | %s\n','1:1','x(:)=[];'); try, x(:)=[]; show(x); catch e, disp(e.message); end
x=1:3; printf('%s | %s\n','1:3','x(false)=int8(reshape(1:1,1,1));'); try, x(false)=int8(reshape(1:1,1,1)); show(x); catch e, disp(e.message); end
%> reshape(-3+(1:1),1,1) | x(0:-1:1,1)=reshape(10+(1:0),0,3);
%> double 1x1: -2
%> reshape(0+(1:2),1,2) | x(logical([1;0]))=logical(mod(reshape(1:2,1,2),2));
%> =: nonconformant arguments (op1 is 1x1, op2 is 1x2)
%> num2cell(reshape(1:4,4,1)) | x(4,:)=char(reshape(96+(1:4),4,1));
%> cell 4x1 { 1 2 3 97}
%> struct('f',num2cell(reshape(1:1,1,1))) | x(1,1:1)=[];
%> a null assignment can only have one non-colon index
%> 1:0 | x([3])=reshape((1:0)+1i*(0:-1:1),0,1,3);
%> =: nonconformant arguments (op1 is 1x1, op2 is 0x1x3)
%> single(reshape(1:1,1,1)) | x(:,1)=char(reshape(96+(1:9),1,3,3));
%> =: nonconformant arguments (op1 is 1x1, op2 is 1x3)
%> reshape((1:6)+1i*(6:-1:1),6,1) | x=x(:,[2,2,1]);
%> x(_,2): out of bound 1 (dimensions are 6x1)
%> reshape(0+(1:6),6,1) | x(4:2,1:0)=logical(mod(reshape(1:1,1,1),2));
%> double 6x1: 1 2 3 4 5 6
%> single(reshape(1:16,4,4)) | x(:,[1 2;1 1])=single(reshape(1:1,1,1));
%> single 4x4: 1 1 1 1 1 1 1 1 9 10 11 12 13 14 15 16
%> uint8(reshape(1:4,4,1)) | x=x(logical([0;0;1;1]),1);
%> uint8 2x1: 3 4
%> int64(reshape(1:0,1,0)) | x(2:3,1)=reshape(10+(1:1),1,1);
%> int64 3x1: 0 11 11
%> num2cell(reshape(1:0,2,0)) | x=x(logical([1]),logical([]));
%> cell 1x0 {}
%> num2cell(reshape(1:2,1,2)) | x(2)=char(reshape(96+(1:1),1,1));
%> cell 1x2 { 1 97}
%> char(reshape(96+(1:1),1,1,1)) | x=x(1:1);
%> char 1x1: 97
%> struct('f',num2cell(reshape(1:16,4,4))) | x(0:-1:1,[3;3])=struct('f',num2cell(reshape(1:0,1,0)));
%> struct 4x4 { 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16}
%> single(reshape(1:0,0,1)) | x(2:1)=logical(mod(reshape(1:1,1,1),2));
%> single 0x1: 
%> logical(mod(reshape(1:2,2,1),2)) | x=x(:,:);
%> logical 2x1: 1 0
%> int64(reshape(1:1,1,1)) | x(1:0,:)=reshape((1:0)+1i*(0:-1:1),0,1);
%> int64 1x1: 1
%> 1:1 | x(:)=[];
%> double 0x0: 
%> 1:3 | x(false)=int8(reshape(1:1,1,1));
%> double 1x3: 1 2 3
