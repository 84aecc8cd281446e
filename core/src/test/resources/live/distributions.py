# Histograms, quantiles and cumulative sums of random views, as NumPy computes them.
np.seterr(all='ignore')
nprng = np.random.default_rng(seed)
REAL = ['|b1', '|i1', '|u1'] + [o + c for o in '<>' for c in ('i2', 'i4', 'i8', 'u2', 'u4', 'u8', 'f2', 'f4', 'f8')]
FLOATS = [d for d in REAL if 'f' in d]
COMPLEX = ['<c8', '>c8', '<c16', '>c16']
LONG = ['<f16', '>f16', '<c32', '>c32']
SPANS = ['<m8[s]', '>m8[25us]', '<m8']
METHODS = ['linear', 'lower', 'higher', 'nearest', 'midpoint']


def numbers(dtype, n, op):
    """Columns of like and of very unlike numbers, with odd ones among them."""
    d = np.dtype(dtype)
    if d.kind == 'b':
        return (nprng.random(n) < rng.choice((0, .1, .5, .9, 1))).astype(d)
    if d.kind in 'iu':
        # The largest differences of signed integers wrap in NumPy's quantiles.
        bits = rng.randrange(1, 8 * d.itemsize + (0 if op.startswith('quantile') and d.kind == 'i' else 1))
        v = nprng.integers(0, 2 ** 64, n, dtype='u8') >> np.uint64(64 - bits)
        v = v.astype(d)
        return v - d.type(2 ** (bits - 1)) if d.kind == 'i' and rng.random() < .5 and bits < 8 * d.itemsize else v
    if d.kind == 'm':
        v = nprng.integers(-2 ** 63, 2 ** 63 - 1, n, dtype='i8') >> rng.choice((0, 1, 20, 55))
        if rng.random() < .4:
            v[nprng.random(n) < rng.choice((.002, .3))] = -2 ** 63
        return v.astype(d)
    if d.kind == 'c':
        part = d.str[0] + 'f%d' % (d.itemsize // 2)
        v = np.empty(n, d)
        v.real = numbers(part, n, op)
        v.imag = numbers(part, n, op)
        return v
    style = rng.randrange(6)
    if style == 0:
        v = nprng.integers(-8, 9, n).astype('f8')
    elif style == 1:
        v = nprng.normal(size=n)
    elif style == 2:
        v = nprng.normal(size=n) * 10.0 ** rng.randrange(-5, 5)
    elif style == 3:
        v = nprng.integers(-20, 21, n) / rng.choice((3, 7, 10))
    elif style == 4:
        v = np.full(n, nprng.normal())
    else:
        v = nprng.integers(-2 ** 63, 2 ** 63 - 1, n, dtype='i8').view('f8')
    v = v.astype(d) if d.itemsize < 16 else extended(v).astype(d)
    if rng.random() < .4:
        odd = rng.choice(([0.0, -0.0], [np.nan], [np.inf], [np.nan, np.inf, -np.inf], [np.nan, -np.nan, 0.0]))
        where = nprng.random(n) < rng.choice((.02, .3, 1))
        v[where] = nprng.choice(np.array(odd), n).astype(d)[where]
    if op != 'cumsum':
        # Which of two zeros comes first, or is the largest, NumPy leaves open.
        v[v == 0] = rng.choice((0.0, -0.0))
    return v


def extended(v):
    """Doubles, their thirds in 64 bits, or any 64 bits near some exponent, the least and the largest among them."""
    how = rng.randrange(4)
    if how < 2:
        return v.astype('<f16') / (1, 3)[how]
    words = np.zeros((len(v), 2), '<u8')
    words[:, 0] = nprng.integers(0, 2 ** 64, len(v), dtype='u8') & np.uint64(rng.choice((2 ** 64 - 1, 15 << 60, 2 ** 40 - 1)))
    first = rng.choice((0, 1, 16300, 32600, 32764))
    exponent = first + nprng.integers(0, min(32767 - first, rng.choice((2, 5, 140))), len(v))
    words[:, 0] |= np.where(exponent > 0, np.uint64(2 ** 63), np.uint64(0))
    words[exponent == 0, 0] &= np.uint64(2 ** 63 - 1)
    words[:, 1] = exponent | nprng.integers(0, 2, len(v)) << 15
    return words.view('<f16').ravel()


def part(n):
    if rng.random() < .6:
        return ':'
    a, b = sorted((rng.randrange(n + 1), rng.randrange(n + 1)))
    step = rng.choice((1, 1, 2, 3, -1, -2))
    return '%d:%d:%d' % (a, b, step) if step > 0 else '%d:%s:%d' % (max(b - 1, 0), a - 1 if a else '', step)


def bits(values):
    """Doubles as 64-bit integers, NaN as the one that Java has."""
    v = np.array(values, 'f8').ravel()
    return [0x7ff8 << 48 if x != x else int(x.view('i8')) for x in v]


def same_nan(a):
    """All NaN alike, little-endian, C order."""
    a = np.array(a, a.dtype.newbyteorder('<'), order='C')
    for p in ([a.real, a.imag] if a.dtype.kind == 'c' else [a] if a.dtype.kind == 'f' else []):
        p[np.isnan(p)] = np.nan
    if a.dtype.str in LONG and a.size:
        # The padding holds whatever was there.
        a.reshape(-1).view('u1').reshape(-1, 16)[:, 10:] = 0
    return a


def histogram(c, a):
    how = rng.choice(('auto', 'auto', 'nan', 'range', 'edges'))
    n = rng.choice((1, 2, 3, 5, 10, 10, rng.randrange(1, 60), 500, 4096))
    c.json.update(how=how, bins=n)
    kwargs = {}
    if a.dtype.kind == 'b':
        a = a.astype('u1')
    if how == 'nan':
        a = a.ravel()[~np.isnan(a.ravel())]
    elif how != 'auto':
        finite = a[np.isfinite(a)].astype('f8').ravel() if a.size else np.zeros(0)
        some = finite if finite.size and np.abs(finite).max() < 6e4 else np.array([-1.5, 0, 3])
        if how == 'range':
            lo, hi = sorted((float(rng.choice(some)), float(rng.choice(some) + rng.choice((0, 0, .7)))))
            c.json['range'] = bits([lo, hi])
            kwargs['range'] = lo, hi
        else:
            n = np.sort(np.array([rng.choice(some) + rng.choice((0, 0, .3)) for _ in range(rng.randrange(2, 9))], 'f8'))
            if rng.random() < .2:
                n[0], n[-1] = -np.inf, np.inf
            if rng.random() < .05:
                n = n[::-1]
            c.json['given'] = bits(n)
    try:
        counts, edges = np.histogram(a, n, **kwargs)
        density = np.histogram(a, n, density=True, **kwargs)[0]
    except IndexError:
        # NumPy finds no bin where the distance from the first edge exceeds the items' dtype.
        lo, hi = kwargs.get('range', (np.nan, np.nan))
        edges = np.linspace(lo, hi, n + 1).astype(a.dtype)
        if not np.isfinite(edges).all():
            c.json['error'] = 1
            return
        wide = a.astype('f8'), edges.astype('f8')
        counts = np.histogram(*wide)[0]
        density = counts / np.diff(edges).astype('f8') / counts.sum()
    except ValueError:
        c.json['error'] = 1
        return
    if np.isnan(edges).any():
        c.json['error'] = 1
        return
    c.json.update(counts=counts.tolist(), edges=bits(edges), density=bits(density),
                  edge_dtype=edges.dtype.str if how != 'edges' else '<f8', size=a.size, nan=int(np.isnan(a).sum()))


def quantile(c, a):
    method = rng.choice(METHODS) if rng.random() < .5 else 'linear'
    single = rng.random() < .5
    ignore = rng.random() < .5
    q = [rng.choice((0.0, 1.0, .5, .25, .1, rng.random(), rng.random())) for _ in range(1 if single else rng.choice((0, 1, 2, 5, 40)))]
    c.json.update(method=method.upper(), single=single, ignore=ignore, q=bits(q))
    if a.dtype.kind in 'bi':
        a = a.astype('u1' if a.dtype.kind == 'b' else 'i8')
    f = np.nanquantile if ignore else np.quantile
    if a.size == 0:
        if ignore:
            c.json['result'] = bits([np.nan] * len(q))
        else:
            c.json['error'] = 1
        return
    r = np.atleast_1d(f(a, q[0] if single else q, method=method)).astype('f8')
    if single and q == [1.0] and a.dtype.str[1:] == 'f2' and a.size > 65519 and np.isfinite(a).all():
        # NumPy multiplies by the count, which f2 does not hold.
        r = np.atleast_1d(a.max()).astype('f8')
    c.json['result'] = bits(r)


def median(c, a):
    c.json['ignore'] = ignore = rng.random() < .5
    c.json['result'] = bits([(np.nanmedian if ignore else np.median)(a)])


def along(c, a, op):
    # NumPy cannot merge several axes of no items.
    axes = rng.sample(range(-a.ndim, 0), rng.randrange(1, a.ndim + 1) if a.size else 1)
    axes = [x + a.ndim if rng.random() < .5 else x for x in axes]
    ignore = rng.random() < .5
    single = rng.random() < .5
    method = rng.choice(METHODS) if rng.random() < .5 else 'linear'
    q = [rng.choice((0.0, 1.0, .5, .25, .1, rng.random())) for _ in range(1 if single else rng.choice((0, 1, 2, 5)))]
    lane = int(np.prod([a.shape[x] for x in axes]))
    if lane > 65519 and a.dtype.str[1:] == 'f2':
        # NumPy multiplies by the count, which f2 does not hold.
        q = [.5 if x == 1 else x for x in q]
    c.json.update(axes=axes, ignore=ignore, single=single, method=method.upper(), q=bits(q))
    axis = tuple(axes) if len(axes) > 1 or rng.random() < .5 else axes[0]
    if op == 'median_along':
        r = (np.nanmedian if ignore else np.median)(a, axis=axis)
    else:
        if a.dtype.kind in 'bi':
            a = a.astype('u1' if a.dtype.kind == 'b' else 'i8')
        if lane == 0 and not ignore:
            c.json['error'] = 1
            return
        r = (np.nanquantile if ignore else np.quantile)(a, q[0] if single else q, axis=axis, method=method)
        if ignore and a.size == 0 and not single:
            # NumPy leaves the axis of the quantiles out here.
            r = np.full((len(q),) + r.shape, np.nan)
    r = np.asarray(r)
    narrow = (single or op == 'median_along') and a.dtype.str[1:] in ('f2', 'f4')
    c.json.update(shape=list(r.shape), result=bits(r), result_dtype='<' + a.dtype.str[1:] if narrow else '<f8')


def cumsum(c, a, base):
    axis = rng.choice((None, None) + tuple(range(-a.ndim, a.ndim)))
    c.json['axis'] = axis
    way = rng.choice(('fresh', 'fresh', 'out', 'out', 'out', 'self', 'shift'))
    if way == 'self' and axis is None and a.ndim != 1 or way == 'shift' and (a.ndim != 1 or len(a) < 3 or base is not a):
        way = 'out'
    c.json['way'] = way
    if way == 'fresh':
        r = np.cumsum(a, axis=axis)
    elif way == 'out':
        d = np.dtype(rng.choice(REAL + COMPLEX + LONG) if rng.random() < .5 else rng.choice(FLOATS + LONG[:2]))
        if a.dtype.kind == 'm' and rng.random() < .8:
            d = a.dtype.newbyteorder(rng.choice('<>'))
        c.json['target'] = d.str
        if a.dtype.kind == 'm' and d.kind != 'm':
            c.json['error'] = 'use a target of that dtype'
            return
        if not np.can_cast(a.dtype, d, 'same_kind'):
            c.json['error'] = 'by same-kind casting'
            return
        r = np.zeros(a.size if axis is None else a.shape, d)
        # NumPy adds up u8 for signed integers as doubles.
        np.cumsum(a.astype(d) if a.dtype.str[1:] == 'u8' and d.kind == 'i' else a, axis=axis, out=r)
    elif way == 'self':
        r = a.copy()
        np.cumsum(r.copy(), axis=axis, out=r)
    else:
        r = a.copy()
        np.cumsum(r[:-1].copy(), out=r[1:])
        r[0] = a[0]
    c.array('result', same_nan(r))


for number in range(count):
    c = Case()
    op = rng.choice(('histogram', 'histogram', 'quantile', 'quantile', 'median', 'cumsum', 'cumsum', 'cumsum',
                     'quantile_along', 'quantile_along', 'median_along'))
    dtype = rng.choice(REAL if op != 'cumsum' or rng.random() < .5 else rng.choice((COMPLEX, LONG, LONG, SPANS)))
    shape = random_shape(3000)
    if rng.random() < .2:
        shape = rng.choice(((2500,), (60, 50), (1500, 3), (3, 1100), (5, 40, 7)))
    if number % 40 == 7:
        shape = rng.choice(((140000,), (300, 500), (70000, 2), (4, 200, 300)))
    base = numbers(dtype, int(np.prod(shape)), op).reshape(shape)
    a = base
    index = ', '.join(part(n) for n in shape) if shape and rng.random() < .4 else ''
    if index:
        a = eval('a[' + index + ']')
    perm = rng.sample(range(a.ndim), a.ndim) if rng.random() < .4 else None
    if perm:
        a = a.transpose(perm)
    c.array('a', base)
    c.json.update(op=op, index=index, perm=perm)
    if op.endswith('_along') and a.ndim == 0:
        op = c.json['op'] = op.split('_')[0]
    if op == 'cumsum':
        cumsum(c, a, base)
    elif op.endswith('_along'):
        along(c, a, op)
    else:
        {'histogram': histogram, 'quantile': quantile, 'median': median}[op](c, a)
    c.emit()
