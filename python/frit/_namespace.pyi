# The names that frit makes from its registry. Written by scripts/update-namespace.py.

from . import cache as cache, fft as fft, linalg as linalg, numexpr as numexpr, random as random
from ._fuse.analysis import analyse as analyse
from ._program.builder import ProgramBuilder as ProgramBuilder
from ._config import (
    DeviceInfo as DeviceInfo, config as config, device as device, devices as devices, get_threads as get_threads,
    options as options, set_threads as set_threads, wait as wait,
)
from ._fuse.control import (
    cond as cond, fori as fori, fori_loop as fori_loop, range as range, while_loop as while_loop,
)
from ._fuse.scan import scan as scan
from ._errors import AxisError as AxisError
from ._evaluate.evaluate import evaluate as evaluate, re_evaluate as re_evaluate, validate as validate
from ._explain.explain import Explanation as Explanation, explain as explain
from ._export import Exported as Exported, export as export
from ._fuse.fuse import fuse as fuse
from ._fuse.fused_types import CacheInfo as CacheInfo, Fused as Fused
from ._profile.profile import Profile as Profile, profile as profile
from ._program.program import (
    Instruction as Instruction, Op as Op, Program as Program, Variable as Variable, ops as ops,
)
from ._scale.blocks import blocks as blocks
from ._scale.stream import stream as stream
from ._script import Script as Script, script as script
from ._fuse.signature import Signature as Signature
from ._slang.module import SlangModule as SlangModule, load_module as load_module
from ._slang.values import (
    call_id as call_id, grid as grid, rand_float as rand_float, rand_normal as rand_normal, sampler as sampler,
    thread_id as thread_id, vcast as vcast, vdim as vdim, vmap as vmap, vmapping as vmapping, wang_hash as wang_hash,
)
from ._array.creation import (
    array as array, asarray as asarray, ascontiguousarray as ascontiguousarray, copy as copy, diag as diag,
    empty as empty, empty_like as empty_like, eye as eye, from_dlpack as from_dlpack, from_numpy as from_numpy,
    full as full, full_like as full_like, identity as identity, ones as ones, ones_like as ones_like, tri as tri,
    tril as tril, triu as triu, zeros as zeros, zeros_like as zeros_like,
)
from ._array.grids import (
    arange as arange, geomspace as geomspace, indices as indices, linspace as linspace, logspace as logspace,
    meshgrid as meshgrid,
)
from ._core import (
    DType as DType, bfloat16 as bfloat16, bool as bool, complex128 as complex128, complex64 as complex64,
    float16 as float16, float32 as float32, float64 as float64, int16 as int16, int32 as int32, int64 as int64,
    int8 as int8, uint16 as uint16, uint32 as uint32, uint64 as uint64, uint8 as uint8,
)
from ._array.dtypes import (
    astype as astype, bitcast as bitcast, can_cast as can_cast, finfo as finfo, iinfo as iinfo, isdtype as isdtype,
    promote_types as promote_types, result_type as result_type,
)
from ._array.elementwise import (
    acos as acos, acosh as acosh, add as add, asin as asin, asinh as asinh, atan as atan, atan2 as atan2,
    atanh as atanh, bitwise_and as bitwise_and, bitwise_invert as bitwise_invert,
    bitwise_left_shift as bitwise_left_shift, bitwise_or as bitwise_or, bitwise_right_shift as bitwise_right_shift,
    bitwise_xor as bitwise_xor, cbrt as cbrt, ceil as ceil, copysign as copysign, cos as cos, cosh as cosh,
    divide as divide, equal as equal, erf as erf, erfc as erfc, exp as exp, exp2 as exp2, expm1 as expm1,
    floor as floor, floor_divide as floor_divide, fmod as fmod, gamma as gamma, greater as greater,
    greater_equal as greater_equal, hypot as hypot, isfinite as isfinite, isinf as isinf, isnan as isnan,
    less as less, less_equal as less_equal, lgamma as lgamma, log as log, log10 as log10, log1p as log1p,
    log2 as log2, logaddexp as logaddexp, maximum as maximum, minimum as minimum, multiply as multiply,
    negative as negative, nextafter as nextafter, not_equal as not_equal, relu as relu, remainder as remainder,
    rsqrt as rsqrt, sigmoid as sigmoid, signbit as signbit, silu as silu, sin as sin, sinh as sinh,
    softplus as softplus, sqrt as sqrt, square as square, subtract as subtract, tan as tan, tanh as tanh,
    trunc as trunc,
)
from ._array.composed import (
    abs as abs, angle as angle, bitwise_count as bitwise_count, conj as conj, divmod as divmod, fabs as fabs,
    fmax as fmax, fmin as fmin, heaviside as heaviside, imag as imag, ldexp as ldexp, logaddexp2 as logaddexp2,
    logical_and as logical_and, logical_not as logical_not, logical_or as logical_or, logical_xor as logical_xor,
    modf as modf, positive as positive, pow as pow, real as real, reciprocal as reciprocal, rint as rint,
    round as round, sign as sign,
)
from ._array import composed
from ._array.activations import (
    deg2rad as deg2rad, fma as fma, gelu as gelu, leaky_relu as leaky_relu, lerp as lerp, rad2deg as rad2deg,
    sinc as sinc,
)
from ._array.choosing import (
    allclose as allclose, array_equal as array_equal, array_equiv as array_equiv, clip as clip, isclose as isclose,
    isneginf as isneginf, isposinf as isposinf, isreal as isreal, nan_to_num as nan_to_num, select as select,
    where as where,
)
from ._array import choosing
from ._array.reductions import (
    all as all, any as any, log_softmax as log_softmax, logsumexp as logsumexp, max as max, mean as mean, min as min,
    prod as prod, ptp as ptp, softmax as softmax, sum as sum,
)
from ._array import reductions
from ._array.statistics import (
    average as average, nanmax as nanmax, nanmean as nanmean, nanmin as nanmin, nanprod as nanprod, nanstd as nanstd,
    nansum as nansum, nanvar as nanvar, std as std, var as var,
)
from ._array import statistics
from ._array.quantiles import (
    median as median, nanmedian as nanmedian, nanpercentile as nanpercentile, nanquantile as nanquantile,
    percentile as percentile, quantile as quantile,
)
from ._array.scans import (
    cummax as cummax, cummin as cummin, cumprod as cumprod, cumsum as cumsum, cumulative_prod as cumulative_prod,
    cumulative_sum as cumulative_sum, diff as diff, gradient as gradient,
)
from ._array import scans
from ._array.searching import (
    argmax as argmax, argmin as argmin, argwhere as argwhere, compress as compress, count_nonzero as count_nonzero,
    extract as extract, flatnonzero as flatnonzero, nanargmax as nanargmax, nanargmin as nanargmin,
    nonzero as nonzero,
)
from ._array import searching
from ._array.ordering import (
    argpartition as argpartition, argsort as argsort, lexsort as lexsort, partition as partition,
    searchsorted as searchsorted, sort as sort, topk as topk,
)
from ._array import ordering
from ._array.sets import (
    intersect1d as intersect1d, isin as isin, setdiff1d as setdiff1d, setxor1d as setxor1d, union1d as union1d,
    unique as unique, unique_all as unique_all, unique_counts as unique_counts, unique_inverse as unique_inverse,
    unique_values as unique_values,
)
from ._array.counting import (
    bincount as bincount, digitize as digitize, histogram as histogram, histogram2d as histogram2d,
    histogramdd as histogramdd, interp as interp,
)
from ._array.filtering import (
    convolve as convolve, correlate as correlate, poly as poly, polyadd as polyadd, polyder as polyder,
    polyfit as polyfit, polyint as polyint, polymul as polymul, polysub as polysub, unwrap as unwrap,
    vander as vander,
)
from ._array.numbers_of import (
    float_power as float_power, frexp as frexp, gcd as gcd, i0 as i0, lcm as lcm, packbits as packbits,
    ravel_multi_index as ravel_multi_index, spacing as spacing, unpackbits as unpackbits,
    unravel_index as unravel_index,
)
from ._array.assembling import (
    apply_over_axes as apply_over_axes, block as block, corrcoef as corrcoef, diag_indices_from as diag_indices_from,
    diagflat as diagflat, dsplit as dsplit, fill_diagonal as fill_diagonal, fix as fix,
    histogram_bin_edges as histogram_bin_edges, iscomplex as iscomplex, iscomplexobj as iscomplexobj,
    isrealobj as isrealobj, nancumprod as nancumprod, nancumsum as nancumsum, piecewise as piecewise,
    resize as resize, rollaxis as rollaxis, sort_complex as sort_complex, tril_indices_from as tril_indices_from,
    triu_indices_from as triu_indices_from, vecmat as vecmat,
)
from ._array.masking import copyto as copyto, place as place, putmask as putmask
from ._array.index import (
    choose as choose, put_along_axis as put_along_axis, scatter as scatter, scatter_add as scatter_add, take as take,
    take_along_axis as take_along_axis,
)
from ._array import index
from ._array.manipulation import (
    atleast_1d as atleast_1d, atleast_2d as atleast_2d, atleast_3d as atleast_3d,
    broadcast_arrays as broadcast_arrays, broadcast_shapes as broadcast_shapes, broadcast_to as broadcast_to,
    expand_dims as expand_dims, flip as flip, fliplr as fliplr, flipud as flipud, moveaxis as moveaxis, ndim as ndim,
    permute_dims as permute_dims, ravel as ravel, repeat as repeat, reshape as reshape, roll as roll, rot90 as rot90,
    shape as shape, size as size, squeeze as squeeze, swapaxes as swapaxes, tile as tile, transpose as transpose,
)
from ._array import manipulation
from ._array.joining import (
    append as append, array_split as array_split, column_stack as column_stack, concat as concat, dstack as dstack,
    hsplit as hsplit, hstack as hstack, pad as pad, split as split, stack as stack, unstack as unstack,
    vsplit as vsplit, vstack as vstack,
)
from ._array.editing import (
    delete as delete, ediff1d as ediff1d, insert as insert, polyval as polyval,
    sliding_window_view as sliding_window_view, trapezoid as trapezoid,
)
from ._array.products import (
    cov as cov, cross as cross, diagonal as diagonal, dot as dot, einsum as einsum, inner as inner, kron as kron,
    matmul as matmul, matrix_transpose as matrix_transpose, matvec as matvec, outer as outer, tensordot as tensordot,
    trace as trace, vdot as vdot, vecdot as vecdot,
)
from ._array import products

