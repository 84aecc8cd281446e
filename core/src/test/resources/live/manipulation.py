# Arrays joined, split, tiled, repeated, rolled, padded, with items inserted and deleted.
import warnings


def like_shapes(axis=None, rank=None):
    shape = [rng.choice((0, 1, 2, 2, 3, 4)) for _ in range(rng.choice((0, 1, 1, 2, 2, 3)) if rank is None else rank)]
    shapes = []
    for _ in range(rng.choice((1, 2, 2, 3))):
        s = list(shape)
        if axis is not None and len(s) > axis and rng.random() < .7:
            s[axis] = rng.choice((0, 1, 2, 3))
        if rng.random() < .04:
            s = s + [2]
        shapes.append(tuple(s))
    return shapes


def joined(case, f, shapes):
    case.json['count'] = len(shapes)
    if rng.random() < .7:
        kinds = [rng.choice(DTYPES[:len(NUMBERS)]) for _ in shapes]
    else:
        kinds = [rng.choice(DTYPES)] * len(shapes)
        if kinds[0].kind in 'SUmM':
            kinds = [k.newbyteorder(rng.choice('<>')) for k in kinds]
    arrays = []
    for k, (kind, shape) in enumerate(zip(kinds, shapes)):
        a = any_array(kind, shape[::-1] if k % 2 else shape)
        case.array('a%d' % k, a)
        case.json['a%d' % k]['steps'] = ['T'] if k % 2 else []
        arrays.append(a.T if k % 2 else a)
    return f(arrays)


def indexed(blocks, arrays):
    return [indexed(b, arrays) for b in blocks] if isinstance(blocks, list) else next(k for k, a in enumerate(arrays) if a is blocks)


def block(case):
    rows, columns = rng.choice((1, 2, 3)), rng.choice((1, 2, 3))
    heights = [rng.choice((0, 1, 2)) for _ in range(rows)]
    widths = [rng.choice((0, 1, 2)) for _ in range(columns)]
    lead = (2,) if rng.random() < .3 else ()
    shapes = [lead + (h, w) if h != 1 or lead or rng.random() < .5 else (w,) for h in heights for w in widths]
    if rng.random() < .1:
        shapes[-1] = shapes[-1][:-1] + (5,)

    def f(arrays):
        blocks = [[arrays[i * columns + j] for j in range(columns)] for i in range(rows)]
        if rows > 1 and rng.random() < .1:
            blocks[-1] = blocks[-1][0]
        if rows == 1 and rng.random() < .5:
            blocks = blocks[0]
        case.json['blocks'] = indexed(blocks, arrays)
        return np.block(blocks)
    return joined(case, f, shapes)


def widths(a):
    pairs = [[rng.choice((0, 0, 1, 2, 3, 9)) for _ in range(2)] for _ in range(a.ndim)]
    return pairs if rng.random() < .95 else pairs + [[1, 1], [1, 1]]


def pad(case, **how):
    a = np.atleast_1d(source(case, 'a', None, random_shape(60) or (1,)))
    case.json['widths'] = widths(a)
    return np.pad(a, case.json['widths'], **how)


def pad_constant(case):
    case.json['value'] = rng.choice((0, 0, 1))
    return pad(case, constant_values=case.json['value'])


def pad_mode(case):
    case.json['mode'] = rng.choice(('edge', 'reflect', 'symmetric', 'wrap'))
    return pad(case, mode=case.json['mode'])


def pad_computed(case):
    mode = param(case, 'mode', rng.choice(('reflect_odd', 'symmetric_odd', 'maximum', 'minimum', 'mean', 'median', 'linear_ramp')))
    kinds = [d for d in DTYPES[:len(NUMBERS)] if d.itemsize // (2 if d.kind == 'c' else 1) <= 8
             and not (d.kind == 'c' and mode in ('median', 'mean', 'linear_ramp'))]
    how = {'mode': mode}
    if mode.endswith('_odd'):
        how = {'mode': mode[:-4], 'reflect_type': 'odd'}
    if mode == 'linear_ramp':
        how['end_values'] = param(case, 'end', rng.choice((0., 3., -2.5)))
        kinds = [d for d in kinds if d.kind != 'u'] if how['end_values'] < 0 else kinds
    a = few(rng.choice(kinds), random_shape(60) or (1,))
    case.array('a', a)
    case.json['a']['steps'] = []
    case.json['widths'] = widths(a)
    return np.pad(a, case.json['widths'], **how)


