# Writes what NumPy makes of items of every dtype in every other, and what np.can_cast says: one case
# a line, fields separated by tabs. Arguments: a seed, and of how many pairs of dtypes one is converted.
#
#   can  FROM  TO  five digits: no, equiv, safe, same_kind, unsafe
#   cast FROM  TO  COUNT  items  images  mask  outcome of each item: 1, or 0 where NumPy refuses
#
# Bytes are in base64. Bytes of the images whose mask is 0 are not NumPy's to determine: the padding
# of long doubles, floats beyond 32 bits in u4, where vectors and single items differ, and years so
# far away that signed integers overflow in C.
import base64, random, sys, warnings
import numpy as np

warnings.simplefilter('ignore')
np.seterr(all='ignore')
random.seed(int(sys.argv[1]))
rng = np.random.default_rng(int(sys.argv[1]))
COUNT = 24
KINDS = ['b1', 'i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'f2', 'f4', 'f8', 'f16', 'c8', 'c16', 'c32']
UNITS = ['', '[Y]', '[M]', '[W]', '[D]', '[h]', '[m]', '[s]', '[ms]', '[us]', '[ns]', '[ps]', '[fs]', '[as]',
         '[25s]', '[7M]', '[1000ms]', '[3D]', '[1000000us]', '[12M]', '[7D]']
TEXTS = ['', '0', '1', '-1', '+5', ' 12 ', '1_0', '1__0', '_1', '0x10', '300', '-300', '70000', '99999999999',
         '99999999999999999999', '007', '-0', '1.5', '-1.5e3', '.5', '5.', '.', '1e', '1e400', '1e39', '1e-50',
         '1_0.0_1', 'inf', '-Infinity', 'nan', '-nan', 'iNf', 'infinit', '1j', '1+2j', '(1-2j)', '( 1+2j )',
         '1e3-infj', 'j', '-j', '1+j', '1 + 2j', 'nanj', '1+-2j', '(1', '()', '0x1p3', 'nan(12)', '0.1', '1e4932',
         '-0x.8p-2', 'True', 'NaT', 'nat', 'abc', '2020', '2020-02', '2020-02-29', '2021-02-29', '2020-13',
         '2020-01-02T03', '2020-01-02 03:04', '2020-01-02T03:04:05', '2020-01-02T03:04:05.678', '-5-01-02',
         '2020-01-02T03:04:05.123456789', '2020-01-02T03:04:05.123456789012345678', '2020-01-02T03:04Z',
         '2020-01-02T03:04+05:30', '2020-12-31T23:59-0130', '2020-1', '20200101', '2020-01-02T25', '1\0', 'a\0b',
         '3\n', '\t4', '5\x1c', '1e5_0', '0b1', '1,5', '--1', '9' * 30, '0.' + '0' * 20 + '1', '2020-01-02T03:04+05:']
WIDE = ['\u0663', '\uff11\uff12', '\u20035\u2003', '\xe9', '\u00b2', '1\u06600', 'x\U0001f600']


def b64(data):
    return base64.b64encode(bytes(data)).decode('ascii')


def floats():
    edge = [0.0, -0.0, 0.5, -0.5, 1, -1.5, 2.5, 127, 128, -129, 255.5, 256, 300, -300, 32767.5, 32768, -32769, 65504,
            65519, 65520, 65535, 65536, 70000, 2049, 2051, 2.0**-24, 2.0**-25, 3 * 2.0**-26, 6e-8, 6.1e-5, 16777217,
            2.0**31 - 1, 2.0**31, -2.0**31, -2.0**31 - 1, 2.0**32 - 1, 2.0**32, 5e9, -5e9, 2.0**63, -2.0**63,
            -2.0**63 - 4096, 1.5 * 2.0**63, 2.0**64, -2.0**64, 1e20, 1e38, 3.5e38, 1e-45, 7e-46, 1e300, 1e-310,
            5e-324, np.inf, -np.inf, np.nan, -np.nan, 0.1, 1 / 3, 1e16, 123456789.125]
    style = random.randrange(3)
    if style == 0:
        return np.array(random.choices(edge, k=COUNT), 'f8')
    if style == 1:
        return rng.standard_normal(COUNT) * 10.0 ** random.randrange(-8, 22)
    return np.ldexp(rng.standard_normal(COUNT), rng.integers(-160, 160, COUNT))


def longdoubles(proper):
    a = floats().astype('f16')
    raw = a.view('u8').reshape(-1, 2)
    if random.random() < 0.5:
        raw[:, 0] ^= rng.integers(0, 1 << 12, COUNT).astype('u8')
    if not proper and random.random() < 0.3:
        raw[:, 0] = rng.integers(0, 1 << 63, COUNT).astype('u8') | np.uint64(random.choice([0, 1 << 63]))
        raw[:, 1] = rng.choice(np.array([0, 1, 0x7fff, 0xffff, 16383, 16383 + 62, 16383 + 63, 16383 + 64, 16300,
                                         16383 - 1022, 16383 - 1074, 16383 - 127, 16383 - 140, 16383 - 150, 49151,
                                         16383 + 127, 16383 + 128, 16383 + 1023], 'u8'), COUNT)
    return a


def integers(size):
    bits = 8 * size
    if random.random() < 0.4:
        v = rng.choice(np.array([0, 1, -1, 2**7, 2**8 - 1, 2**15, 2**24 + 1, 2**31 - 1, 2**31, 2**32 - 1, 2**53 + 1,
                                 2**62 + 2**38 + 1, 2**63 - 1, -2**63, -2**31, 2049, 65519, 65520], 'i8'), COUNT)
    else:
        v = rng.integers(-2**63, 2**63 - 1, COUNT) >> random.randrange(64 - bits, 64)
    return v.astype('i%d' % size)


def items(dtype, proper=False):
    """Random items: as they come, or such as have edges; proper ones have no invalid long doubles."""
    if dtype.subdtype:
        base, shape = dtype.subdtype
        parts = [items(base, proper) for _ in range(int(np.prod(shape)))]
        return np.stack([p.astype(base) for p in parts], 1).reshape((COUNT,) + shape) if parts \
            else np.zeros((COUNT,) + shape, base)
    if dtype.names is not None:
        a = np.zeros(COUNT, dtype)
        for name in dtype.names:
            a[name] = items(dtype[name], proper)
        return a
    native = dtype.newbyteorder('=')
    if dtype.kind in 'SU':
        texts = TEXTS + (WIDE if dtype.kind == 'U' else [])
        a = np.array(random.choices(texts, k=COUNT), dtype='U' if dtype.kind == 'U' else 'S')
        if dtype.kind == 'S' and random.random() < 0.2:
            return np.frombuffer(rng.bytes(COUNT * dtype.itemsize), dtype)
        return a.astype(dtype)
    if dtype.kind == 'V':
        if random.random() < 0.5:
            return np.array([t.encode() for t in random.choices(TEXTS, k=COUNT)], 'S%d' % dtype.itemsize).view(dtype)
        return np.frombuffer(rng.bytes(COUNT * dtype.itemsize), dtype)
    if random.random() < 0.3 and dtype.kind not in 'mM' and native.char not in 'gG':
        return np.frombuffer(rng.bytes(COUNT * dtype.itemsize), dtype)
    if dtype.kind in 'iub':
        return integers(dtype.itemsize).view(native).astype(dtype)
    if dtype.kind in 'mM':
        v = integers(8) >> random.choice([0, 0, 10, 20, 30, 40])
        v[rng.integers(0, 9, COUNT) == 0] = -2**63
        return v.view(native).astype(dtype)
    real = native if dtype.kind == 'f' else np.dtype({8: 'f4', 16: 'f8', 32: 'f16'}[dtype.itemsize])
    make = (lambda: longdoubles(proper)) if real.itemsize == 16 else lambda: floats().astype(real)
    if dtype.kind == 'f':
        return make().astype(dtype)
    a = np.zeros(COUNT, native)
    a.real, a.imag = make(), make()
    return a.astype(dtype)


def mask(dtype):
    if dtype.subdtype:
        return mask(dtype.subdtype[0]) * int(np.prod(dtype.subdtype[1]))
    if dtype.names is not None:
        m = [1] * dtype.itemsize
        for name in dtype.names:
            field, at = dtype.fields[name][:2]
            m[at:at + field.itemsize] = mask(field)
        return m
    if dtype.char in 'gG':
        one = [1] * 10 + [0] * 6
        if dtype.byteorder == '>':
            one.reverse()
        return one * (dtype.itemsize // 16)
    return [1] * dtype.itemsize


def leaves(dtype, at=0):
    if dtype.subdtype:
        base, shape = dtype.subdtype
        for i in range(int(np.prod(shape))):
            yield from leaves(base, at + i * base.itemsize)
    elif dtype.names is not None:
        for name in dtype.names:
            yield from leaves(dtype.fields[name][0], at + dtype.fields[name][1])
    else:
        yield dtype, at


def full_year(src, to):
    """Whether a year fills a text: NumPy puts a NUL in the place of its last digit."""
    lengths = {d.itemsize // (4 if d.kind == 'U' else 1) for d, _ in leaves(to) if d.kind in 'SU'}
    if src.dtype.kind != 'M' or np.datetime_data(src.dtype)[0] != 'Y' or not lengths:
        return np.zeros(len(src), bool)
    return np.array([len(x) in lengths for x in src.astype('S30').tolist()])


def far_away(src, to):
    """Whether a date has a year whose days 64 bits do not count."""
    calendar = [np.datetime_data(d)[0] not in ('Y', 'M') for d, _ in leaves(to) if d.kind == 'M']
    if src.dtype.kind in 'SU' and calendar:
        return np.array([len(x.strip()) > 16 and x.strip().isdigit() for x in src.tolist()])
    if src.dtype.kind == 'M' and any(calendar) and np.datetime_data(src.dtype)[0] in ('Y', 'M'):
        years = src.astype(src.dtype.newbyteorder('=')).view('i8').astype('f8') * np.datetime_data(src.dtype)[1]
        return np.abs(years) / (12 if np.datetime_data(src.dtype)[0] == 'M' else 1) > 2.0**54
    return np.zeros(len(src), bool)


def may_differ(src, to):
    """Whether a float beyond 32 bits comes into u4, maybe."""
    small = any(d.kind == 'u' and d.itemsize == 4 for d, _ in leaves(to))
    if src.dtype.names is not None:
        return np.full(len(src), small and any(d.char in 'fdFD' for d, _ in leaves(src.dtype)))
    if src.dtype.kind not in 'fc' or not small:
        return np.zeros(len(src), bool)
    if src.dtype.char in 'gGe':
        return np.zeros(len(src), bool)
    v = src.real.astype('f8')
    return ~((v > -2.0**31 - 1) & (v < 2.0**32))


def convert(src, to):
    if to.subdtype or to.str in ('<M8', '<m8'):
        return src.astype(to)
    out = np.zeros(src.shape, to)
    np.copyto(out, src, casting='unsafe')
    return out


def case(from_, to, src):
    n = len(src)
    images = np.zeros(n, to) if not to.subdtype else np.zeros((n,) + to.shape, to.base)
    outcome = ['1'] * n
    try:
        images = convert(src, to)
    except Exception:
        for i in range(n):
            try:
                images[i:i + 1] = convert(src[i:i + 1], to)
            except Exception:
                outcome[i] = '0'
    m = np.tile(np.array(mask(to), 'u1'), (n, 1)).reshape(n, to.itemsize)
    if from_.char in 'gG' and to.kind == 'V' and to.names is None:
        whole = (np.array(mask(from_.newbyteorder('<')), 'u1').tolist() + [1] * to.itemsize)[:to.itemsize]
        m[:] = whole
    m[may_differ(src, to) | far_away(src, to) | full_year(src, to)] = 0
    print('cast', text(from_), text(to), n, b64(np.ascontiguousarray(src).tobytes()),
          b64(np.ascontiguousarray(images).tobytes()), b64(m.tobytes()), ''.join(outcome), sep='\t')


def text(dtype):
    if dtype.subdtype:
        return repr((np.lib.format.dtype_to_descr(dtype.subdtype[0]), dtype.subdtype[1]))
    return repr(np.lib.format.dtype_to_descr(dtype))


def can(from_, to):
    print('can', text(from_), text(to),
          ''.join(str(int(np.can_cast(from_, to, c))) for c in ['no', 'equiv', 'safe', 'same_kind', 'unsafe']), sep='\t')


numbers = [np.dtype(o + k) for k in KINDS for o in ('<', '>') if o == '<' or int(k[1:]) > 1]
times = [np.dtype(('<' if (i + 1) % 3 else '>') + k + '8' + u) for k in 'Mm' for i, u in enumerate(UNITS)]
words = [np.dtype(t) for t in ['S1', 'S3', 'S5', 'S12', 'S21', 'S32', 'S70', '<U1', '>U3', '<U5', '>U12', '<U21', '<U40',
                               '>U100']]
voids = [np.dtype(t) for t in ['V1', 'V3', 'V8', 'V20']]
records = [np.dtype(t) for t in [
    [('a', '<i4')], [('a', '>f8')], [('x', '<i4')], [(('t', 'a'), '<i4')], [('a', 'S5')],
    [('a', '<i4'), ('b', '<f4')], [('a', '<f8'), ('b', '>u2')], [('b', '<f8'), ('a', '>u2')],
    [('a', '<c8'), ('b', '|b1')], [('a', '|i1'), ('', 'V3'), ('b', '<i4')], [('a', '<M8[s]'), ('b', 'S3')],
    [('a', '<i4', (2,)), ('b', '<f4')], [('a', '<f8', (3,)), ('b', '<i8', (2,))],
    [('a', [('p', '<i2'), ('q', '<f4')]), ('b', '<i8')], [('a', [('r', '<f8'), ('s', '<u1')]), ('b', 'U4')],
    [('a', '<f4', (2, 3))], [('a', '<i2', (3,))], [('a', '<f2', (1,))], [('a', '<i4', (3, 1))], [('a', '<f8', (4, 2))],
    [('a', '<f16'), ('b', '>c32')], [],
]] + [np.dtype({'names': ['a', 'b'], 'formats': ['<i4', '<f4'], 'offsets': [0, 4], 'itemsize': 12})]
subarrays = [np.dtype(t) for t in [('<i4', (2,)), ('<f8', (2,)), ('>f4', (3, 2)), ('<f4', (3, 1)), ('S4', (2,)),
                                   ('V2', (2,))]]

everything = numbers + times + words + voids + records + subarrays
for f in everything:
    for t in everything + [np.dtype('S0'), np.dtype('U0'), np.dtype('V0')]:
        if t.itemsize > 0 or t.names is None:
            can(f, t)

def chosen(pairs):
    return (pair for pair in pairs if random.randrange(int(sys.argv[2])) == 0)


simple = numbers + random.sample(times, 14) + words + voids
pairs = [(f, t) for f in simple for t in simple]
pairs += [(f, t) for f in times for t in times if f.kind == t.kind]
pairs += [(f, t) for f in records for t in records + random.sample(simple, 8)]
pairs += [(f, t) for f in random.sample(simple, 24) for t in records + subarrays]
for f, t in chosen(pairs):
    case(f, t, items(f, any(d.kind in 'SU' for d, _ in leaves(t))))
for f, t in chosen([(f, t) for f in numbers for t in random.sample(numbers, 12)]):
    case(f, t, np.resize(items(f), 130).astype(f))
