# Random chains of view operations on random arrays, and what NumPy makes of them.


def some_bound(size):
    return rng.choice((None, 0, 1, -1, size, -size, rng.randrange(-size - 2, size + 3)))


def some_slice(size):
    step = rng.choice((None, 1, 1, 2, 3, -1, -2, -3, size + 1))
    return slice(some_bound(size), some_bound(size), step)


def text_of(part):
    if isinstance(part, slice):
        bounds = ['' if b is None else str(b) for b in (part.start, part.stop, part.step)]
        return ':'.join(bounds if part.step is not None else bounds[:2])
    return '...' if part is Ellipsis else str(part)


def basic_index(a):
    parts = []
    for size in a.shape[:rng.randrange(a.ndim + 1)]:
        if size > 0 and rng.random() < .3:
            parts.append(rng.randrange(-size, size))
        else:
            parts.append(some_slice(size))
    if rng.random() < .05:
        parts.insert(rng.randrange(len(parts) + 1), rng.randrange(-9, 9))
    parts.insert(rng.choice((len(parts), rng.randrange(len(parts) + 1))), Ellipsis)
    while rng.random() < .3 and a.ndim < 9:
        parts.insert(rng.randrange(len(parts) + 1), None)
    # What follows an ellipsis counts from the last axis on.
    return ['index', ', '.join(text_of(p) for p in parts)], lambda: a[tuple(parts)]


def axis_of(a):
    return rng.randrange(-a.ndim, a.ndim) if a.ndim else rng.choice((0, -1))


def any_axis(a):
    """Now and then one that is not there."""
    return rng.choice((a.ndim, -a.ndim - 1)) if rng.random() < .02 else axis_of(a)


def before(a, axis):
    """What stands before an axis in an index."""
    return (slice(None),) * (axis + a.ndim if axis < 0 else axis)


def one_slice(a):
    axis = axis_of(a)
    size = a.shape[axis] if a.ndim else 0
    start, stop = (rng.randrange(-size - 2, size + 3) for _ in range(2))
    step = rng.choice((1, 1, 2, 3, -1, -2))
    return ['slice', axis, start, stop, step], lambda: a[before(a, axis) + (slice(start, stop, step), ...)]


def one_position(a):
    axis = axis_of(a)
    size = a.shape[axis] if a.ndim else 0
    position = rng.randrange(-size, size) if size and rng.random() < .95 else size
    return ['at', axis, position], lambda: a[before(a, axis) + (position, ...)]


def transpose(a):
    if rng.random() < .3:
        return ['transpose'], lambda: a.T
    axes = list(range(a.ndim))
    rng.shuffle(axes)
    axes = [k - a.ndim if rng.random() < .4 else k for k in axes]
    return ['transpose'] + axes, lambda: a.transpose(axes)


def swap_axes(a):
    one, two = any_axis(a), any_axis(a)
    return ['swapAxes', one, two], lambda: a.swapaxes(one, two)


def move_axis(a):
    one, two = any_axis(a), any_axis(a)
    return ['moveAxis', one, two], lambda: np.moveaxis(a, one, two)


def flip(a):
    axis = any_axis(a)
    return ['flip', axis], lambda: np.flip(a, axis)


def new_axis(a):
    axis = rng.randrange(-a.ndim - 1, a.ndim + 1)
    if rng.random() < .05:
        axis = rng.choice((a.ndim + 1, -a.ndim - 2))
    return ['expandDims', axis], lambda: np.expand_dims(a, axis)


def squeeze(a):
    if rng.random() < .5:
        return ['squeeze'], lambda: np.squeeze(a)
    axis = axis_of(a)
    # NumPy takes an axis away that an array of rank 0 does not have.
    return ['squeeze', axis], lambda: np.squeeze(a, np.arange(a.ndim)[axis])


def factors(n):
    """A random shape of n items."""
    sizes = []
    while n > 1 and len(sizes) < 6:
        divisors = [d for d in range(2, n + 1) if n % d == 0]
        sizes.append(rng.choice(divisors[:4] + [n]))
        n //= sizes[-1]
    if n > 1:
        sizes.append(n)
    while rng.random() < .3:
        sizes.insert(rng.randrange(len(sizes) + 1), 1)
    return sizes


