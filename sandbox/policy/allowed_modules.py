"""The modules a restricted program may import, and the names it finds in each.

This is the list to read and to extend. A name may be listed only if it is safe together with
everything that a program can reach from it under the name rules (`name_rules.py`): nothing there
may evaluate strings, read attributes by a computed name, or touch files, processes, frames or other
modules. A test walks over all that can be reached, to find what was overlooked
(`tests/sandbox/policy/test_reachable_objects.py`). A name that
a Python version lacks is skipped there. Where the library's own object would be a way out,
`replacements/` has one of the same name.
"""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """Return the set of whitespace-separated words in `text`."""
    return frozenset(text.split())


_ABSTRACT = words(
    "AsyncGenerator AsyncIterable AsyncIterator Awaitable Buffer ByteString Callable Collection "
    "Container Coroutine Generator Hashable ItemsView Iterable Iterator KeysView Mapping "
    "MappingView MutableMapping MutableSequence MutableSet Reversible Sequence Set Sized ValuesView"
)
_OPERATORS = words(
    "abs add and_ concat contains countOf delitem eq floordiv ge getitem gt iadd iand iconcat "
    "ifloordiv ilshift imatmul imod imul index indexOf inv invert ior ipow irshift is_ is_not isub "
    "itemgetter itruediv ixor le length_hint lshift lt matmul mod mul ne neg not_ or_ pos pow "
    "rshift setitem sub truediv truth xor attrgetter methodcaller call"
)
_HASHES = words("md5 sha1 sha224 sha256 sha384 sha512 sha3_224 sha3_256 sha3_384 sha3_512 new")

