# Pairs of views of any two dtypes, shapes that broadcast together, and what NumPy's six comparisons
# make of them, or that it refuses.

import operator

OPERATIONS = ['less', 'less_equal', 'equal', 'not_equal', 'greater_equal', 'greater']
REALS = [np.dtype(d) for d in NUMBERS]
POINTS = [np.dtype(d) for d in ('<M8[s]', '>M8[25us]', '<M8[D]', '>M8[M]', '<M8[2Y]', '>M8[s]', '<M8[W]')]
SPANS = [np.dtype(d) for d in ('<m8[ms]', '>m8[h]', '<m8[7D]', '>m8[ms]')]
MONTHS = [np.dtype(d) for d in ('<m8[M]', '>m8[Y]', '<m8[3M]')]
BYTES = [np.dtype(d) for d in ('|S1', '|S3', '|S8')]
TEXTS = [np.dtype(d) for d in ('<U1', '>U3', '<U3', '>U5')]
INTEGERS = [np.dtype(d) for d in NUMBERS if np.dtype(d).kind in 'iub']
VOIDS = [np.dtype(d) for d in ('|V4', '|V4', '|V1')]
STRANGERS = [np.dtype(d) for d in ('<f8', '<c8', '<M8[s]', '|S3', '<U2', '|V4', [('a', '<i4')])]
STRUCTURES = [np.dtype(d) for d in (
    [('a', '<i4')],
    [('a', '>f8')],
    [('a', '|S3')],
    [('a', '<i4'), ('', '|V3'), ('b', '>f8')],
    [('a', '>u8'), ('b', '<c8')],
    [('b', '<i4'), ('a', '<f8')],
    [('t', '<M8[s]'), ('v', '|V2'), ('u', '<U3')],
    [('t', '>m8[ms]'), ('v', '|V2'), ('u', '>U2')],
    [('t', '>M8[D]'), ('v', '|V3'), ('u', '>U2')],
    [('t', '<M8[D]'), ('v', '|V2'), ('u', '|S2')],
    [('m', '<m8[s]'), ('g', '<f16')],
    [('m', '|b1'), ('g', '>i8')],
    [('s', '<i2', (2,)), ('x', '|i1')],
    [('s', '>f4', (2,)), ('x', '|u1')],
    [('s', '>f4', (1, 2)), ('x', '|u1')],
    [('s', '<i2', (2, 3))],
    [('n', [('p', '>i2'), ('q', '|S3')]), ('m', '<f8')],
    [('n', [('p', '<i8'), ('q', '|S5')]), ('m', '>f4')],
    [('n', [('p', '<i4'), ('r', '|S3')]), ('m', '<f8')],
    [('n', [('p', '>i2'), ('q', '<u2', (2,))], (3,))],
    [('n', [('p', '<f2'), ('q', '>u4', (2,))], (3,))],
)]
STRUCTURE_PAIRS = [(a, b) for a in STRUCTURES for b in STRUCTURES]
SIMILAR = [(a, b) for a, b in STRUCTURE_PAIRS if a.names == b.names]
PAIRS = [(a, b) for a in REALS for b in REALS]


def texts(dtype, shape):
    n = int(np.prod(shape))
    if dtype.kind == 'S':
        raw = bytes(rng.choice(b'aab\0\0\x7f\x80\xff') for _ in range(n * dtype.itemsize))
        return np.frombuffer(raw, dtype, n).reshape(shape)
    units = [rng.choice((97, 97, 98, 0, 0, 0xe9, 0xd7ff, 0xffff, 0x1f600, 0x10ffff)) for _ in range(n * dtype.itemsize // 4)]
    return np.array(units, 'u4').astype(dtype.byteorder + 'u4').view(dtype).reshape(shape)


def structures(dtype, shape):
    """Fields of which most are zero, so that now and then all are equal."""
    a = np.zeros(shape, dtype)
    for name in dtype.names:
        field = a[name]
        if rng.random() < .6:
            field[...] = values(field.dtype, field.shape)
            zeros = [rng.random() < .7 for _ in range(field.size)]
            field[np.array(zeros, bool).reshape(field.shape)] = np.zeros((), field.dtype)
    return a


def values(dtype, shape):
    if dtype.names:
        return structures(dtype, shape)
    if dtype.kind in 'SU':
        return texts(dtype, shape)
    if dtype.kind == 'V':
        n = int(np.prod(shape))
        raw = b''.join(bytes([0, 255, rng.choice((0, 128)), 7][-dtype.itemsize:]) for _ in range(n))
        return np.frombuffer(raw, dtype, n).reshape(shape)
    a = array_of(dtype, shape)
    if a.size and dtype.kind in 'iu' and rng.random() < .3:
        a += dtype.type(rng.choice((1, 2)))
    if a.size and dtype.kind == 'f' and rng.random() < .3:
        with np.errstate(all='ignore'):
            a = np.nextafter(a, a.dtype.type(0)).astype(dtype)
    return a


def operand(case, key, dtype, shape):
    """A view of the shape, in a base of its own, that Java makes in the same way."""
    steps = [rng.choice((1, 1, 2, -1, -2)) for _ in shape]
    base = values(dtype, tuple(n * abs(s) for n, s in zip(shape, steps)))
    axes = list(range(len(shape)))
    if rng.random() < .5:
        rng.shuffle(axes)
    # The base's axes stand in another order; the view brings them back.
    base = np.ascontiguousarray(base.transpose(axes)).reshape([base.shape[k] for k in axes])
    case.array(key, base)
    index = ['::%d' % steps[k] for k in axes]
    back = [axes.index(k) for k in range(len(axes))]
    case.json[key + 'View'] = {'index': ', '.join(index), 'axes': back}
    return base[tuple(slice(None, None, steps[k]) for k in axes)].transpose(back)


def broadcast(shape):
    """A shape that is repeated to another."""
    small = [1 if rng.random() < .25 else n for n in shape]
    return tuple(small[rng.randrange(len(small) + 1):] if rng.random() < .3 else small)


for number in range(count):
    if number < len(PAIRS):
        one, two = PAIRS[number]
    elif number < len(PAIRS) + len(STRUCTURE_PAIRS):
        one, two = STRUCTURE_PAIRS[number - len(PAIRS)]
    elif rng.random() < .3:
        one, two = rng.choice(SIMILAR)
    elif rng.random() < .1:
        one, two = rng.sample(STRANGERS, 2)
    elif rng.random() < .1:
        one, two = rng.sample((rng.choice(SPANS + MONTHS), rng.choice(INTEGERS)), 2)
    elif rng.random() < .05:
        one, two = rng.choice(VOIDS), rng.choice(VOIDS)
    else:
        kinds = rng.choice((REALS, REALS, POINTS, POINTS, SPANS, MONTHS, BYTES, TEXTS))
        one, two = rng.choice(kinds), rng.choice(kinds)
    shape = random_shape(128)
    case = Case()
    a = operand(case, 'first', one, broadcast(shape))
    b = operand(case, 'second', two, broadcast(shape))
    case.json['how'] = rng.choice(OPERATIONS if rng.random() < .3 or not one.names else ('equal', 'not_equal'))
    try:
        compared = getattr(np, case.json['how'])
        if one.kind == 'V' and two.kind == 'V':
            # The ufuncs have no loop for voids, the operators do it by themselves.
            compared = {'equal': operator.eq, 'not_equal': operator.ne}.get(case.json['how'], compared)
        told = compared(a, b)
    except TypeError:
        case.json['refused'] = True
    else:
        case.array('told', np.asarray(told))
    case.emit()
