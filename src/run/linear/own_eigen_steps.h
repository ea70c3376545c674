/* Forms in which eigenvalues are looked for; included as own_steps.h is. */

void NAME(hessenberg)(int64_t n, T *a, T *q, T *tau, T *room) {
    for (int64_t k = 0; k + 2 < n; k++) {
        T *v = a + k + 1 + (k * n);
        int64_t rows = n - k - 1;
        tau[k] = NAME(reflection)(rows - 1, v, v + 1);
        NAME(reflect_right)(n, rows, v, tau[k], a + ((k + 1) * n), n, room);
        NAME(reflect)(rows, rows, v, CONJ(tau[k]), v + n, n);
    }
    if (q) {
        memset(q, 0, (size_t)(n * n) * sizeof *q);
        for (int64_t j = 0; j < n; j++)
            q[j + (j * n)] = 1;
        for (int64_t k = n - 2; k-- > 0;)
            NAME(reflect)
        (n - k - 1, n - k - 1, a + k + 1 + (k * n), tau[k], q + k + 1 + ((k + 1) * n), n);
    }
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j + 2; i < n; i++)
            a[i + (j * n)] = 0;
}

/* As LAPACK does it from the upper triangle: the last column first. */
void NAME(tridiagonal)(int64_t n, T *a, double *d, double *e, T *q, T *tau, T *room) {
    for (int64_t j = 0; j < n; j++) /* the whole matrix is read below */
        for (int64_t i = j; i < n; i++)
            a[i + (j * n)] = i == j ? RE(a[i + (j * n)]) : CONJ(a[j + (i * n)]);
    for (int64_t k = n - 2; k >= 0; k--) {
        T *v = a + ((k + 1) * n), pivot = v[k];
        tau[k] = NAME(reflection)(k, &pivot, v);
        e[k] = RE(pivot);
        v[k] = 1;
        if (tau[k] == 0)
            continue;
        memset(room, 0, (size_t)(k + 1) * sizeof *room);
        for (int64_t j = 0; j <= k; j++)
            NAME(add_columns)(k + 1, tau[k] * v[j], a + (j * n), room);
        NAME(add_columns)(k + 1, -0.5 * tau[k] * NAME(dot)(k + 1, room, v), v, room);
        for (int64_t j = 0; j <= k; j++)
            for (int64_t i = 0; i <= k; i++)
                a[i + (j * n)] -= v[i] * CONJ(room[j]) + room[i] * CONJ(v[j]);
    }
    for (int64_t j = 0; j < n; j++)
        d[j] = RE(a[j + (j * n)]);
    if (!q)
        return;
    memset(q, 0, (size_t)(n * n) * sizeof *q);
    for (int64_t j = 0; j < n; j++)
        q[j + (j * n)] = 1;
    for (int64_t k = 0; k + 1 < n; k++)
        for (int64_t j = 0; j <= k; j++) {
            const T *v = a + ((k + 1) * n);
            T *column = q + (j * n);
            NAME(add_columns)(k + 1, -tau[k] * NAME(dot)(k + 1, v, column), v, column);
        }
}

void NAME(rotate)(int64_t n, T *q, int64_t j, double c, double s) {
    T *x = q + (j * n), *y = x + n;
    for (int64_t i = 0; i < n; i++) {
        T u = x[i], w = y[i];
        x[i] = c * u + s * w;
        y[i] = c * w - s * u;
    }
}
