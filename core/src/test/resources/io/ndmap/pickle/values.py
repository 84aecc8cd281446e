"""Random values for arrays of objects, and one text for each value."""

import base64, datetime, decimal, fractions, io, math, pickle, random, struct, uuid
import numpy as np

SCALARS = ['?', 'i1', '<u2', '>i4', 'u8', 'f2', '<f4', '>f8', 'c8', 'c16', 'S4', '<U3', 'V3', 'M8[ns]', 'm8[7s]', 'M8', 'g']


def number(r, dtype):
    dt = np.dtype(dtype)
    if dt.kind == 'U':
        return np.array(r.choice(['', 'a', '\u6574x']), dt)[()]
    if dt.kind == 'b':
        return np.bool_(r.random() < .5)
    if dt.char in 'gG':
        return np.array(r.uniform(-9, 9), dt)[()]
    return np.frombuffer(r.randbytes(dt.itemsize), dt)[0]


def zone(r):
    return datetime.timezone(datetime.timedelta(seconds=r.randrange(-64800, 64801)))


def text(r):
    return ''.join(r.choice(['a', 'B', "'", '"', '\\', '\n', '\u00e9', '\u6574', '\U0001f600', '\ud800', '\x00', '\\u']) for _ in range(r.randrange(6)))


def time(r):
    return datetime.time(r.randrange(24), r.randrange(60), r.randrange(60), r.choice([0, r.randrange(10**6)]))


def date(r):
    return datetime.date.fromordinal(r.randrange(1, datetime.date.max.toordinal()))


def leaf(r, hashable=False):
    kinds = [
        lambda: None,
        lambda: r.random() < .5,
        lambda: r.randrange(-300, 70000),
        lambda: r.randrange(-2**33, 2**33),
        lambda: r.randrange(-2**r.randrange(1, 300), 2**300),
        lambda: r.choice([0.0, -0.0, 1.5, 1e300, math.inf, -math.inf, r.uniform(-1e9, 1e9)]),
        lambda: text(r),
        lambda: r.randbytes(r.choice([0, 1, 5, 300])),
        lambda: complex(r.uniform(-9, 9), r.choice([0.0, -0.0, 2.5])),
        lambda: date(r),
        lambda: time(r),
        lambda: time(r).replace(tzinfo=zone(r)),
        lambda: datetime.datetime.combine(date(r), time(r)),
        lambda: datetime.datetime.combine(date(r), time(r), zone(r)),
        lambda: datetime.timedelta(r.randrange(-999999999, 999999999), r.randrange(86400), r.randrange(10**6)),
        lambda: zone(r),
        lambda: decimal.Decimal(r.randrange(-10**20, 10**20)).scaleb(r.randrange(-30, 30)),
        lambda: decimal.Decimal(r.choice(['NaN', 'Infinity', '-Infinity', '-0.00', '1E+2147483999', '0E-7', '1.50'])),
        lambda: fractions.Fraction(r.randrange(-99, 99), r.randrange(1, 99)),
        lambda: uuid.UUID(int=r.getrandbits(128)),
    ]
    if not hashable:
        kinds += [
            lambda: math.nan,
            lambda: bytearray(r.randbytes(r.randrange(5))),
            lambda: number(r, r.choice(SCALARS)),
            lambda: np.dtype(r.choice(SCALARS)),
        ]
    return r.choice(kinds)()


def key(r, depth):
    c = r.random()
    if depth and c < .15:
        return tuple(key(r, depth - 1) for _ in range(r.randrange(6)))
    if depth and c < .2:
        return frozenset(key(r, depth - 1) for _ in range(r.randrange(3)))
    while True:
        value = leaf(r, True)
        if not (isinstance(value, decimal.Decimal) and value.is_nan()):
            return value