MODULES: dict[str, frozenset[str]] = {
    "__future__": words("annotations division print_function generator_stop unicode_literals"),
    "abc": words("ABC ABCMeta abstractmethod abstractproperty abstractclassmethod"),
    "base64": words(
        "b64encode b64decode standard_b64encode standard_b64decode urlsafe_b64encode "
        "urlsafe_b64decode b32encode b32decode b16encode b16decode b85encode b85decode"
    ),
    "binascii": words(
        "hexlify unhexlify crc32 crc_hqx b2a_hex a2b_hex a2b_base64 b2a_base64 Error"
    ),
    "bisect": words("bisect bisect_left bisect_right insort insort_left insort_right"),
    "calendar": words(
        "isleap leapdays monthrange weekday monthcalendar timegm day_name day_abbr month_name "
        "month_abbr MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY month calendar "
        "firstweekday setfirstweekday"
    ),
    "cmath": words(
        "acos acosh asin asinh atan atanh cos cosh e exp inf infj isclose isfinite isinf isnan "
        "log log10 nan nanj phase pi polar rect sin sinh sqrt tan tanh tau"
    ),
    "collections": words("ChainMap Counter OrderedDict UserDict UserList defaultdict deque")
    | words("namedtuple abc"),
    "collections.abc": _ABSTRACT,
    "contextlib": words(
        "AbstractContextManager ContextDecorator ExitStack closing contextmanager nullcontext "
        "redirect_stderr redirect_stdout suppress"
    ),
    "copy": words("copy deepcopy Error replace"),
    "csv": words(
        "DictReader DictWriter Error QUOTE_ALL QUOTE_MINIMAL QUOTE_NONE QUOTE_NONNUMERIC reader "
        "writer"
    ),
    "dataclasses": words(
        "FrozenInstanceError InitVar KW_ONLY MISSING asdict astuple dataclass field fields "
        "is_dataclass replace"
    ),
    "datetime": words("MAXYEAR MINYEAR UTC date datetime time timedelta timezone tzinfo"),
    "decimal": words(
        "BasicContext Clamped Context ConversionSyntax Decimal DecimalException DecimalTuple "
        "DefaultContext DivisionByZero DivisionImpossible DivisionUndefined ExtendedContext "
        "FloatOperation HAVE_THREADS Inexact InvalidContext InvalidOperation MAX_EMAX MAX_PREC "
        "MIN_EMIN MIN_ETINY Overflow ROUND_05UP ROUND_CEILING ROUND_DOWN ROUND_FLOOR "
        "ROUND_HALF_DOWN ROUND_HALF_EVEN ROUND_HALF_UP ROUND_UP Rounded Subnormal Underflow "
        "getcontext localcontext setcontext"
    ),
    "difflib": words(
        "Differ SequenceMatcher context_diff get_close_matches ndiff restore unified_diff"
    ),
    "enum": words("Enum Flag IntEnum IntFlag StrEnum auto unique EnumMeta EnumType"),
    "fractions": words("Fraction gcd"),
    "functools": words(
        "cache cached_property cmp_to_key lru_cache partial reduce singledispatch "
        "singledispatchmethod total_ordering update_wrapper wraps"
    ),
    "graphlib": words("CycleError TopologicalSorter"),
    "hashlib": _HASHES,
    "heapq": words(
        "heapify heappop heappush heappushpop heapreplace merge nlargest nsmallest _heapify_max "
        "_heappop_max _heapreplace_max"
    ),
    "io": words("BytesIO StringIO UnsupportedOperation"),
    "itertools": words(
        "accumulate batched chain combinations combinations_with_replacement compress count cycle "
        "dropwhile filterfalse groupby islice pairwise permutations product repeat starmap "
        "takewhile tee zip_longest"
    ),
    "json": words("JSONDecodeError JSONDecoder JSONEncoder dump dumps load loads"),
    "keyword": words("iskeyword kwlist issoftkeyword softkwlist"),
    "math": words(
        "acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees dist e "
        "erf erfc exp exp2 expm1 fabs factorial floor fma fmod frexp fsum gamma gcd hypot inf "
        "isclose isfinite isinf isnan isqrt lcm ldexp lgamma log log10 log1p log2 modf nan "
        "nextafter perm pi pow prod radians remainder sin sinh sqrt sumprod tan tanh tau trunc ulp"
    ),
    "numbers": words("Complex Integral Number Rational Real"),
    "operator": _OPERATORS,
    "pprint": words("pformat pp pprint"),
    "queue": words("Empty Full LifoQueue PriorityQueue Queue SimpleQueue"),
    "random": words(
        "Random betavariate binomialvariate choice choices expovariate gammavariate gauss "
        "getrandbits getstate lognormvariate normalvariate paretovariate randbytes randint random "
        "randrange sample seed setstate shuffle triangular uniform vonmisesvariate weibullvariate"
    ),
    "re": words(
        "A ASCII DOTALL I IGNORECASE L LOCALE M MULTILINE Match NOFLAG Pattern PatternError "
        "RegexFlag S U UNICODE VERBOSE X compile error escape findall finditer fullmatch match "
        "purge search split sub subn"
    ),
    "statistics": words(
        "NormalDist StatisticsError correlation covariance fmean geometric_mean harmonic_mean "
        "linear_regression mean median median_grouped median_high median_low mode multimode pstdev "
        "pvariance quantiles stdev variance"
    ),
    "string": words(
        "Template ascii_letters ascii_lowercase ascii_uppercase capwords digits hexdigits "
        "octdigits printable punctuation whitespace"
    ),
    "struct": words("Struct calcsize error iter_unpack pack pack_into unpack unpack_from"),
    "sys": words(
        "argv byteorder exit float_info get_int_max_str_digits getrecursionlimit getsizeof "
        "hash_info int_info intern maxsize maxunicode platform set_int_max_str_digits "
        "setrecursionlimit stderr stdin stdout version version_info"
    ),
    "textwrap": words("TextWrapper dedent fill indent shorten wrap"),
    "time": words(
        "asctime ctime gmtime localtime mktime monotonic monotonic_ns perf_counter perf_counter_ns "
        "process_time process_time_ns sleep strftime strptime struct_time time time_ns"
    ),
    "types": words(
        "EllipsisType GeneratorType MappingProxyType MethodType NoneType "
        "NotImplementedType SimpleNamespace UnionType"
    ),
    "typing": words(
        "AbstractSet Annotated Any AnyStr AsyncGenerator AsyncIterable AsyncIterator Awaitable "
        "BinaryIO ByteString Callable ChainMap ClassVar Collection Concatenate Container "
        "ContextManager Coroutine Counter DefaultDict Deque Dict Final FrozenSet Generator Generic "
        "Hashable IO ItemsView Iterable Iterator KeysView List Literal LiteralString Mapping "
        "MappingView Match MutableMapping MutableSequence MutableSet NamedTuple Never NewType "
        "NoReturn NotRequired Optional OrderedDict ParamSpec ParamSpecArgs ParamSpecKwargs Pattern "
        "Protocol ReadOnly Required Reversible Self Sequence Set Sized SupportsAbs SupportsBytes "
        "SupportsComplex SupportsFloat SupportsIndex SupportsInt SupportsRound TYPE_CHECKING Text "
        "TextIO Tuple Type TypeAlias TypeAliasType TypeGuard TypeIs TypeVar TypeVarTuple TypedDict "
        "Union Unpack ValuesView assert_never assert_type cast final get_origin "
        "is_typeddict overload override runtime_checkable"
    ),
    "unicodedata": words(
        "bidirectional category combining decimal digit name normalize numeric lookup"
    ),
    "zlib": words("adler32 compress crc32 decompress error"),
}

# Modules of which some names are defined in `replacements/`, in a file of the same name.
WITH_REPLACEMENTS = (
    "collections", "contextlib", "copy", "dataclasses", "enum", "functools", "hashlib", "operator",
    "queue", "struct", "sys", "types",
)  # fmt: skip
# Modules of which nothing comes from the library: all names are defined in `replacements/`.
FULLY_REPLACED = {"hashlib", "queue", "sys"}

_ONE_THREAD = "call the function itself: a run has one thread, whose stack is as large as any"
HINTS = {
    "threading": _ONE_THREAD,
    "_thread": _ONE_THREAD,
    "concurrent.futures": _ONE_THREAD,
    "multiprocessing": "call the function itself: a run has one process",
    "numpy": "the sandbox loads it on request: packages=['numpy'], or --package numpy",
}
"""What to do instead of using a module that is not allowed."""
