/*
 * Butterflies of one row of an instruction set, included by fft_steps.c for each: no include guard.
 *
 *   FFT_NAME(f)   what a function is called
 *   FFT_TARGET    attribute
 */

FFT_TARGET static void FFT_NAME(radix_2)(const FftStep *t, int64_t s, FftPlanes x, FftPlanes y) {
    for (int64_t p = 0; p < t->m; p++) {
        int64_t a = s * p, b = s * (p + t->m), c = s * 2 * p;
        In ar = x.re + a, ai = x.im + a, br = x.re + b, bi = x.im + b;
        Out yr = y.re + c, yi = y.im + c, zr = yr + s, zi = yi + s;
        double wr = t->roots[2 * p], wi = t->roots[2 * p + 1];
        for (int64_t q = 0; q < s; q++) {
            double dr = ar[q] - br[q], di = ai[q] - bi[q];
            yr[q] = ar[q] + br[q];
            yi[q] = ai[q] + bi[q];
            zr[q] = dr * wr - di * wi;
            zi[q] = dr * wi + di * wr;
        }
    }
}

FFT_TARGET static void FFT_NAME(radix_4)(const FftStep *t, int64_t s, FftPlanes x, FftPlanes y) {
    for (int64_t p = 0; p < t->m; p++) {
        int64_t a = s * p, gap = s * t->m, c = s * 4 * p;
        In ar = x.re + a, br = ar + gap, cr = br + gap, dr = cr + gap;
        In ai = x.im + a, bi = ai + gap, ci = bi + gap, di = ci + gap;
        Out y0r = y.re + c, y1r = y0r + s, y2r = y1r + s, y3r = y2r + s;
        Out y0i = y.im + c, y1i = y0i + s, y2i = y1i + s, y3i = y2i + s;
        const double *w = t->roots + (6 * p);
        double w1r = w[0], w1i = w[1], w2r = w[2], w2i = w[3], w3r = w[4], w3i = w[5];
        for (int64_t q = 0; q < s; q++) {
            double apcr = ar[q] + cr[q], apci = ai[q] + ci[q];
            double amcr = ar[q] - cr[q], amci = ai[q] - ci[q];
            double bpdr = br[q] + dr[q], bpdi = bi[q] + di[q];
            double jr = bi[q] - di[q], ji = dr[q] - br[q]; /* -i (b - d) */
            double ur = amcr + jr, ui = amci + ji, vr = apcr - bpdr, vi = apci - bpdi;
            double zr = amcr - jr, zi = amci - ji;
            y0r[q] = apcr + bpdr;
            y0i[q] = apci + bpdi;
            y1r[q] = ur * w1r - ui * w1i;
            y1i[q] = ur * w1i + ui * w1r;
            y2r[q] = vr * w2r - vi * w2i;
            y2i[q] = vr * w2i + vi * w2r;
            y3r[q] = zr * w3r - zi * w3i;
            y3i[q] = zr * w3i + zi * w3r;
        }
    }
}

FFT_TARGET static void FFT_NAME(radix_3)(const FftStep *t, int64_t s, FftPlanes x, FftPlanes y) {
    const double half = 0.5, sine = 0.86602540378443864676;
    for (int64_t p = 0; p < t->m; p++) {
        int64_t a = s * p, gap = s * t->m, c = s * 3 * p;
        In ar = x.re + a, br = ar + gap, cr = br + gap;
        In ai = x.im + a, bi = ai + gap, ci = bi + gap;
        Out y0r = y.re + c, y1r = y0r + s, y2r = y1r + s;
        Out y0i = y.im + c, y1i = y0i + s, y2i = y1i + s;
        const double *w = t->roots + (4 * p);
        double w1r = w[0], w1i = w[1], w2r = w[2], w2i = w[3];
        for (int64_t q = 0; q < s; q++) {
            double sr = br[q] + cr[q], si = bi[q] + ci[q];
            double jr = sine * (bi[q] - ci[q]), ji = sine * (cr[q] - br[q]);
            double mr = ar[q] - half * sr, mi = ai[q] - half * si;
            double ur = mr + jr, ui = mi + ji, vr = mr - jr, vi = mi - ji;
            y0r[q] = ar[q] + sr;
            y0i[q] = ai[q] + si;
            y1r[q] = ur * w1r - ui * w1i;
            y1i[q] = ur * w1i + ui * w1r;
            y2r[q] = vr * w2r - vi * w2i;
            y2i[q] = vr * w2i + vi * w2r;
        }
    }
}