def shaped(r, flat):
    n = len(flat)
    a = flat
    if n % 2 == 0 and r.random() < .5:
        a = flat.reshape(2, n // 2)
        if r.random() < .5:
            a = np.asfortranarray(a)
    return a


def objects(r, depth):
    n = r.randrange(5)
    a = np.empty(n, object)
    for i in range(n):
        a[i] = value(r, depth - 1)
    return shaped(r, a)


STRUCT = [('o', 'O'), ('i', '>i4'), ('n', [('b', '?'), ('p', 'O'), ('u', '<U3')]), ('s', 'O', (2,)), ('t', 'M8[us]'), ('d', 'm8[s]'), ('k', 'M8[ns]'),
          ('f', 'f4', (2,)), ('c', 'c16'), ('g', 'g'), ('y', 'S3'), ('v', 'V2'), ('q', 'u8')]


def structs(r, depth):
    a = np.zeros(r.randrange(4), STRUCT)
    for x in a:
        x['o'] = value(r, depth - 1)
        x['i'] = r.randrange(-99, 99)
        x['n']['p'] = value(r, depth - 1)
        x['n']['u'] = r.choice(['', 'ab'])
        x['n']['b'] = r.random() < .5
        x['s'][1] = value(r, depth - 1)
        x['t'] = r.choice(['NaT', '2020-02-29T01:02:03.000004', '1900-01-01'])
        x['d'] = r.choice([np.timedelta64('NaT'), 5])
        x['k'] = r.randrange(-10**18, 10**18)
        x['f'] = r.uniform(-9, 9)
        x['c'] = complex(1, r.uniform(-9, 9))
        x['g'] = r.uniform(-9, 9)
        x['y'] = r.choice([b'', b'xyz'])
        x['v'] = r.randbytes(2)
        x['q'] = r.getrandbits(64)
    return shaped(r, a)


def plain(r):
    dt = np.dtype(r.choice(SCALARS))
    n = r.randrange(5)
    a = np.zeros(n, dt)
    for i in range(n):
        a[i] = number(r, dt)
    a = shaped(r, a)
    return a[::-1] if r.random() < .3 else a


def value(r, depth):
    c = r.random()
    if depth <= 0 or c < .4:
        return leaf(r)
    n = r.choice([0, 1, 2, 3, 4])
    if c < .55:
        return [value(r, depth - 1) for _ in range(n)]
    if c < .65:
        return tuple(value(r, depth - 1) for _ in range(n))
    if c < .78:
        return {key(r, 2): value(r, depth - 1) for _ in range(n)}
    if c < .82:
        return {key(r, 2) for _ in range(n)}
    if c < .86:
        return frozenset(key(r, 2) for _ in range(n))
    if c < .93:
        return plain(r)
    if c < .95:
        return structs(r, depth)
    if c < .97:
        shared = [value(r, depth - 1)]
        return [shared, shared, (shared, 'x')]
    return objects(r, depth)


def array(r):
    c = r.random()
    if c < .15:
        return structs(r, 2)
    if c < .2:
        a = np.empty((), object)
        a[()] = value(r, 4)
        return a
    return objects(r, 4)


def described(v):
    t = type(v)
    if isinstance(v, np.ndarray):
        fortran = v.flags.fnc
        if not v.dtype.hasobject:
            # Which NumPy makes little-endian when it loads them from a pickle, but not always.
            v = v.astype(v.dtype.newbyteorder('<'))
        head = 'array(%s %s %s ' % (np.lib.format.dtype_to_descr(v.dtype), list(v.shape), fortran)
        if v.dtype.hasobject:
            return head + ' '.join(described(x) for x in items(v)) + ')'
        return head + meaning(v) + ')'
    if isinstance(v, np.generic):
        return 'scalar(%s %s)' % (np.lib.format.dtype_to_descr(v.dtype), meaning(v))
    if isinstance(v, np.dtype):
        return 'dtype(%s)' % (np.lib.format.dtype_to_descr(v),)
    if t is float:
        return 'float(' + struct.pack('>d', v).hex() + ')'
    if t is complex:
        return 'complex(' + struct.pack('>dd', v.real, v.imag).hex() + ')'
    if t is str:
        return 'str(' + v.encode('utf-16-be', 'surrogatepass').hex() + ')'
    if t in (bytes, bytearray):
        return t.__name__ + '(' + v.hex() + ')'
    if t in (list, tuple):
        return t.__name__ + '(' + ' '.join(map(described, v)) + ')'
    if t in (set, frozenset):
        return t.__name__ + '(' + ' '.join(sorted(map(described, v))) + ')'
    if t is dict:
        return 'dict(' + ' '.join(described(k) + ':' + described(x) for k, x in v.items()) + ')'
    if t is datetime.timedelta:
        return 'timedelta(%d)' % (v // datetime.timedelta(microseconds=1))
    if t is datetime.timezone:
        return 'timezone(%d)' % v.utcoffset(None).total_seconds()
    if t in (datetime.datetime, datetime.time):
        naive = v.replace(tzinfo=None).isoformat(timespec='microseconds')
        return t.__name__ + '(' + naive + ('' if v.tzinfo is None else ' ' + described(v.tzinfo)) + ')'
    return t.__name__ + '(' + str(v) + ')'


def meaning(v):
    data = v.tobytes()[:v.nbytes].hex()
    if v.dtype.char != 'g':
        return data
    # Without the padding of each item.
    return ''.join(data[i:i + 20] for i in range(0, len(data), 32))


def items(a):
    if a.dtype.names is None:
        return list(a.flat)
    flat = np.empty(a.size, object)
    for i, x in enumerate(a.flat):
        flat[i] = x
    return [fields(x) for x in flat]


def fields(x):
    """An item of a structure as a tuple, a field of numbers as NumPy's scalar."""
    parts = []
    for name in x.dtype.names:
        v = x[name]
        if isinstance(v, np.void) and v.dtype.names:
            v = fields(v)
        elif x.dtype[name].kind in 'SU':
            v = v.item()
        parts.append(v)
    return tuple(parts)


def saved(a, protocol):
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(file, np.lib.format.header_data_from_array_1_0(a))
    pickle.dump(a, file, protocol=protocol)
    return file.getvalue()


def made(seed, count):
    r = random.Random(seed)
    all = []
    for i in range(count):
        a = array(r)
        all.append({'protocol': i % 6, 'file': base64.b64encode(saved(a, i % 6)).decode(), 'text': described(a)})
    return all


def loaded(file):
    return described(np.load(io.BytesIO(base64.b64decode(file)), allow_pickle=True))
