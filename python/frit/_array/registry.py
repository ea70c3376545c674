"""Every array function: one row each, and whoever needs to know something of it reads the row.

The namespace, the methods of arrays, NumPy's protocols, fused bodies, expressions in strings, what type
checkers see (_namespace.pyi, written by scripts/update-namespace.py) and the tests that walk through all
functions are made from these rows; docs/add-an-array-function.md says how one is added. Rows are read as
`Row`s where somebody asks (rows.py, which says what the columns mean); importing frit takes the names alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

# name and other names | NumPy's | op | view | method | more
NAMESPACE = {
    "_array.creation": """
    array             |            |      | view     |     | whole=any pure=constant
    asarray           |            |      | view     |     | whole=any
    ascontiguousarray |            |      | layout   |     |
    copy              | copy       | copy |          | own | whole=any traced
    diag              | diag       |      | diagonal |     |
    empty             |            |      |          |     | whole=arrays pure=recorded
    empty_like        | empty_like |      |          |     | whole=any
    eye               |            |      |          |     | pure=recorded
    from_dlpack       |            |      | view     |     |
    from_numpy        |            |      | view     |     |
    full              |            |      |          |     | whole=arrays pure=recorded
    full_like         | full_like  |      |          |     | whole=any
    identity          |            |      |          |     | pure=constant
    ones              |            |      |          |     | whole=arrays pure=recorded
    ones_like         | ones_like  |      |          |     | whole=any
    tri               |            |      |          |     | pure=constant
    tril              | tril       |      |          |     |
    triu              | triu       |      |          |     |
    zeros             |            |      |          |     | whole=arrays pure=recorded
    zeros_like        | zeros_like |      |          |     | whole=any
    """,
    "_array.grids": """
    arange    |          |  |      |  | pure=constant
    geomspace |          |  |      |  | pure=constant
    indices   |          |  |      |  | pure=constant
    linspace  | linspace |  |      |  | pure=constant turns=axis
    logspace  |          |  |      |  | pure=constant turns=axis
    meshgrid  | meshgrid |  | view |  | turns=copy
    """,
    "_core": """
    bfloat16    |  |  |  |  |
    bool bool_  |  |  |  |  | pure=constant
    complex128  |  |  |  |  | pure=constant
    complex64   |  |  |  |  | pure=constant
    DType dtype |  |  |  |  | pure=constant
    float16     |  |  |  |  | pure=constant
    float32     |  |  |  |  | pure=constant
    float64     |  |  |  |  | pure=constant
    int16       |  |  |  |  | pure=constant
    int32       |  |  |  |  | pure=constant
    int64       |  |  |  |  | pure=constant
    int8        |  |  |  |  | pure=constant
    uint16      |  |  |  |  | pure=constant
    uint32      |  |  |  |  | pure=constant
    uint64      |  |  |  |  | pure=constant
    uint8       |  |  |  |  | pure=constant
    """,
    "_array.dtypes": """
    astype        | astype | cast    |  | own | whole=arrays traced
    bitcast       |        | bitcast |  |     |
    can_cast      |        |         |  |     | pure=constant
    finfo         |        |         |  |     | pure=constant
    iinfo         |        |         |  |     | pure=constant
    isdtype       |        |         |  |     |
    promote_types |        |         |  |     | pure=constant
    result_type   |        |         |  |     | pure=constant
    """,
    "_array.elementwise": """
    acos arccos                       | arccos        | acos      |  |  | kind=unary evaluate=arccos
    acosh arccosh                     | arccosh       | acosh     |  |  | kind=unary evaluate=arccosh
    add                               | add           | add       |  |  | kind=binary
    asin arcsin                       | arcsin        | asin      |  |  | kind=unary evaluate=arcsin
    asinh arcsinh                     | arcsinh       | asinh     |  |  | kind=unary evaluate=arcsinh
    atan arctan                       | arctan        | atan      |  |  | kind=unary evaluate=arctan
    atan2 arctan2                     | arctan2       | atan2     |  |  | kind=binary evaluate=arctan2
    atanh arctanh                     | arctanh       | atanh     |  |  | kind=unary evaluate=arctanh
    bitwise_and                       | bitwise_and   | and       |  |  | kind=binary
    bitwise_invert bitwise_not invert | invert        | not       |  |  | kind=unary
    bitwise_left_shift left_shift     | left_shift    | shl       |  |  | kind=binary
    bitwise_or                        | bitwise_or    | or        |  |  | kind=binary
    bitwise_right_shift right_shift   | right_shift   | shr       |  |  | kind=binary
    bitwise_xor                       | bitwise_xor   | xor       |  |  | kind=binary
    cbrt                              | cbrt          | cbrt      |  |  | kind=unary evaluate=cbrt
    ceil                              | ceil          | ceil      |  |  | kind=unary evaluate=ceil
    copysign                          | copysign      | copysign  |  |  | kind=binary evaluate=copysign
    cos                               | cos           | cos       |  |  | kind=unary pure=constant evaluate=cos
    cosh                              | cosh          | cosh      |  |  | kind=unary evaluate=cosh
    divide true_divide                | divide        | div       |  |  | kind=binary
    equal                             | equal         | eq        |  |  | kind=binary
    erf                               |               | erf       |  |  | kind=unary evaluate=erf
    erfc                              |               | erfc      |  |  | kind=unary evaluate=erfc
    exp                               | exp           | exp       |  |  | kind=unary pure=constant evaluate=exp
    exp2                              | exp2          | exp2      |  |  | kind=unary evaluate=exp2
    expm1                             | expm1         | expm1     |  |  | kind=unary evaluate=expm1
    floor                             | floor         | floor     |  |  | kind=unary evaluate=floor
    floor_divide                      | floor_divide  | floor_div |  |  | kind=binary
    fmod                              | fmod          | fmod      |  |  | kind=binary evaluate=fmod
    gamma                             |               | gamma     |  |  | kind=unary
    greater                           | greater       | gt        |  |  | kind=binary
    greater_equal                     | greater_equal | ge        |  |  | kind=binary
    hypot                             | hypot         | hypot     |  |  | kind=binary evaluate=hypot
    isfinite                          | isfinite      | isfinite  |  |  | kind=unary evaluate=isfinite
    isinf                             | isinf         | isinf     |  |  | kind=unary evaluate=isinf
    isnan                             | isnan         | isnan     |  |  | kind=unary evaluate=isnan
    less                              | less          | lt        |  |  | kind=binary
    less_equal                        | less_equal    | le        |  |  | kind=binary
    lgamma                            |               | lgamma    |  |  | kind=unary
    log                               | log           | log       |  |  | kind=unary pure=constant evaluate=log
    log10                             | log10         | log10     |  |  | kind=unary evaluate=log10
    log1p                             | log1p         | log1p     |  |  | kind=unary evaluate=log1p
    log2                              | log2          | log2      |  |  | kind=unary evaluate=log2
    logaddexp                         | logaddexp     | logaddexp |  |  | kind=binary
    maximum                           | maximum       | maximum   |  |  | kind=binary evaluate=maximum
    minimum                           | minimum       | minimum   |  |  | kind=binary evaluate=minimum
    multiply                          | multiply      | mul       |  |  | kind=binary
    negative                          | negative      | neg       |  |  | kind=unary
    nextafter                         | nextafter     | nextafter |  |  | kind=binary evaluate=nextafter
    not_equal                         | not_equal     | ne        |  |  | kind=binary
    relu                              |               | relu      |  |  | kind=unary
    remainder mod                     | remainder     | remainder |  |  | kind=binary
    rsqrt                             |               | rsqrt     |  |  | kind=unary
    sigmoid expit                     |               | sigmoid   |  |  | kind=unary
    signbit                           | signbit       | signbit   |  |  | kind=unary evaluate=signbit
    silu                              |               | silu      |  |  | kind=unary
    sin                               | sin           | sin       |  |  | kind=unary pure=constant evaluate=sin
    sinh                              | sinh          | sinh      |  |  | kind=unary evaluate=sinh
    softplus                          |               | softplus  |  |  | kind=unary
    sqrt                              | sqrt          | sqrt      |  |  | kind=unary pure=constant evaluate=sqrt
    square                            | square        | square    |  |  | kind=unary
    subtract                          | subtract      | sub       |  |  | kind=binary
    tan                               | tan           | tan       |  |  | kind=unary evaluate=tan
    tanh                              | tanh          | tanh      |  |  | kind=unary evaluate=tanh
    trunc                             | trunc         | trunc     |  |  | kind=unary evaluate=trunc
    """,
    "_array.composed": """
    abs absolute   | absolute      | abs        |        |           | kind=unary evaluate=abs
    angle          | angle         |            |        |           |
    bitwise_count  | bitwise_count | popcount   |        |           | kind=unary
    conj conjugate | conjugate     | conj       |        |           | kind=unary
    divmod         | divmod        |            |        |           | kind=binary
    fabs           | fabs          |            |        |           | kind=unary
    fmax           | fmax          |            |        |           | kind=binary
    fmin           | fmin          |            |        |           | kind=binary
    heaviside      | heaviside     |            |        |           | kind=binary
    imag           | imag          | imag       | view   | attribute | traced
    ldexp          | ldexp         |            |        |           | kind=binary
    logaddexp2     | logaddexp2    |            |        |           | kind=binary
    logical_and    | logical_and   |            |        |           | kind=binary
    logical_not    | logical_not   |            |        |           | kind=unary
    logical_or     | logical_or    |            |        |           | kind=binary
    logical_xor    | logical_xor   |            |        |           | kind=binary
    modf           | modf          |            |        |           | kind=unary
    positive       | positive      | copy       |        |           | kind=unary
    pow power      | power         | pow        |        |           | kind=binary
    real           | real          | real       | itself | attribute | traced
    reciprocal     | reciprocal    | reciprocal |        |           | kind=unary
    rint           | rint          | round      |        |           | kind=unary
    round around   | round around  | round      |        | same      | evaluate=round traced
    sign           | sign          | sign       |        |           | kind=unary evaluate=sign
    """,
    "_array.activations": """
    deg2rad radians | deg2rad radians |      |  |  | kind=unary pure=constant
    fma             |                 | fma  |  |  |
    gelu            |                 | gelu |  |  |
    leaky_relu      |                 |      |  |  |
    lerp            |                 | lerp |  |  |
    rad2deg degrees | rad2deg degrees |      |  |  | kind=unary pure=constant
    sinc            | sinc            |      |  |  |
    """,
    "_array.choosing": """
    allclose    | allclose    |        |      |      |
    array_equal | array_equal |        |      |      |
    array_equiv | array_equiv |        |      |      |
    clip        | clip        | clip   |      | same | traced
    isclose     | isclose     |        |      |      |
    isneginf    | isneginf    |        |      |      |
    isposinf    | isposinf    |        |      |      |
    isreal      | isreal      |        |      |      |
    nan_to_num  | nan_to_num  |        | view |      | whole=never
    select      | select      |        |      |      | whole=always
    where       | where       | select |      |      | whole=any
    """,
    "_array.reductions": """
    all         | all logical_and.reduce  | all         |  | same | kind=reduction traced
    any         | any logical_or.reduce   | any         |  | same | kind=reduction traced
    log_softmax |                         | log_softmax |  |      |
    logsumexp   |                         | logsumexp   |  |      |
    max amax    | max amax maximum.reduce | max         |  | same | kind=reduction evaluate=max traced
    mean        | mean                    | mean        |  | same | kind=reduction traced
    min amin    | min amin minimum.reduce | min         |  | same | kind=reduction evaluate=min traced
    prod        | prod multiply.reduce    | prod        |  | same | kind=reduction pure=constant evaluate=prod traced
    ptp         | ptp                     |             |  | same | kind=reduction
    softmax     |                         | softmax     |  |      |
    sum         | sum add.reduce          | sum         |  | same | kind=reduction pure=constant evaluate=sum traced
    """,
    "_array.statistics": """
    average    | average    |     |  |      |
    nanmax     | nanmax     |     |  |      | kind=reduction
    nanmean    | nanmean    |     |  |      | kind=reduction
    nanmin     | nanmin     |     |  |      | kind=reduction
    nanprod    | nanprod    |     |  |      | kind=reduction
    nanstd     | nanstd     |     |  |      | kind=reduction
    nansum     | nansum     |     |  |      | kind=reduction
    nanvar     | nanvar     |     |  |      | kind=reduction
    std        | std        | std |  | same | kind=reduction traced
    var        | var        | var |  | same | kind=reduction traced
    """,
    "_array.quantiles": """
    median        | median        |  |  |  | kind=reduction
    nanmedian     | nanmedian     |  |  |  | kind=reduction
    nanpercentile | nanpercentile |  |  |  |
    nanquantile   | nanquantile   |  |  |  |
    percentile    | percentile    |  |  |  |
    quantile      | quantile      |  |  |  |
    """,
    "_array.scans": """
    cummax          | maximum.accumulate          | cummax  |      |      |
    cummin          | minimum.accumulate          | cummin  |      |      |
    cumprod         | cumprod multiply.accumulate | cumprod |      | same | traced
    cumsum          | cumsum add.accumulate       | cumsum  |      | same | traced
    cumulative_prod | cumulative_prod             |         |      |      |
    cumulative_sum  | cumulative_sum              |         |      |      |
    diff            | diff                        |         | back |      |
    gradient        | gradient                    |         |      |      |
    """,
    "_array.searching": """
    argmax         | argmax         | argmax        |  | same | kind=reduction traced
    argmin         | argmin         | argmin        |  | same | kind=reduction traced
    argwhere       | argwhere       |               |  |      | turns=always
    compress       | compress       |               |  | own  | traced
    count_nonzero  | count_nonzero  | count_nonzero |  |      | kind=reduction
    extract        | extract        |               |  |      |
    flatnonzero    | flatnonzero    |               |  |      |
    nanargmax      | nanargmax      |               |  |      | kind=reduction
    nanargmin      | nanargmin      |               |  |      | kind=reduction
    nonzero        | nonzero        |               |  | same | traced
    """,
    "_array.ordering": """
    argpartition   | argpartition   |         |  | same | traced
    argsort        | argsort        | argsort |  | own  | traced
    lexsort        | lexsort        |         |  |      |
    partition      | partition      |         |  | own  |
    searchsorted   | searchsorted   | search  |  | same | traced
    sort           | sort           | sort    |  |      |
    topk           |                |         |  |      |
    """,
    "_array.sets": """
    intersect1d    | intersect1d    |  |  |  |
    isin in1d      | isin           |  |  |  | whole=always
    setdiff1d      | setdiff1d      |  |  |  |
    setxor1d       | setxor1d       |  |  |  |
    union1d        | union1d        |  |  |  |
    unique         | unique         |  |  |  | turns=axis
    unique_all     | unique_all     |  |  |  | whole=always
    unique_counts  | unique_counts  |  |  |  |
    unique_inverse | unique_inverse |  |  |  | whole=always
    unique_values  | unique_values  |  |  |  |
    """,
    "_array.counting": """
    bincount    | bincount    |  |  |  |
    digitize    | digitize    |  |  |  |
    histogram   | histogram   |  |  |  |
    histogram2d | histogram2d |  |  |  |
    histogramdd | histogramdd |  |  |  |
    interp      | interp      |  |  |  |
    """,
    "_array.filtering": """
    convolve  | convolve  | convolve |  |  |
    correlate | correlate |          |  |  |
    poly      | poly      |          |  |  |
    polyadd   | polyadd   |          |  |  |
    polyder   | polyder   |          |  |  |
    polyfit   | polyfit   |          |  |  |
    polyint   | polyint   |          |  |  |
    polymul   | polymul   |          |  |  |
    polysub   | polysub   |          |  |  |
    unwrap    | unwrap    |          |  |  |
    vander    | vander    |          |  |  |
    """,
    "_array.numbers_of": """
    float_power       | float_power       |  |  |  | kind=binary
    frexp             | frexp             |  |  |  | kind=unary
    gcd               | gcd               |  |  |  | kind=binary
    i0                | i0                |  |  |  |
    lcm               | lcm               |  |  |  | kind=binary
    packbits          | packbits          |  |  |  |
    ravel_multi_index | ravel_multi_index |  |  |  |
    spacing           | spacing           |  |  |  | kind=unary
    unpackbits        | unpackbits        |  |  |  |
    unravel_index     | unravel_index     |  |  |  |
    """,
    "_array.assembling": """
    apply_over_axes     | apply_over_axes     |  |      |  |
    block               | block               |  |      |  |
    corrcoef            | corrcoef            |  |      |  |
    diag_indices_from   | diag_indices_from   |  |      |  |
    diagflat            | diagflat            |  |      |  |
    dsplit              | dsplit              |  | view |  |
    fill_diagonal       | fill_diagonal       |  |      |  | writes
    fix                 | fix                 |  |      |  |
    histogram_bin_edges | histogram_bin_edges |  |      |  |
    iscomplex           | iscomplex           |  |      |  |
    iscomplexobj        | iscomplexobj        |  |      |  |
    isrealobj           | isrealobj           |  |      |  |
    nancumprod          | nancumprod          |  |      |  |
    nancumsum           | nancumsum           |  |      |  |
    piecewise           | piecewise           |  |      |  |
    resize              | resize              |  |      |  |
    rollaxis            | rollaxis            |  | view |  | turns=always
    sort_complex        | sort_complex        |  |      |  |
    tril_indices_from   | tril_indices_from   |  |      |  |
    triu_indices_from   | triu_indices_from   |  |      |  |
    vecmat              | vecmat              |  |      |  | kind=product
    """,
    "_array.masking": """
    copyto  | copyto  |  |  |  | writes
    place   | place   |  |  |  | writes
    putmask | putmask |  |  |  | writes
    """,
    "_array.index": """
    choose          | choose          |         |  | own  | traced
    put_along_axis  | put_along_axis  |         |  |      | writes
    scatter         |                 | scatter |  |      |
    scatter_add     |                 |         |  |      |
    take            | take            | gather  |  | same | traced
    take_along_axis | take_along_axis |         |  |      |
    """,
    "_array.manipulation": """
    atleast_1d       | atleast_1d       |             | itself |           |
    atleast_2d       | atleast_2d       |             | itself |           |
    atleast_3d       | atleast_3d       |             | itself |           |
    broadcast_arrays | broadcast_arrays |             | view   |           | turns=always
    broadcast_shapes |                  |             |        |           | pure=constant
    broadcast_to     | broadcast_to     |             | view   |           | turns=always
    expand_dims      | expand_dims      | expand_dims | view   |           |
    flip             | flip             | slice       | view   |           | whole=never
    fliplr           | fliplr           |             | view   |           |
    flipud           | flipud           |             | view   |           |
    moveaxis         | moveaxis         |             | view   |           | turns=always
    ndim             | ndim             |             |        | attribute | pure=constant traced
    permute_dims     |                  | transpose   | view   |           | turns=always
    ravel            | ravel            |             | layout | same      | traced
    repeat           | repeat           |             |        | same      | traced
    reshape          | reshape          | reshape     | layout | own       | traced
    roll             | roll             |             |        |           | whole=any
    rot90            | rot90            |             | view   |           | turns=always
    shape            | shape            |             |        | attribute | traced
    size             | size             |             |        | attribute | traced
    squeeze          | squeeze          | reshape     | itself | same      | traced
    swapaxes         | swapaxes         |             | view   | same      | turns=always traced
    tile             | tile             |             |        |           | whole=always
    transpose        | transpose        | transpose   | view   | own       | turns=always traced
    """,
    "_array.joining": """
    append             | append       |        |      |  |
    array_split        | array_split  |        | view |  |
    column_stack       | column_stack |        |      |  |
    concat concatenate | concatenate  | concat |      |  |
    dstack             | dstack       |        |      |  |
    hsplit             | hsplit       |        | view |  |
    hstack             | hstack       |        |      |  |
    pad                | pad          | pad    |      |  | whole=always
    split              | split        |        | view |  |
    stack              | stack        | stack  |      |  |
    unstack            | unstack      |        | view |  |
    vsplit             | vsplit       |        | view |  |
    vstack             | vstack       |        |      |  |
    """,
    "_array.editing": """
    delete              | delete                               |  |          |  |
    ediff1d             | ediff1d                              |  |          |  |
    insert              | insert                               |  |          |  |
    polyval             | polyval                              |  |          |  |
    sliding_window_view | lib.stride_tricks.sliding_window_view |  | diagonal |  |
    trapezoid           | trapezoid                            |  |          |  |
    """,
    "_array.products": """
    cov              | cov              |          |          |      | whole=always
    cross            | cross            |          |          |      | whole=always turns=always
    diagonal         | diagonal         |          | diagonal | same | turns=always traced
    dot              | dot              | contract |          | same | traced
    einsum           | einsum           |          |          |      | turns=always
    inner            | inner            |          |          |      |
    kron             | kron             |          |          |      |
    matmul           | matmul           | matmul   |          |      | kind=product
    matrix_transpose | matrix_transpose |          | view     |      | turns=always
    matvec           | matvec           |          |          |      | kind=product
    outer            | outer            |          |          |      |
    tensordot        | tensordot        |          |          |      | whole=always
    trace            | trace            |          |          | same | traced
    vdot             | vdot             |          |          |      |
    vecdot           | vecdot           |          |          |      | kind=product
    """,
}
"""Functions and dtypes of the namespace, by the module that has them."""

# The functions of frit.linalg.
LINALG = """
    cholesky         | linalg.cholesky         |  |          |  |
    cond             | linalg.cond             |  |          |  |
    cross            | linalg.cross            |  |          |  | whole=always turns=always
    det              | linalg.det              |  |          |  |
    diagonal         | linalg.diagonal         |  | diagonal |  | turns=always
    eig              |                         |  |          |  |
    eigh             | linalg.eigh             |  |          |  |
    eigvals          |                         |  |          |  |
    eigvalsh         | linalg.eigvalsh         |  |          |  |
    inv              | linalg.inv              |  |          |  |
    lstsq            | linalg.lstsq            |  |          |  |
    matmul           | linalg.matmul           |  |          |  |
    matrix_norm      | linalg.matrix_norm      |  |          |  |
    matrix_power     | linalg.matrix_power     |  | back     |  |
    matrix_rank      | linalg.matrix_rank      |  |          |  |
    matrix_transpose | linalg.matrix_transpose |  | view     |  | turns=always
    multi_dot        | linalg.multi_dot        |  |          |  |
    norm             | linalg.norm             |  |          |  |
    outer            | linalg.outer            |  |          |  |
    pinv             | linalg.pinv             |  |          |  |
    qr               | linalg.qr               |  |          |  |
    slogdet          | linalg.slogdet          |  |          |  |
    solve            | linalg.solve            |  |          |  |
    svd              | linalg.svd              |  |          |  |
    svdvals          | linalg.svdvals          |  |          |  |
    tensordot        | linalg.tensordot        |  |          |  | whole=always
    tensorinv        | linalg.tensorinv        |  |          |  |
    tensorsolve      | linalg.tensorsolve      |  |          |  |
    trace            | linalg.trace            |  |          |  |
    vecdot           | linalg.vecdot           |  |          |  |
    vector_norm      | linalg.vector_norm      |  |          |  |
