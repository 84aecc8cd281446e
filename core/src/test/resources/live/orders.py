# Sorted, partitioned, distinct, smallest and largest items, as NumPy finds them.

def items(dtype, shape):
    """Mostly few values, so that many are equal; or any bits at all."""
    if dtype.kind in 'biu' and rng.random() < .5:
        a = random_array(dtype, shape)
        return a.view('u1').__and__(np.uint8(1)).view('?') if dtype.kind == 'b' else a
    if dtype.kind in 'Mm' or dtype.kind == 'f' and dtype.itemsize < 16:
        if rng.random() < .4:
            return random_array(dtype, shape)
    if dtype.kind == 'V' and not dtype.names or dtype.kind == 'S':
        if dtype.itemsize and rng.random() < .4:
            return random_array(dtype, shape)
    if dtype.names or dtype.itemsize == 0:
        a = np.zeros(shape, dtype)
        fill(a)
        return a
    return np.ascontiguousarray(array_of(dtype, shape)).reshape(shape)


def fill(a):
    """Structures within structures, too."""
    for name in a.dtype.names or ():
        field = a[name]
        if field.dtype.names:
            fill(field)
        else:
            field[...] = array_of(field.dtype, field.shape)


def some_shape(op):
    r = rng.random()
    if r < .25:
        return (rng.choice((1, 2, 3, 62, 63, 64, 65, 200, 2000)),)
    if r < .255:
        return (rng.choice((8191, 8192, 70000)),)
    if r < .27:
        return rng.choice(((3, 300), (300, 3), (30, 40, 30)))
    return random_shape()


def ranks(a):
    """How many different items come before each one, and behind it; NaN last in either order."""
    values, inverse = np.unique(a, return_inverse=True)
    none = np.isnan(values) if a.dtype.kind in 'fmM' else np.zeros(len(values), '?')
    inverse = inverse.reshape(a.shape)
    return inverse, np.where(none, 1, -np.arange(len(values)))[inverse] if len(values) else inverse


ORDERS = DTYPES + [np.dtype(d) for d in ('|V0', '<U5', '>U9', '|S20', '<M8[ns]')] + [
    np.dtype([('x', '<i2'), ('y', '<f4'), ('z', 'S2')]),
    np.dtype([('x', '?'), ('y', '<M8[s]'), ('z', '<c8')], align=True)]

for number in range(count):
    case = Case()
    op = rng.choice(('sort', 'sort', 'argsort', 'argsort', 'partition', 'unique', 'first'))
    dtype = rng.choice(ORDERS)
    while dtype.itemsize == 0 and op == 'unique':
        dtype = rng.choice(ORDERS)
    a = items(dtype, some_shape(op))
    if rng.random() < .2 and a.ndim == 1 and dtype.itemsize:
        a = np.sort(a)[::rng.choice((1, -1))].copy()
    axis = rng.choice([None] + list(range(-a.ndim, a.ndim)))
    case.json['op'] = op
    case.array('a', a)
    if axis is not None:
        case.json['axis'] = axis
    fields = []
    if dtype.names and op in ('sort', 'argsort'):
        fields = rng.sample(dtype.names, rng.randrange(len(dtype.names) + 1))
    case.json['fields'] = fields
    order = {'order': fields} if fields else {}
    if op == 'sort':
        case.array('sorted', np.sort(a, axis=axis, kind='stable', **order))
    elif op == 'argsort':
        case.array('order', np.argsort(a, axis=axis, kind='stable', **order).astype('<i8'))
    elif op == 'partition':
        case.array('sorted', np.sort(a, axis=axis, kind='stable'))
        n = a.size if axis is None else a.shape[axis]
        case.json['places'] = [rng.randrange(-n, n) for _ in range(rng.randrange(1, 4))] if n else []
    elif op == 'unique':
        values, index, inverse, counts = np.unique(a, return_index=True, return_inverse=True, return_counts=True)
        case.array('values', values)
        case.array('index', index.astype('<i8'))
        case.array('inverse', inverse.astype('<i8'))
        case.array('counts', counts.astype('<i8'))
    else:
        if a.dtype.kind in 'cV' or dtype.itemsize == 0:
            a = items(np.dtype('>f4'), a.shape)
            case.array('a', a)
        n = rng.randrange(6)
        case.json['n'] = n
        for name, rank in zip(('smallest', 'largest'), ranks(a)):
            places = np.argsort(rank, axis=axis, kind='stable')
            places = places[:n] if axis is None else places.take(range(min(n, a.shape[axis])), axis=axis)
            case.array(name + '_at', places.astype('<i8'))
            case.array(name, a.ravel()[places] if axis is None else np.take_along_axis(a, places, axis))
    case.emit()
