# np.isclose of arrays of any two dtypes of numbers, which are near one another or not, and broadcast together.

DTYPES = [d for d in NUMBERS if d[1:] not in ('f16', 'c32')]
DEFAULT = (1e-5, 1e-8)
np.seterr(all='ignore')
for _ in range(count):
    case = Case()
    shape = random_shape()
    a = numbers(np.dtype(rng.choice(DTYPES)), shape)
    other = a.dtype if rng.random() < .5 else np.dtype(rng.choice(DTYPES))
    b = a.astype(other) if rng.random() < .7 else numbers(other, shape)
    if other.kind in 'fc' and rng.random() < .7:
        b = (b * (1 + rng.choice((9e-6, 1e-3, -1.1e-5, 1e-9)))).astype(other)
    if rng.random() < .3:
        b = b[tuple(slice(0, 1) if rng.random() < .5 else slice(None) for _ in shape)][None]
    rtol, atol = DEFAULT if rng.random() < .5 else (rng.choice((0, 1e-3, .5)), rng.choice((0, 1e-6, 1)))
    equal_nan = rng.random() < .5
    close = np.isclose(a, b, rtol, atol, equal_nan)
    case.json.update(rtol=rtol, atol=atol, equal_nan=equal_nan, all=bool(np.all(close)))
    case.array('a', a)
    case.array('b', b)
    case.array('close', np.asarray(close))
    case.emit()
