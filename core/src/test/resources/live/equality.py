# Pairs of arrays, mostly equal, in any two dtypes that NumPy compares, and whether it holds them for
# equal.

TIMES = [np.dtype(d) for d in ('<M8[s]', '>M8[25us]', '<M8[D]', '>M8[M]', '<M8[2Y]', '<m8[ms]', '>m8[h]', '<m8[M]')]
TEXTS = [np.dtype(d) for d in ('|S1', '|S3', '|S8', '<U1', '>U3', '<U3', '>U5', '|V3', '|V8')]
RECORDS = [np.dtype([('a', '<i4'), ('b', '>f8')]), np.dtype([('a', '>i8'), ('b', '<f4')], align=True),
           np.dtype([('a', '<u2'), ('b', '>c8', (2, 2))]), np.dtype([('a', '>f4'), ('b', '<c16', (2, 2))])]
REALS = [np.dtype(d) for d in NUMBERS]
PLAIN = (0, 1, 1, 2, 3, 5, -1, 100, 127, 255, 2**15, 2**24 + 1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, -2**63, 2**64 - 1)
ODD = (.5, -0., float('nan'), float('inf'), -float('inf'), 1e300, 2.**-30)


def numbers(dtype, shape):
    """Numbers that many dtypes have in common, and some that they do not."""
    small = rng.random() < .6
    odd = rng.random() < .3
    n = int(np.prod(shape))
    wide = np.empty(n, object)
    for i in range(n):
        value = rng.choice(PLAIN[:5] if small else PLAIN)
        wide[i] = rng.choice(ODD) if odd and rng.random() < .2 else value
    with np.errstate(all='ignore'):
        if dtype.kind in 'fc':
            a = wide.astype('f16').astype(dtype)
            if dtype.kind == 'c' and rng.random() < .5:
                a.imag[:] = rng.choice((1, -0., float('nan')))
        else:
            ints = [0 if isinstance(v, float) else v for v in wide]
            bits = 8 * dtype.itemsize
            a = np.array([v % 2**bits for v in ints], 'u%d' % dtype.itemsize)
            a = a.astype(dtype) if dtype.kind in 'ub' else a.view('i%d' % dtype.itemsize).astype(dtype)
    return a.reshape(shape)


def array_of(dtype, shape):
    if dtype.names:
        a = np.zeros(shape, dtype)
        for name in dtype.names:
            field = a[name]
            field[...] = numbers(field.dtype, field.shape)
        return a
    if dtype.kind in 'Mm':
        # Few enough ticks for NumPy to convert them to any other unit.
        a = np.array([rng.choice((0, 1, 12, 60, 400, -1, -7, -2**63)) for _ in range(int(np.prod(shape)))], 'i8')
        return a.astype(dtype).reshape(shape)
    if dtype.kind in 'SUV':
        n = int(np.prod(shape))
        size = dtype.itemsize // (4 if dtype.kind == 'U' else 1)
        texts = [''.join(rng.choice('ab\0') for _ in range(min(2, size))) for _ in range(n)]
        values = texts if dtype.kind == 'U' else [t.encode() for t in texts]
        return np.array(values, 'S%d' % size if dtype.kind == 'V' else dtype).view(dtype).reshape(shape)
    return numbers(dtype, shape)


def converted(a, dtype):
    with np.errstate(all='ignore'):
        return a.astype(dtype)


def equal(a, b, nan):
    """As numpy.array_equal, which refuses equal_nan for structures."""
    if a.dtype.names:
        return all(equal(a[n], b[n], nan) for n in a.dtype.names)
    # NumPy has points and spans that are all NaT equal; we have not.
    if a.dtype.kind in 'SUV' or {a.dtype.kind, b.dtype.kind} == {'m', 'M'}:
        nan = False
    if nan and a.shape == b.shape:
        one, two = np.isnan(a), np.isnan(b)
        return bool((one == two).all()) and bool((a[~one] == b[~two]).all())
    return bool(np.array_equal(a, b))


made = 0
while made < count:
    kinds = rng.choice((REALS, REALS, REALS, TIMES, TEXTS, RECORDS))
    one = rng.choice(kinds)
    two = one.newbyteorder() if rng.random() < .3 else rng.choice(kinds)
    shape = random_shape(64)
    if one.names and 0 in shape:
        continue
    a = array_of(one, shape)
    try:
        b = converted(a, two)
        if b.size and rng.random() < .3:
            b = b.copy()
            b[tuple(rng.randrange(n) for n in b.shape)] = array_of(two, ())[()]
        answers = [equal(a, b, False), equal(a, b, True)]
    except (TypeError, ValueError, OverflowError):
        continue
    case = Case()
    case.array('first', np.asarray(a))
    case.array('second', np.asarray(b))
    case.json['equal'], case.json['equalNaN'] = answers
    case.emit()
    made += 1