def neighbours_joined(a):
    """Shapes that are near the old one can more often be had without a copy."""
    sizes = list(a.shape)
    for _ in range(rng.randrange(1, 3)):
        k = rng.randrange(len(sizes)) if sizes else 0
        if rng.random() < .5 and k + 1 < len(sizes):
            sizes[k:k + 2] = [sizes[k] * sizes[k + 1]]
        elif sizes and sizes[k] > 1:
            divisor = rng.choice([d for d in range(1, sizes[k] + 1) if sizes[k] % d == 0])
            sizes[k:k + 1] = [divisor, sizes[k] // divisor]
    return sizes


def reshape(a):
    if a.size == 0:
        sizes = rng.choice(([0], [0, 3], [3, 0, 2], list(a.shape)[::-1], [-1], [-1, 0]))
    else:
        sizes = rng.choice((neighbours_joined, neighbours_joined, lambda b: factors(b.size)))(a)
    if sizes and rng.random() < .3:
        sizes[rng.randrange(len(sizes))] = -1
    if rng.random() < .03:
        sizes = sizes + [2]
    order = rng.choice('CCF')
    return ['reshape', order] + sizes, lambda: np.reshape(a, sizes, order=order, copy=False)


def flatten(a):
    order = rng.choice('CF')
    return ['flatten', order], lambda: np.reshape(a, -1 if a.size else a.size, order=order, copy=False)


def broadcast(a):
    sizes = [rng.randrange(1, 5) if size == 1 and rng.random() < .8 else size for size in a.shape]
    sizes = [rng.randrange(0, 4) for _ in range(rng.choice((0, 0, 1, 2)))] + sizes
    if sizes and rng.random() < .05:
        sizes[rng.randrange(len(sizes))] += 1
    return ['broadcast'] + sizes, lambda: np.broadcast_to(a, sizes)


def diagonal(a):
    offset, one, two = rng.randrange(-4, 5), any_axis(a), any_axis(a)
    return ['diagonal', offset, one, two], lambda: a.diagonal(offset, one, two)


def windows(a):
    if rng.random() < .3:
        window = [rng.randrange(0, size + 1) if rng.random() < .98 else size + 1 for size in a.shape]
        return ['windows', window], lambda: np.lib.stride_tricks.sliding_window_view(a, window)
    axes = [axis_of(a) for _ in range(rng.choice((1, 1, 2)))]
    window = [rng.randrange(1, max(2, a.shape[x] if a.ndim else 1)) for x in axes]
    return ['windows', window] + axes, lambda: np.lib.stride_tricks.sliding_window_view(a, window, axes)


def view_as(a):
    if rng.random() < .1:
        dtype = np.dtype((rng.choice(('<f4', '>i2', '|u1')), rng.choice(((2,), (1, 2), (4,)))))
    elif rng.random() < .5:
        dtype = rng.choice([d for d in DTYPES if d.itemsize == a.dtype.itemsize] or DTYPES)
    else:
        dtype = rng.choice(DTYPES)
    text = "('%s', %r)" % (dtype.base.str, dtype.shape) if dtype.subdtype else repr(dtype_to_descr(dtype))
    return ['viewAs', text], lambda: a.view(dtype)


def field(a):
    names = a.dtype.names
    if not names:
        return (['real'], lambda: real(a)) if rng.random() < .5 else (['imag'], lambda: imag(a))
    name = rng.choice(names)
    return ['field', name], lambda: a[name]


# NumPy makes zeros of the imaginary parts of real numbers, and real parts of anything.
def imag(a):
    if a.dtype.kind != 'c':
        raise ValueError('no imaginary part')
    return a.imag


def real(a):
    if a.dtype.kind not in 'biufc':
        raise ValueError('no real part')
    return a.real


def split(a):
    axis = axis_of(a)
    size = a.shape[axis] if a.ndim else 0
    if rng.random() < .5:
        parts = rng.choice([d for d in range(1, size + 1) if size % d == 0] + [2])
        which = rng.randrange(parts)
        return ['split', axis, which, parts], lambda: np.split(a, parts, axis)[which]
    at = [rng.randrange(-size - 1, size + 2) for _ in range(rng.randrange(4))]
    which = rng.randrange(len(at) + 1)
    return ['cut', axis, which] + at, lambda: np.split(a, at, axis)[which]


STEPS = [basic_index] * 3 + [reshape] * 4 + [view_as] * 2 + [
    one_slice, one_position, transpose, swap_axes, move_axis, flip, new_axis, squeeze, flatten, broadcast,
    diagonal, windows, field, split]

for number in range(count):
    case = Case()
    dtype = rng.choice(DTYPES)
    a = random_array(dtype, random_shape())
    fortran = a.flags.f_contiguous and not a.flags.c_contiguous
    case.array('source', a.T if fortran else a)
    case.json['fortran'] = fortran
    case.json['steps'] = steps = []
    for _ in range(rng.randrange(1, 7)):
        step, apply = rng.choice(STEPS)(a)
        try:
            b = apply()
        except (ValueError, TypeError, IndexError) as e:
            # Often enough for the errors to be seen, seldom enough not to end most chains.
            if rng.random() < .4:
                steps.append(step)
                case.json['error'] = str(e)[:80]
                break
            continue
        if b.size > 2000 or b.ndim > 12:
            continue
        steps.append(step)
        a = b
    if 'error' not in case.json:
        case.array('result', a)
    case.emit()