FFT_TARGET static void FFT_NAME(radix_5)(const FftStep *t, int64_t s, FftPlanes x, FftPlanes y) {
    const double c1 = 0.30901699437494742410, c2 = -0.80901699437494742410;
    const double s1 = 0.95105651629515357212, s2 = 0.58778525229247312917;
    for (int64_t p = 0; p < t->m; p++) {
        int64_t a = s * p, gap = s * t->m, c = s * 5 * p;
        In ar = x.re + a, br = ar + gap, cr = br + gap, dr = cr + gap, er = dr + gap;
        In ai = x.im + a, bi = ai + gap, ci = bi + gap, di = ci + gap, ei = di + gap;
        Out zr = y.re + c, zi = y.im + c;
        const double *w = t->roots + (8 * p);
        double w1r = w[0], w1i = w[1], w2r = w[2], w2i = w[3];
        double w3r = w[4], w3i = w[5], w4r = w[6], w4i = w[7];
        for (int64_t q = 0; q < s; q++) {
            double ur = br[q] + er[q], ui = bi[q] + ei[q], vr = br[q] - er[q], vi = bi[q] - ei[q];
            double gr = cr[q] + dr[q], gi = ci[q] + di[q], hr = cr[q] - dr[q], hi = ci[q] - di[q];
            double m1r = ar[q] + c1 * ur + c2 * gr, m1i = ai[q] + c1 * ui + c2 * gi;
            double m2r = ar[q] + c2 * ur + c1 * gr, m2i = ai[q] + c2 * ui + c1 * gi;
            double n1r = s1 * vi + s2 * hi, n1i = -(s1 * vr + s2 * hr); /* -i (s1 v + s2 h) */
            double n2r = s2 * vi - s1 * hi, n2i = -(s2 * vr - s1 * hr);
            double y1r = m1r + n1r, y1i = m1i + n1i, y4r = m1r - n1r, y4i = m1i - n1i;
            double y2r = m2r + n2r, y2i = m2i + n2i, y3r = m2r - n2r, y3i = m2i - n2i;
            zr[q] = ar[q] + ur + gr;
            zi[q] = ai[q] + ui + gi;
            zr[q + s] = y1r * w1r - y1i * w1i;
            zi[q + s] = y1r * w1i + y1i * w1r;
            zr[q + 2 * s] = y2r * w2r - y2i * w2i;
            zi[q + 2 * s] = y2r * w2i + y2i * w2r;
            zr[q + 3 * s] = y3r * w3r - y3i * w3i;
            zi[q + 3 * s] = y3r * w3i + y3i * w3r;
            zr[q + 4 * s] = y4r * w4r - y4i * w4i;
            zi[q + 4 * s] = y4r * w4i + y4i * w4r;
        }
    }
}

/* Of 7, 11, 13: by the definition. */
FFT_TARGET static void FFT_NAME(radix_any)(const FftStep *t, int64_t s, FftPlanes x, FftPlanes y) {
    int64_t r = t->radix, gap = s * t->m;
    for (int64_t p = 0; p < t->m; p++)
        for (int64_t k = 0; k < r; k++) {
            Out to_re = y.re + (s * (r * p + k)), to_im = y.im + (s * (r * p + k));
            const double *w = t->roots + (2 * ((r - 1) * p + k - 1));
            double wr = k ? w[0] : 1, wi = k ? w[1] : 0;
            In from_re = x.re + (s * p), from_im = x.im + (s * p);
            for (int64_t q = 0; q < s; q++) {
                double re = from_re[q], im = from_im[q];
                for (int64_t j = 1, root = k; j < r; j++, root = (root + k) % r) {
                    double c = t->small[2 * root], d = t->small[2 * root + 1];
                    double u = from_re[q + j * gap], v = from_im[q + j * gap];
                    re += u * c - v * d;
                    im += u * d + v * c;
                }
                to_re[q] = re * wr - im * wi;
                to_im[q] = re * wi + im * wr;
            }
        }
}

FFT_TARGET static void FFT_NAME(step)(const FftStep *step, int64_t lanes, FftPlanes x,
                                      FftPlanes y) {
    int64_t s = step->s * lanes;
    if (step->radix == 4)
        FFT_NAME(radix_4)(step, s, x, y);
    else if (step->radix == 2)
        FFT_NAME(radix_2)(step, s, x, y);
    else if (step->radix == 3)
        FFT_NAME(radix_3)(step, s, x, y);
    else if (step->radix == 5)
        FFT_NAME(radix_5)(step, s, x, y);
    else
        FFT_NAME(radix_any)(step, s, x, y);
}

/* Eight rows of pairs that lie side by side, to planes, and back. */
FFT_TARGET static void FFT_NAME(apart)(int64_t n, const double *restrict in, int64_t step,
                                       double *restrict re, double *restrict im) {
    for (int64_t k = 0; k < n; k++)
        for (int l = 0; l < FFT_LANES; l++) {
            re[k * FFT_LANES + l] = in[2 * (k * step + l)];
            im[k * FFT_LANES + l] = in[2 * (k * step + l) + 1];
        }
}

FFT_TARGET static void FFT_NAME(together)(int64_t n, const double *restrict re,
                                          const double *restrict im, double *restrict out,
                                          int64_t step) {
    for (int64_t k = 0; k < n; k++)
        for (int l = 0; l < FFT_LANES; l++) {
            out[2 * (k * step + l)] = re[k * FFT_LANES + l];
            out[2 * (k * step + l) + 1] = im[k * FFT_LANES + l];
        }
}