def few(dtype, shape):
    """Small integers, whose sums and means by powers of two are exact, but for what is divided by others."""
    return np.array([rng.choice((0, 1, 2, 5, 8, 12)) for _ in range(int(np.prod(shape)))]).astype(dtype).reshape(shape)


def refused(n):
    """By NumPy only if there is something to repeat."""
    if n < 0:
        raise ValueError('negative')
    return n


def repeats(case):
    a = source(case, 'a', None, random_shape(60) or (1,))
    axis = param(case, 'axis', random_axis(a))
    n = a.shape[axis] if -a.ndim <= axis < a.ndim else 1
    return np.repeat(a, param(case, 'counts', [rng.choice((0, 1, 1, 2, 3, -1 if rng.random() < .02 else 0))
                     for _ in range(1 if rng.random() < .1 else n + (rng.random() < .05))]), axis)


def roll_axes(case):
    a = source(case, 'a')
    axes = param(case, 'axes', [random_axis(a) for _ in range(rng.choice((1, 2, 3)))])
    return np.roll(a, param(case, 'shifts', [rng.randrange(-9, 9) for _ in axes]), axes)


def inserted(case, many):
    a = source(case, 'a')
    axis = param(case, 'axis', random_axis(a))
    if not a.ndim:
        raise IndexError('rank 0')
    n = a.shape[axis] if -a.ndim <= axis < a.ndim else 1
    one = lambda: rng.randrange(-n - (rng.random() < .03), n + 1 + (rng.random() < .03))
    where = param(case, 'where', [one() for _ in range(rng.choice((0, 1, 2, 3)))] if many else one())
    if many and any(not -n <= w <= n for w in where):
        # NumPy takes some of them.
        raise IndexError('beyond')
    shape = list(a.shape)
    k = (axis + a.ndim) % a.ndim
    if many:
        shape[k] = len(where) if len(where) != 1 else rng.choice((1, 2))
    else:
        del shape[k]
        shape.insert(0, rng.choice((1, 2)))
        if rng.random() < .3:
            del shape[0]
    shape = [1 if rng.random() < .2 else s for s in shape][rng.choice((0, 0, 1)):]
    if rng.random() < .05:
        shape = shape + [2]
    dtype = a.dtype if rng.random() < .5 or a.dtype.kind in 'SUVmM' else rng.choice(DTYPES[:len(NUMBERS)])
    return np.insert(a, where, source_as(case, 'values', dtype, tuple(shape)), axis)


def source_as(case, key, dtype, shape):
    a = any_array(dtype, shape)
    case.array(key, a)
    case.json[key]['steps'] = []
    return a


def deleted(case):
    a = source(case, 'a')
    axis = param(case, 'axis', random_axis(a))
    n = a.shape[axis] if -a.ndim <= axis < a.ndim else 1
    count = rng.choice((0, 1, 2, 4)) if n else 0
    return np.delete(a, np.array(param(case, 'where', [rng.randrange(-n - (rng.random() < .02), n + (rng.random() < .02)) for _ in range(count)]), dtype=int), axis)


def trim(case):
    dtype = rng.choice([d for d in DTYPES if d.kind in 'biufcSUmM'])
    a = any_array(dtype).copy()
    if a.ndim:
        axis = rng.randrange(a.ndim)
        for s in (slice(0, rng.choice((0, 1, 3))), slice(a.shape[axis] - rng.choice((0, 1, 2)), None)):
            a[(slice(None),) * axis + (s,)] = np.zeros((), a.dtype)
    case.array('a', a)
    case.json['a']['steps'] = []
    axis = rng.choice((None, random_axis(a)))
    if axis is not None:
        case.json['axis'] = axis
    return np.trim_zeros(a, axis=axis)


def out_of(case, axis):
    """Into a target of any dtype."""
    dtype = rng.choice(DTYPES[:len(NUMBERS)])

    def f(arrays):
        if any(a.dtype.kind not in 'biufc' for a in arrays):
            raise TypeError('left out')
        shape = np.concatenate(arrays, axis).shape
        case.json['out'] = repr(dtype_to_descr(dtype))
        case.json['outShape'] = list(shape)
        return np.concatenate(arrays, axis, out=np.zeros(shape, dtype))
    return joined(case, f, like_shapes(axis, rng.choice((1, 2, 3))))


def with_axis(case, f):
    a = source(case, 'a')
    axis = param(case, 'axis', random_axis(a))
    if not a.ndim:
        # NumPy 2.4 repeats it, and has other errors elsewhere.
        raise IndexError('rank 0')
    return f(a, axis)


