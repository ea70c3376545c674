%% systems of all kinds
A = [4 1 2; 1 3 0; 2 0 5]; b = [1; 2; 3];
printf('%d ', norm(A * (A \ b) - b) < 1e-14)
printf('%d ', norm((b' / A) * A - b') < 1e-14)
U = triu(magic(4)); L = tril(magic(4)); c = (1:4)';
printf('%d %d\n', norm(U * (U \ c) - c) < 1e-13, norm(L * (L \ c) - c) < 1e-13)
%> 1 1 1 1

%% more equations than unknowns, and fewer
A = [1 1; 1 2; 1 3; 1 4]; b = [6; 5; 7; 10];
printf('%.4f ', A \ b); printf('\n');
printf('%.4f ', A' \ [1; 2]); printf('\n');
printf('%.4f ', (A \ [b, 2*b])); printf('\n');
%> 3.5000 1.4000 
%> 0.4000 0.3000 0.2000 0.1000 
%> 3.5000 1.4000 7.0000 2.8000 

%% complex systems
A = [1+2i, 2; 3i, 4-1i]; b = [1; 1i];
printf('%d\n', norm(A * (A \ b) - b) < 1e-14)
x = A \ b;
printf('%.4f %.4f\n', [real(x), imag(x)]')
%> 1
%> 0.5676 -0.5946
%> -0.3784 -0.2703

%% real matrix, complex right side
x = [2 1; 1 3] \ [1i; 2];
printf('%.4f %.4f\n', [real(x), imag(x)]')
%> -0.4000 0.6000
%> 0.8000 -0.2000

%% eigenvectors
A = [2 -1 0; -1 2 -1; 0 -1 2];
[V, D] = eig(A);
printf('%d %d\n', norm(A * V - V * D) < 1e-13, norm(V' * V - eye(3)) < 1e-13)
printf('%.4f ', diag(D)); printf('\n');
%> 1 1
%> 0.5858 2.0000 3.4142 

%% eigenvectors of a matrix that is not symmetric
A = [1 2 3; 4 5 6; 7 8 10];
[V, D] = eig(A);
printf('%d\n', norm(A * V - V * D) < 1e-12)
printf('%.4f ', diag(D)); printf('\n');
printf('%.4f ', sqrt(sum(V.^2))); printf('\n');
%> 1
%> 16.7075 -0.9057 0.1982 
%> 1.0000 1.0000 1.0000 

%% complex eigenvalues come in pairs
A = [0 1 0; 0 0 1; 1 0 0];
d = eig(A);
printf('%.4f %.4f\n', [real(d), imag(d)]')
[V, D] = eig(A);
printf('%d\n', norm(A * V - V * D) < 1e-13)
%> -0.5000 0.8660
%> -0.5000 -0.8660
%> 1.0000 0.0000
%> 1

%% generalised eigenvalues
A = [1 2; 3 4]; B = [2 0; 0 3];
d = eig(A, B);
printf('%.4f ', d); printf('\n');
[V, D] = eig(A, B);
printf('%d\n', norm(A * V - B * V * D) < 1e-13)
%> -0.1667 2.0000 
%> 1

%% eig of a Hermitian matrix is real
d = eig([2 1i; -1i 2]);
printf('%d %.4f %.4f\n', isreal(d), d)
%> 1 1.0000 3.0000

%% svd
A = [1 2; 3 4; 5 6];
[U, S, V] = svd(A);
printf('%d %d %d\n', norm(U * S * V' - A) < 1e-13, size(U, 2), size(S, 1))
[U, S, V] = svd(A, 'econ');
printf('%d %d %d\n', norm(U * S * V' - A) < 1e-13, size(U, 2), size(S, 1))
printf('%.4f ', svd(A)); printf('\n');
%> 1 3 3
%> 1 2 2
%> 9.5255 0.5143 

%% svd of a wide complex matrix
A = [1 2i 3; 4 5 6i];
[U, S, V] = svd(A);
printf('%d %d %d\n', norm(U * S * V' - A) < 1e-13, columns(S), columns(V))
printf('%.4f ', svd(A)); printf('\n');
%> 1 3 3
%> 8.8456 3.5714 

%% qr
A = magic(4)(:, 1:3);
[Q, R] = qr(A);
printf('%d %d %d\n', norm(Q * R - A) < 1e-13, columns(Q), rows(R))
[Q, R] = qr(A, 0);
printf('%d %d %d\n', norm(Q * R - A) < 1e-13, columns(Q), rows(R))
[Q, R, p] = qr(A, 0);
printf('%d %d\n', norm(Q * R - A(:, p)) < 1e-13, all(diff(abs(diag(R))) <= 1e-12))
%> 1 4 4
%> 1 3 3
%> 1 1

%% qr with permutation as a matrix
A = [1 5; 2 4; 3 9];
[Q, R, P] = qr(A);
printf('%d\n', norm(Q * R - A * P) < 1e-13)
%> 1

%% lu
A = [1 2 3; 4 5 6; 7 8 10];
[L, U, P] = lu(A);
printf('%d %d\n', norm(L * U - P * A) < 1e-13, isequal(L, tril(L)))
[L, U] = lu(A);
printf('%d\n', norm(L * U - A) < 1e-13)
disp(full(P))
%> 1 1
%> 1
%>    0   0   1
%>    1   0   0
%>    0   1   0

%% chol
A = [4 2 1; 2 5 3; 1 3 6];
R = chol(A);
printf('%d %d\n', norm(R' * R - A) < 1e-13, isequal(R, triu(R)))
L = chol(A, 'lower');
printf('%d\n', norm(L * L' - A) < 1e-13)
%> 1 1
%> 1

%% schur and hess
A = [1 2 3; 4 5 6; 7 8 10];
[U, S] = schur(A);
printf('%d %d\n', norm(U * S * U' - A) < 1e-12, norm(U' * U - eye(3)) < 1e-13)
[P, H] = hess(A);
printf('%d %g\n', norm(P * H * P' - A) < 1e-12, H(3, 1))
[U, S] = schur([0 1; -1 0], 'complex');
printf('%d\n', norm(U * S * U' - [0 1; -1 0]) < 1e-13)
%> 1 1
%> 1 0
%> 1

%% matrix functions
A = [1 2; 3 4];
printf('%d ', norm(sqrtm(A)^2 - A) < 1e-13, norm(expm(logm([4 1; 2 3])) - [4 1; 2 3]) < 1e-12)
printf('%d\n', norm(expm(zeros(3)) - eye(3)) < 1e-15)
printf('%.6f ', expm([0 1; -1 0])); printf('\n');
%> 1 1 1
%> 0.540302 -0.841471 0.841471 0.540302 

%% powers of matrices
A = [2 1; 1 3];
disp(A ^ 3)
printf('%.4f ', A ^ -2); printf('\n');
printf('%.4f ', A ^ 0.5); printf('\n');
printf('%.4f ', 2 ^ A); printf('\n');
%>    15   20
%>    20   35
%> 0.4000 -0.2000 -0.2000 0.2000 
%> 1.3764 0.3249 0.3249 1.7013 
%> 5.2795 4.3255 4.3255 9.6050 

%% pinv
A = [1 2; 3 4; 5 6];
X = pinv(A);
printf('%d %d\n', norm(A * X * A - A) < 1e-12, norm(X * A * X - X) < 1e-12)
X = pinv([1 2; 2 4]);
printf('%.4f ', X); printf('\n');
%> 1 1
%> 0.0400 0.0800 0.0800 0.1600 

%% null and orth
A = [1 2 3; 4 5 6; 7 8 9];
N = null(A);
printf('%d %d %d\n', size(N, 2), norm(A * N) < 1e-13, abs(norm(N) - 1) < 1e-13)
Q = orth(A);
printf('%d %d\n', size(Q, 2), norm(Q' * Q - eye(2)) < 1e-13)
%> 1 1 1
%> 2 1

%% det and rank of larger ones
printf('%.4f %d\n', det([2 0 1; 1 3 2; 1 1 4]), rank([1 2 3; 2 4 6; 1 0 1]))
H = 1 ./ ((1:4)' + (0:3));
printf('%.6f\n', det(H) * 1e7)
%> 18.0000 2
%> 1.653439

%% singles stay singles
A = single([4 1; 1 3]);
disp(class(inv(A))); disp(class(A \ [1; 2])); disp(class(det(A)));
disp(class(eig(A))); disp(class(svd(A))); disp(class(norm(A)));
[Q, R] = qr(A); disp(class(Q));
disp(class(chol(A)));
%> single
%> single
%> single
%> single
%> single
%> single
%> single
%> single

%% empty systems
disp(size(zeros(0, 3) \ zeros(0, 2)))
disp(size(zeros(3, 0) \ zeros(3, 2)))
disp(det(zeros(0)))
disp(size(inv(zeros(0))))
disp(rank(zeros(0, 3)))
%>    3   2
%>    0   2
%> 1
%>    0   0
%> 0

%% a larger system
n = 60;
A = zeros(n); b = zeros(n, 1);
for i = 1:n, for j = 1:n, A(i,j) = sin(i * j) + (i == j) * 5; end, b(i) = cos(i); end
x = A \ b;
printf('%d %.6f\n', norm(A * x - b) < 1e-12, sum(x))
printf('%d\n', norm(inv(A) * A - eye(n)) < 1e-11)
%> 1 -11.290817
%> 1

%% covariance, by hand
x = [1 2 3 4]'; y = [2 4 5 9]';
X = [x - mean(x), y - mean(y)];
disp(X' * X / 3)
%>    1.6667   3.6667
%>    3.6667   8.6667
