"""What restricted programs find in numpy: an allow-list of functions, types and attributes."""

from __future__ import annotations

from hallmark_rl.sandbox.policy.allowed_modules import words

FUNCTIONS = words(
    "abs absolute acos acosh add all allclose amax amin angle any append arange arccos arccosh "
    "arcsin arcsinh arctan arctan2 arctanh argmax argmin argpartition argsort argwhere around "
    "array array2string array_equal array_equiv array_repr array_split array_str asanyarray "
    "asarray ascontiguousarray asin asinh atan atan2 atanh atleast_1d atleast_2d atleast_3d "
    "average base_repr binary_repr bincount bitwise_and bitwise_count bitwise_invert "
    "bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor blackman block "
    "broadcast_arrays broadcast_shapes broadcast_to can_cast cbrt ceil choose clip column_stack "
    "compress concat concatenate conj conjugate convolve copy copysign copyto corrcoef correlate "
    "cos cosh count_nonzero cov cross cumprod cumsum cumulative_prod cumulative_sum deg2rad "
    "degrees delete diag diag_indices diag_indices_from diagflat diagonal diff digitize divide "
    "divmod dot dsplit dstack dtype ediff1d einsum empty empty_like equal exp exp2 expand_dims "
    "expm1 extract eye fabs fill_diagonal fix flatnonzero flip fliplr flipud float_power floor "
    "floor_divide fmax fmin fmod frexp full full_like gcd geomspace gradient greater "
    "greater_equal hamming hanning heaviside histogram histogram2d histogram_bin_edges "
    "histogramdd hsplit hstack hypot i0 identity imag in1d indices inner insert interp "
    "intersect1d invert isclose iscomplex iscomplexobj isfinite isin isinf isnan isneginf "
    "isposinf isreal isrealobj isscalar issubdtype ix_ kaiser kron lcm ldexp left_shift less "
    "less_equal lexsort linspace log log10 log1p log2 logaddexp logaddexp2 logical_and "
    "logical_not logical_or logical_xor logspace mask_indices matmul matrix_transpose matvec max "
    "maximum mean median meshgrid min min_scalar_type minimum mod modf moveaxis multiply "
    "nan_to_num nanargmax nanargmin nancumprod nancumsum nanmax nanmean nanmedian nanmin "
    "nanpercentile nanprod nanquantile nanstd nansum nanvar ndim negative nextafter nonzero "
    "not_equal ones ones_like outer packbits pad partition percentile permute_dims place poly "
    "polyadd polyder polydiv polyfit polyint polymul polysub polyval positive pow power prod "
    "promote_types ptp put put_along_axis putmask quantile rad2deg radians ravel "
    "ravel_multi_index real real_if_close reciprocal remainder repeat reshape resize result_type "
    "right_shift rint roll rollaxis roots rot90 round row_stack searchsorted select setdiff1d "
    "setxor1d shape sign signbit sin sinc sinh size sort sort_complex spacing split sqrt square "
    "squeeze stack std subtract sum swapaxes take take_along_axis tan tanh tensordot tile trace "
    "transpose trapezoid trapz tri tril tril_indices tril_indices_from trim_zeros triu "
    "triu_indices triu_indices_from true_divide trunc union1d unique unique_all unique_counts "
    "unique_inverse unique_values unpackbits unravel_index unstack unwrap vander var vdot vecdot "
    "vecmat vsplit vstack where zeros zeros_like"
)
SCALAR_TYPES = words(
    "bool bool_ byte cdouble complex128 complex64 complexfloating csingle double float16 float32 "
    "float64 floating generic half inexact int16 int32 int64 int8 int_ integer intc intp long "
    "longlong number short signedinteger single str_ ubyte uint uint16 uint32 uint64 uint8 uintc "
    "uintp ulong ulonglong unsignedinteger ushort"
)
CONSTANTS = words("e euler_gamma inf nan newaxis pi")
LINALG = words(
    "LinAlgError cholesky cond cross det diagonal eig eigh eigvals eigvalsh inv lstsq matmul "
    "matrix_norm matrix_power matrix_rank matrix_transpose multi_dot norm outer pinv qr slogdet "
    "solve svd svdvals tensordot tensorinv tensorsolve trace vecdot vector_norm"
)
FFT = words(
    "fft fft2 fftfreq fftn fftshift hfft ifft ifft2 ifftn ifftshift ihfft irfft irfft2 irfftn rfft "
    "rfft2 rfftfreq rfftn"
)
RANDOM = words(
    "beta binomial chisquare choice dirichlet exponential f gamma geometric gumbel hypergeometric "
    "laplace logistic lognormal logseries multinomial multivariate_normal negative_binomial "
    "noncentral_chisquare noncentral_f normal pareto permutation poisson power rand randint randn "
    "random random_sample ranf rayleigh sample seed standard_cauchy standard_exponential "
    "standard_gamma standard_normal standard_t triangular uniform vonmises wald weibull zipf"
)
GENERATOR = (RANDOM - words("ranf sample seed")) | words("integers permuted")
METHODS = words(
    "all any argmax argmin argpartition argsort astype choose clip compress conj conjugate copy "
    "cumprod cumsum diagonal dot fill flatten item max mean min nonzero partition prod put ravel "
    "repeat reshape round searchsorted sort squeeze std sum swapaxes take tobytes tolist trace "
    "transpose var"
)
DATA = words("T imag itemsize nbytes ndim real size")
OPERATORS = words("add sub mul truediv floordiv mod pow matmul and or xor lshift rshift")
UFUNC_METHODS = words("accumulate at outer reduce reduceat")
DTYPE_DATA = words("itemsize kind name str")

_VALUES = "numpy_rules.values."
ATTRIBUTES: dict[str, frozenset[str]] = {
    _VALUES + "_Proxy": frozenset(),
    _VALUES + "Values": METHODS | DATA | words("dtype shape"),
    _VALUES + "Array": frozenset(),
    _VALUES + "Number": words("is_integer as_integer_ratio denominator numerator"),
    _VALUES + "DType": DTYPE_DATA | words("type"),
    _VALUES + "ScalarType": frozenset(),
    _VALUES + "Ufunc": UFUNC_METHODS | words("nin nout"),
    "numpy_rules.functions._ErrorState": frozenset(),
    _VALUES + "RandomGenerator": GENERATOR | words("shuffle"),
}
"""The public attributes of the proxies, as in `library_attributes.py`."""