def chosen(case, made, made_of=None):
    if not made:
        return np.array(len(made), 'i8')
    one = made[param(case, 'part', rng.randrange(len(made)))]
    return one if isinstance(one, np.ndarray) else np.array(one, made_of)


def array_split(case):
    a = source(case, 'a')
    axis = param(case, 'axis', random_axis(a))
    return chosen(case, np.array_split(a, param(case, 'parts', rng.choice((0, 1, 2, 3, 5))), axis))


def rot90(case):
    a = source(case, 'a')
    axes = param(case, 'axes', [random_axis(a), random_axis(a)])
    return np.rot90(a, param(case, 'times', rng.randrange(-5, 6)), axes)


def move_axes(case):
    a = source(case, 'a')
    n = rng.choice((0, 1, 2, 3))
    f, t = ([random_axis(a) for _ in range(n)] for _ in range(2))
    return np.moveaxis(a, param(case, 'from', f), param(case, 'to', t))


OPS = {
    'stack': lambda c: joined(c, lambda x: np.stack(x, param(c, 'axis', random_axis(x[0], 1))), like_shapes()),
    'vstack': lambda c: joined(c, np.vstack, like_shapes(0)),
    'hstack': lambda c: joined(c, np.hstack, like_shapes(1)),
    'dstack': lambda c: joined(c, np.dstack, like_shapes(2)),
    'columnStack': lambda c: joined(c, np.column_stack, like_shapes(1)),
    'block': block,
    'concatenate': lambda c: out_of(c, param(c, 'axis', rng.choice((0, 0, -1)))),
    'arraySplit': array_split,
    'unstack': lambda c: with_axis(c, lambda a, k: chosen(c, np.unstack(a, axis=k), a.dtype)),
    'atLeast1d': lambda c: np.atleast_1d(source(c, 'a')),
    'atLeast2d': lambda c: np.atleast_2d(source(c, 'a')),
    'atLeast3d': lambda c: np.atleast_3d(source(c, 'a')),
    'moveAxes': move_axes,
    'flip': lambda c: (lambda a: np.asarray(np.flip(a, param(c, 'axes', [random_axis(a) for _ in range(rng.choice((0, 1, 2)))]) or None), a.dtype))(source(c, 'a')),
    'rot90': rot90,
    'tile': lambda c: (lambda a: np.tile(a, param(c, 'counts', [rng.choice((0, 1, 1, 2, 3)) for _ in range(rng.randrange(4))])))(source(c, 'a')),
    'repeat': lambda c: with_axis(c, lambda a, k: np.repeat(a, refused(param(c, 'n', rng.choice((0, 1, 2, 3, 3, -1)))), k)),
    'repeats': repeats,
    'roll': lambda c: with_axis(c, lambda a, k: np.roll(a, param(c, 'n', rng.randrange(-20, 20)), k)),
    'rollAxes': roll_axes,
    'rollAll': lambda c: np.roll(source(c, 'a'), param(c, 'n', rng.randrange(-200, 200))),
    'padConstant': pad_constant,
    'padMode': pad_mode,
    'padComputed': pad_computed,
    'trimZeros': trim,
    'insert': lambda c: inserted(c, False),
    'inserts': lambda c: inserted(c, True),
    'delete': deleted,
    'resize': lambda c: np.resize(source(c, 'a'), tuple(param(c, 'shape', [rng.choice((0, 1, 2, 3, 7, 20)) for _ in range(rng.randrange(4))]))),
    'zerosLike': lambda c: np.zeros_like(source(c, 'a')),
    'onesLike': lambda c: np.ones_like(source(c, 'a')),
    'diag': lambda c: np.diag(source(c, 'a', None, (rng.randrange(5),)), param(c, 'k', rng.randrange(-3, 4))),
    'tril': lambda c: np.tril(source(c, 'a', None, random_shape(100) + (rng.randrange(4), rng.randrange(5))), param(c, 'k', rng.choice((-99, -2, -1, 0, 1, 2, 99)))),
    'triu': lambda c: np.triu(source(c, 'a', None, random_shape(100) + (rng.randrange(4), rng.randrange(5))), param(c, 'k', rng.choice((-99, -2, -1, 0, 1, 2, 99)))),
}

names = sorted(OPS)
for number in range(count):
    case = Case()
    name = case.json['op'] = names[number % len(names)]
    try:
        with np.errstate(all='ignore'), warnings.catch_warnings(action='ignore'):
            case.array('result', np.asarray(OPS[name](case)))
    except (ValueError, IndexError, TypeError, OverflowError) as e:
        case.json['error'] = type(e).__name__ + ': ' + str(e)
    case.emit()
