# Elementwise functions for one seed: operands of each dtype, and the results. Those of functions that are rounded
# are computed in long doubles, and written as two doubles, the second of which is what the first lacks.
#
# Further arguments are the functions: constant, NumPy's name, number of operands, units; exact ones have 0 units.

REAL = [d for d in NUMBERS if d[1:] not in ('f16', 'c8', 'c16', 'c32')]

SPECIAL = [0., -0., 1, -1, .5, -.5, 2, 10, 1e300, -1e300, 1e22, 1e10, 709.7, 710, -745.1, -746, 1024, 1023.9, -1074, -1075,
           -1074.5, 88.7, 0.9999999999999999, 1.0000000000000002, 5e-324, -5e-324, 2.2e-308, 1.8e308, np.pi, np.pi / 2,
           18.83087296233134, -18.84431081033491, 1e-8, -1e-8, 3e-5, 268435456.5, 2.0000000000000004, .25, 1e5,
           6e4, 6e-8, float('nan'), -float('nan'), float('inf'), -float('inf')]


def floats(dtype, n):
    parts = [np.array(SPECIAL),
             generator.normal(size=n), generator.normal(size=n) * 10. ** generator.integers(-20, 20, n),
             generator.uniform(-1, 1, n), 1 + generator.normal(size=n) * 2. ** generator.integers(-50, 0, n),
             2. ** generator.integers(-1074, 1024, n), generator.uniform(-750, 1030, n),
             np.rint(generator.uniform(-1e6, 1e6, n)) * (np.pi / 2), generator.integers(-200, 200, n) / 4,
             generator.integers(-2**63, 2**63 - 1, n).view('f8')]
    if dtype.itemsize == 2:
        parts.append(np.arange(rng.randrange(9), 2**16, 9).astype('u2').view('f2').astype('f8'))
    return np.concatenate(parts).astype(dtype)


def operands(dtype, n):
    if dtype.kind == 'f':
        return floats(dtype, n)
    a = generator.integers(-2**63, 2**63 - 1, n) >> generator.integers(0, 64, n)
    return (a & 1).astype(dtype) if dtype.kind == 'b' else np.append(a, [0, 1, -1, 2, -2]).astype(dtype)


def rounded(case, function, arrays, kind):
    exact = function(*[a.astype(kind).astype(np.longdouble) for a in arrays])
    near = exact.astype('f8')
    lacks = np.where(np.isfinite(near), exact - near, 0).astype('f8')
    case.array('near', near)
    case.array('lacks', lacks)
    scale = [np.abs(a.astype('f8')) for a in arrays] if function in (np.logaddexp, np.logaddexp2) else []
    case.array('scale', np.max([np.abs(near)] + scale, axis=0))


generator = np.random.default_rng(seed)
np.seterr(all='ignore')
for constant, name, number, units in (a.split() for a in sys.argv[3:]):
    function = getattr(np, name)
    is_exact = float(units) == 0
    if not is_exact and np.finfo(np.longdouble).nmant < 63:
        continue
    for code in REAL:
        d = np.dtype(code)
        case = Case()
        arrays = [operands(d, count)]
        if number == '2':
            other = np.dtype(rng.choice([c for c in REAL if c[1] in 'iu' and c[2] != '8'] if name in ('gcd', 'lcm', 'ldexp') else REAL))
            b = operands(other, count)
            arrays.append(np.resize(generator.permutation(b), arrays[0].size))
            arrays[1][:b.size // 9] = arrays[0][:b.size // 9].astype(other)
        try:
            result = function(*arrays)
        except TypeError:
            continue
        case.json['name'] = constant
        for key, a in zip('ab', arrays):
            case.array(key, a)
        if is_exact:
            case.array('exact', result)
        else:
            rounded(case, function, arrays, result.dtype)
        case.json['dtype'] = result.dtype.str
        case.emit()