"""

# The functions of frit.fft.
FFT = """
    fft       | fft.fft       | fft   |  |  |
    fft2      | fft.fft2      |       |  |  |
    fftfreq   |               |       |  |  | pure=constant
    fftn      | fft.fftn      |       |  |  |
    fftshift  | fft.fftshift  |       |  |  |
    hfft      | fft.hfft      |       |  |  |
    ifft      | fft.ifft      |       |  |  |
    ifft2     | fft.ifft2     |       |  |  |
    ifftn     | fft.ifftn     |       |  |  |
    ifftshift | fft.ifftshift |       |  |  |
    ihfft     | fft.ihfft     |       |  |  |
    irfft     | fft.irfft     | irfft |  |  |
    irfft2    | fft.irfft2    |       |  |  |
    irfftn    | fft.irfftn    |       |  |  |
    rfft      | fft.rfft      | rfft  |  |  |
    rfft2     | fft.rfft2     |       |  |  |
    rfftfreq  |               |       |  |  | pure=constant
    rfftn     | fft.rfftn     |       |  |  |
"""

# Methods and attributes of arrays that are no functions, or other ones. (Without `method`: of NumPy's.)
METHODS = """
    T         |  |  | view | attribute | turns=always traced
    byteswap  |  |  |      | own       | writes
    conj      |  |  | back | own       | traced
    conjugate |  |  | back | own       | traced
    fill      |  |  |      | own       | traced writes
    flat      |  |  | view | attribute |
    flatten   |  |  |      | own       | traced
    item      |  |  |      | own       | traced
    itemset   |  |  |      |           | writes
    itemsize  |  |  |      | attribute | traced
    mT        |  |  | view | attribute | turns=always
    nbytes    |  |  |      | attribute | traced
    partition |  |  |      | own       | traced writes
    put       |  |  |      | own       | writes
    resize    |  |  |      |           | writes
    setflags  |  |  |      |           | writes
    sort      |  |  |      | own       | traced writes
    tolist    |  |  |      | own       | traced
    view      |  |  | view | own       |
