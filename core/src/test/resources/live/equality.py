# Pairs of arrays, mostly equal, in any two dtypes that NumPy compares, and whether it holds them for
# equal.

TIMES = [np.dtype(d) for d in ('<M8[s]', '>M8[25us]', '<M8[D]', '>M8[M]', '<M8[2Y]', '<m8[ms]', '>m8[h]', '<m8[M]')]
TEXTS = [np.dtype(d) for d in ('|S1', '|S3', '|S8', '<U1', '>U3', '<U3', '>U5', '|V3', '|V8')]
RECORDS = [np.dtype([('a', '<i4'), ('b', '>f8')]), np.dtype([('a', '>i8'), ('b', '<f4')], align=True),
           np.dtype([('a', '<u2'), ('b', '>c8', (2, 2))]), np.dtype([('a', '>f4'), ('b', '<c16', (2, 2))])]
REALS = [np.dtype(d) for d in NUMBERS]


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
