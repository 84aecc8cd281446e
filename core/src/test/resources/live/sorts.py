# Sorted lanes of many items in patterns that are hard for one way of sorting or the other; of what NumPy makes
# of them, checksums.
import zlib

state = np.random.default_rng(seed)


def patterns(dtype):
    floats = dtype.kind == 'f'
    numbers = state.standard_normal(count) if floats else state.integers(-2**31, 2**31, count)
    yield 'random', numbers
    yield 'sorted', np.sort(numbers)
    yield 'reversed', np.sort(numbers)[::-1]
    yield 'few', state.integers(0, 9, count)
    yield 'equal', np.full(count, 7)
    yield 'organ pipe', np.minimum(np.arange(count), np.arange(count)[::-1])
    yield 'saw', np.arange(count) % 1021
    yield 'low bits', np.where(np.arange(count) == 5, 2**31 - 1, state.integers(0, 99, count))
    yield 'sorted but for its end', np.concatenate([np.sort(numbers[:-9]), numbers[-9:]])
    if floats:
        yield 'NaN', np.where(state.random(count) < .3, np.nan, numbers)
        yield 'infinite', np.where(state.random(count) < .1, np.inf, numbers ** 9)
        yield 'all NaN', np.full(count, np.nan)


for code in ('<f8', '<f4', '<i8', '<i4'):
    for name, numbers in patterns(np.dtype(code)):
        case = Case()
        # No zeros of both signs, whose order NumPy leaves open.
        a = numbers.astype(code) + np.zeros((), code)
        case.json['pattern'] = name
        case.array('a', a)
        case.json['sorted'] = zlib.crc32(np.sort(a).tobytes())
        case.json['order'] = zlib.crc32(np.argsort(a, kind='stable').astype('<i8').tobytes())
        case.json['unique'] = zlib.crc32(np.unique(a).tobytes() if a.dtype.kind == 'f'
                                         else np.unique(np.sort(a), sorted=True).tobytes())
        case.emit()
