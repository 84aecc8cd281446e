# What is computed from arrays by the classes of NumPy's topics: cumulative products, averages, counts, items along
# axes, gradients and so on.
import warnings

KINDS = DTYPES[:len(NUMBERS)]
SHORT = [d for d in KINDS if d.itemsize // (2 if d.kind == 'c' else 1) <= 8]
REAL = [d for d in SHORT if d.kind in 'biuf']


def mild(dtype, shape):
    """Numbers of few digits, in any order."""
    n = int(np.prod(shape))
    a = np.array([rng.choice((0, 1, 2, 3, 5, 7, .5, .25, -1, -2, -3.5)) for _ in range(n)])
    if dtype.kind in 'ub':
        a = abs(a)
    if dtype.kind == 'c':
        a = a + 1j * np.array([rng.choice((0, 1, -2, .5)) for _ in range(n)])
    return a.astype(dtype).reshape(shape)


def plain(case, key, a):
    case.array(key, a)
    case.json[key]['steps'] = []
    return a


def some(case, dtypes=KINDS, least=0, key='a', most=120, gentle=.5):
    shape = random_shape(most)
    while len(shape) < least:
        shape = shape + (rng.choice((0, 1, 2, 3, 5)),)
    dtype = rng.choice(dtypes)
    return given(case, key, mild(dtype, shape) if rng.random() < gentle else array_of(dtype, shape))


def near(case, result, scale=1):
    """Not the same bits: within some units of the dtype."""
    result = np.asarray(result)
    case.json['tolerance'] = float(scale * 64 * np.finfo(result.dtype).eps) if result.dtype.kind in 'fc' else 0.
    return result


def native(a):
    """NumPy has kept the byte order now and then."""
    return a.astype(a.dtype.newbyteorder('='))


def cumulative(f):
    def run(case):
        a = some(case)
        out = {}
        if rng.random() < .8 and a.ndim:
            axis = param(case, 'axis', random_axis(a))
            dtype = rng.choice(KINDS)
            if rng.random() < .4 and f in (np.cumsum, np.cumprod):
                integers = a.dtype.kind in 'biu'
                if not np.can_cast(a.dtype, dtype, 'same_kind') or integers and dtype.kind == 'i' and a.dtype.kind == 'u':
                    dtype = a.dtype
                case.json['out'] = repr(dtype_to_descr(dtype))
                out = {'out': np.zeros(a.shape, dtype)}
            return f(a, axis, **out)
        return f(a)
    return run


def average(case):
    a = some(case, SHORT, gentle=1)
    kinds = [rng.choice(SHORT), a.dtype]
    if a.ndim and rng.random() < .8:
        axes = rng.sample(range(a.ndim), rng.randrange(1, a.ndim + 1))
        whole = rng.random() < .5
        shape = a.shape if whole else tuple(a.shape[k] for k in axes)
        if rng.random() < .05:
            shape = shape + (2,)
        w = given_exactly(case, 'b', mild(rng.choice(kinds), shape))
        param(case, 'axes', [k - a.ndim if rng.random() < .3 else k for k in axes])
        result = np.average(a, tuple(case.json['axes']), w, True)
    else:
        result = np.average(a, None, given_exactly(case, 'b', mild(rng.choice(kinds), a.shape)), True)
    which = param(case, 'which', rng.randrange(2))
    # Sums may cancel.
    scale = np.abs(a).astype('f8').max(initial=1) * np.abs(w if 'axes' in case.json else 1).astype('f8').max(initial=1) * max(1, a.size)
    if which == 0:
        with np.errstate(all='ignore'):
            scale = scale / max(1e-3, float(np.abs(np.asarray(result[1])).astype('f8').min(initial=1)))
    return near(case, result[which], scale)


def given_exactly(case, key, a):
    """The same shape, sometimes in F order."""
    turned = a.ndim > 1 and rng.random() < .3
    case.array(key, a.T if turned else a)
    case.json[key]['steps'] = ['T'] if turned else []
    return a


def bincount(case):
    n = rng.choice((0, 1, 5, 60, 20000 if rng.random() < .05 else 30))
    dtype = rng.choice([d for d in SHORT if d.kind in 'biu'] + [np.dtype('f8'), np.dtype('<i8')])
    a = np.array([rng.randrange(0, 9) for _ in range(n)], 'i8')
    if n and rng.random() < .05 and dtype.kind == 'i':
        a[0] = -1
    a = given(case, 'a', a.astype(dtype))
    least = param(case, 'n', rng.choice((0, 0, 3, 20, -1 if rng.random() < .1 else 1)))
    if rng.random() < .5 and a.size:
        m = a.size + (rng.random() < .03)
        w = plain(case, 'b', array_of(rng.choice([d for d in SHORT if np.can_cast(d, 'f8')] + [np.dtype('c16')]), (m,)))
        return np.bincount(a, w, least)
    return np.bincount(a, minlength=least)


def digitize(case):
    a = some(case, REAL)
    bins = np.sort(mild(rng.choice(REAL), (rng.choice((0, 1, 2, 5, 9)),)))
    if rng.random() < .3:
        bins = bins[::-1]
    if bins.size and rng.random() < .05:
        bins[rng.randrange(bins.size)] = 1
    return np.digitize(a, plain(case, 'b', bins), param(case, 'right', rng.random() < .5))


def positions(case, a, axis):
    n = a.shape[axis] if -a.ndim <= axis < a.ndim else 1
    shape = [1 if rng.random() < .2 else s for s in a.shape]
    if a.ndim and -a.ndim <= axis < a.ndim:
        shape[axis] = rng.choice((0, 1, 2, 3)) if n else 0
    if rng.random() < .03:
        shape = shape + [1]
    m = int(np.prod(shape))
    low, high = -n - (rng.random() < .02), n + (rng.random() < .02)
    ints = np.array([rng.randrange(low, high) if high > low else 0 for _ in range(m)], 'i8').reshape(shape)
    kinds = ['<i8', '<i8', '>i4', '|i1', '<f8' if rng.random() < .05 else '<i2']
    return given_exactly(case, 'indices', ints.astype(rng.choice(kinds)))


def take_along(case):
    a = source(case, 'a')
    axis = param(case, 'axis', random_axis(a))
    return np.take_along_axis(a, positions(case, a, axis), axis)


def put_along(case):
    a = some(case, KINDS).copy()
    case.array('a', a)
    case.json['a']['steps'] = []
    axis = param(case, 'axis', random_axis(a))
    indices = positions(case, a, axis)
    plain(case, 'b', np.zeros(()))
    shape = np.broadcast_shapes(indices.shape, tuple(1 if k == axis % max(1, a.ndim) else s for k, s in enumerate(a.shape)))
    shape = tuple(1 if rng.random() < .2 else s for s in shape)
    np.put_along_axis(a, indices, plain(case, 'b', mild(rng.choice(KINDS), shape)), axis)
    return a


def unique(case):
    dtype = rng.choice([d for d in DTYPES if d.names is None])
    shape = random_shape(120)
    a = given(case, 'a', (mild if dtype in KINDS else array_of)(dtype, shape))
    if dtype in KINDS and a.size and rng.random() < .5:
        a = given(case, 'a', np.array([rng.choice((0, 1)) for _ in range(a.size)]).reshape(a.shape).astype(dtype))
    axis = param(case, 'axis', random_axis(a))
    which = param(case, 'which', rng.randrange(4))
    result = np.unique(a, return_index=True, return_inverse=True, return_counts=True, axis=axis)[which]
    return result if which == 0 else result.astype('<i8')


def lexsort(case):
    shape = random_shape(200) or (3,)
    axis = param(case, 'axis', rng.randrange(-len(shape), len(shape)))
    keys = [given_exactly(case, 'a%d' % k, mild(rng.choice(KINDS), shape)) for k in range(param(case, 'count', rng.choice((1, 2, 3))))]
    # NumPy sorts big-endian complex keys by their swapped bytes.
    return np.lexsort([native(k) for k in keys], axis).astype('<i8')


def interp(case):
    a = some(case, REAL)
    n = rng.choice((1, 1, 2, 5, 9, 0 if rng.random() < .1 else 3))
    x = np.sort(mild(rng.choice(REAL), (n,)))
    if rng.random() < .3:
        x = x.astype('f8') + np.arange(n)
    y = array_of(rng.choice(SHORT), (n + (rng.random() < .03),))
    how = {}
    r = rng.random()
    if r < .3:
        how = {'left': param(case, 'left', rng.choice((0., 7.5))), 'right': param(case, 'right', -3.)}
    elif r < .5 and x.dtype.kind != 'b':
        how = {'period': param(case, 'period', rng.choice((2., 5., -3., 0.)))}
        # With equal places the order of sorting would count.
        x = np.unique(x.astype('f8') % abs(how['period'] or 1))
        y = y[:x.size]
    return np.interp(a, plain(case, 'x', x), plain(case, 'y', y), **how)


def gradient(case):
    a = some(case, SHORT, 1)
    axis = param(case, 'axis', random_axis(a))
    order = param(case, 'n', rng.choice((1, 1, 2)))
    if a.dtype.kind == 'b':
        # By NumPy only if there is no difference of two.
        plain(case, 'x', np.zeros(3))
        raise TypeError('booleans')
    if rng.random() < .5:
        return native(np.gradient(a, param(case, 'spacing', rng.choice((1., .5, 2., 3.))), axis=axis, edge_order=order))
    n = a.shape[axis] if -a.ndim <= axis < a.ndim else 3
    x = np.cumsum([rng.choice((1, 1, 2, .5)) for _ in range(n + (rng.random() < .03))])
    if rng.random() < .3:
        x = np.arange(n)
    return native(np.gradient(a, plain(case, 'x', x), axis=axis, edge_order=order))


def trapezoid(case):
    a = some(case, [d for d in SHORT if d.kind != 'b'], 1, gentle=1)
    axis = param(case, 'axis', random_axis(a))
    scale = max(1, a.size) * np.abs(a).astype('f8').max(initial=1) * 4
    r = rng.random()
    if r < .5:
        return near(case, np.trapezoid(a, dx=param(case, 'spacing', rng.choice((1., .5, 2.))), axis=axis), scale)
    n = a.shape[axis] if -a.ndim <= axis < a.ndim else 3
    x = np.cumsum([rng.choice((1, 1, 2, .5)) for _ in range(n + (n > 2 and rng.random() < .03))])
    if r < .7 and -a.ndim <= axis < a.ndim:
        shape = [1] * a.ndim
        shape[axis] = len(x)
        x = np.broadcast_to(x.reshape(shape), [len(x) if k == axis % a.ndim else s for k, s in enumerate(a.shape)]).copy()
    return near(case, np.trapezoid(a, plain(case, 'x', x), axis=axis), scale)


def unwrap(case):
    a = some(case, [d for d in SHORT if d.kind in 'iuf'], 1)
    axis = param(case, 'axis', random_axis(a))
    return np.unwrap(a, axis=axis, period=param(case, 'period', rng.choice((2 * np.pi, 4., 1., 3.))))


def cross(case):
    shape = random_shape(60)
    vectors = lambda key: given_exactly(case, key, array_of(rng.choice(SHORT), shape_of() + (3 if rng.random() < .95 else 4,)))
    shape_of = lambda: tuple(1 if rng.random() < .2 else s for s in shape)[rng.choice((0, 0, 1)):]
    return np.cross(vectors('a'), vectors('b'))


def kron(case):
    return np.kron(some(case, SHORT, most=20), some(case, SHORT, key='b', most=20))


def rounded(case):
    r = np.round(some(case, SHORT), param(case, 'n', rng.choice((-2, -1, 0, 1, 2, 5))))
    return native(r)


OPS = {
    'cumProd': cumulative(np.cumprod),
    'cumSum': cumulative(np.cumsum),
    'nanSum': cumulative(np.nancumsum),
    'nanProd': cumulative(np.nancumprod),
    'average': average,
    'bincount': bincount,
    'digitize': digitize,
    'takeAlong': take_along,
    'putAlong': put_along,
    'uniqueAlong': unique,
    'lexSort': lexsort,
    'interp': interp,
    'gradient': gradient,
    'trapezoid': trapezoid,
    'unwrap': unwrap,
    'cross': cross,
    'kron': kron,
    'round': rounded,
}

names = sorted(OPS)
for number in range(count):
    case = Case()
    name = case.json['op'] = names[number % len(names)]
    try:
        with np.errstate(all='ignore'), warnings.catch_warnings(action='ignore'):
            case.array('result', np.asarray(OPS[name](case)))
    except (ValueError, IndexError, TypeError, OverflowError, ZeroDivisionError) as e:
        case.json['error'] = type(e).__name__ + ': ' + str(e)
    case.emit()