"""

# Functions of NumPy's that frit has not, of which fused bodies know something.
NUMPYS = """
    apply_along_axis    |  |  |        |  | turns=always
    bartlett            |  |  |        |  | pure=constant
    blackman            |  |  |        |  | pure=constant
    diag_indices        |  |  |        |  | pure=constant
    hamming             |  |  |        |  | pure=constant
    hanning             |  |  |        |  | pure=constant
    kaiser              |  |  |        |  | pure=constant
    tril_indices        |  |  |        |  | pure=constant
    triu_indices        |  |  |        |  | pure=constant
    as_strided          |  |  |        |  | turns=always
    asanyarray          |  |  | view   |  | whole=any
    asfortranarray      |  |  | layout |  | turns=always
    delete              |  |  |        |  | turns=always
    isscalar            |  |  |        |  | pure=constant
    ix_                 |  |  |        |  | pure=constant
    issubdtype          |  |  |        |  | pure=constant
    put                 |  |  |        |  | writes
    real_if_close       |  |  | view   |  |
    require             |  |  | view   |  |
    sliding_window_view |  |  |        |  | turns=always
    trim_zeros          |  |  | view   |  |
"""


def namespace(array: type) -> dict[str, Any]:
    """Functions and dtypes by all their names. Those that are methods as they are become array's."""
    found = {}
    for place, table in NAMESPACE.items():
        module = import_module(f".{place}", "frit")
        for row in table.strip().split("\n"):
            names, _, facts = row.partition("|")
            each = names.split()
            value = getattr(module, each[0])
            for name in each:
                found[name] = value
            if "same" in [fact.strip() for fact in facts.split("|")]:
                setattr(array, each[0], value)
    return found


def ops(place: str) -> dict[str, str]:
    """The ops of a module's functions."""
    rows = [row.split("|") for row in NAMESPACE[place].strip().split("\n")]
    return {names.split()[0]: op.strip() for names, _, op, *_ in rows}
