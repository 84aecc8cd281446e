# Matrices, stacks of them and vectors of any two dtypes of numbers, their product by NumPy, and for floating-point
# numbers the product in long doubles and that of the absolute values.

KINDS = [np.dtype(d) for d in NUMBERS if np.dtype(d) not in (np.dtype('f16'), np.dtype('c32'), np.dtype('>f16'), np.dtype('>c32'))]
FLOATS = [d for d in KINDS if d.kind in 'fc']
STACKS = [((), ()), ((), ()), ((), (2,)), ((3,), ()), ((2,), (2,)), ((1,), (3,)), ((2, 1), (3,)), ((0,), (1,)), ((2,), (3, 2))]
SIZES = (0, 1, 1, 2, 3, 4, 5, 7, 8, 17, 33, 40)
DEPTHS = (0, 1, 2, 3, 4, 5, 8, 17, 63, 129, 260)
LARGE = [(130, 300, 20), (20, 130, 520), (129, 5, 513), (1, 4000, 3), (257, 2, 3), (3, 2, 1100)]


def plain(dtype, shape, odd):
    low = -9 if dtype.kind == 'f' or dtype.kind == 'c' else -120
    n = int(np.prod(shape))
    a = np.array([rng.randint(low, 9 if low == -9 else 127) for _ in range(n)], 'i8').reshape(shape)
    with np.errstate(all='ignore'):
        if dtype.kind == 'b':
            return a > 70
        if dtype.kind in 'iu':
            bits = 8 * dtype.itemsize
            wide = a * (2 ** rng.choice((0, max(0, bits - 8)))) if rng.random() < .5 else a
            return wide.astype(dtype)
        f = (a / np.array([rng.choice((1., 3., 7., .7)) for _ in range(n)]).reshape(shape)).astype(dtype)
        if dtype.kind == 'c':
            f.imag = np.array([rng.randint(-9, 9) / 3 for _ in range(n)]).reshape(shape)
        elif odd:
            for _ in range(1 + n // 40):
                if n:
                    f.reshape(-1)[rng.randrange(n)] = rng.choice((np.nan, np.inf, -np.inf, -0.))
        return f


def case(number):
    c = Case()
    kinds = FLOATS if number % 3 == 0 else KINDS
    first, second = rng.choice(kinds), rng.choice(kinds if rng.random() < .5 else KINDS)
    if rng.random() < .5:
        second = rng.choice((first, first.newbyteorder()))
    if number % 12 == 0:
        n, k, m = rng.choice(LARGE)
        left, right = (), ()
    else:
        n, k, m = rng.choice(SIZES), rng.choice(DEPTHS), rng.choice(SIZES)
        left, right = rng.choice(STACKS)
    odd = rng.random() < .2
    a = plain(first, left + (n, k) if rng.random() < .85 else (k,), odd)
    b = plain(second, right + (k, m) if rng.random() < .85 else (k,), odd)
    c.array('a', a)
    c.array('b', b)
    with np.errstate(all='ignore'):
        result = np.asarray(a @ b)
        kind = result.dtype
        c.array('result', result.astype(kind.newbyteorder('<')))
        if kind.kind in 'fc':
            wide = np.asarray(a.astype('G') @ b.astype('G') if kind.kind == 'c' else a.astype('g') @ b.astype('g'))
            c.array('exact', wide.astype('<c16' if kind.kind == 'c' else '<f8'))
            c.array('size', np.asarray(np.abs(a.astype('G')).astype('f8') @ np.abs(b.astype('G')).astype('f8')).astype('<f8'))
            c.json['epsilon'] = float(np.finfo(kind).eps)
    c.emit()


for number in range(count):
    case(number)