bool_ = bool
dtype = DType
arccos = acos
arccosh = acosh
arcsin = asin
arcsinh = asinh
arctan = atan
arctan2 = atan2
arctanh = atanh
bitwise_not = bitwise_invert
invert = bitwise_invert
left_shift = bitwise_left_shift
right_shift = bitwise_right_shift
true_divide = divide
mod = remainder
expit = sigmoid
absolute = abs
conjugate = conj
power = pow
around = round
radians = deg2rad
degrees = rad2deg
amax = max
amin = min
in1d = isin
concatenate = concat

class FunctionMethods:
    round = composed.round
    clip = choosing.clip
    all = reductions.all
    any = reductions.any
    max = reductions.max
    mean = reductions.mean
    min = reductions.min
    prod = reductions.prod
    ptp = reductions.ptp
    sum = reductions.sum
    std = statistics.std
    var = statistics.var
    cumprod = scans.cumprod
    cumsum = scans.cumsum
    argmax = searching.argmax
    argmin = searching.argmin
    nonzero = searching.nonzero
    argpartition = ordering.argpartition
    searchsorted = ordering.searchsorted
    take = index.take
    ravel = manipulation.ravel
    repeat = manipulation.repeat
    squeeze = manipulation.squeeze
    swapaxes = manipulation.swapaxes
    diagonal = products.diagonal
    dot = products.dot
    trace = products.trace
