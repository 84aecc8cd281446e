# Cases of arithmetic for one seed: what the operands are, and what NumPy makes of the target's bytes.
import base64, json
import numpy as np

KINDS = ['?', 'i1', 'i2', 'i4', 'i8', 'u1', 'u2', 'u4', 'u8', 'f2', 'f4', 'f8', 'c8', 'c16']
TIMES = ['m8[s]', 'M8[s]', 'm8[25ms]']


def pick(rng, items):
    return items[rng.integers(len(items))]


def dtype(rng, like=None):
    if like is not None and rng.random() < 0.65:
        name = like.str[1:]
    else:
        name = pick(rng, TIMES) if rng.random() < 0.12 else pick(rng, KINDS)
    return np.dtype(('<' if rng.random() < 0.7 else '>') + name)


def shape(rng):
    style = rng.integers(16)
    if rng.integers(150) == 0:
        return (int(rng.integers(60000, 90000)),) if style < 8 else (3, int(rng.integers(22000, 30000)))
    if style == 0:
        return (int(rng.integers(1000, 5000)),)
    if style == 1:
        return (int(rng.integers(20, 90)), int(rng.integers(1, 60)))
    if style == 2:
        return (int(rng.integers(2, 5)), int(rng.integers(1, 4)), int(rng.integers(600, 900)))
    return tuple(int(rng.integers(0 if rng.random() < 0.1 else 1, 7)) for _ in range(rng.integers(0, 5)))


def values(rng, d, count):
    if d.kind == 'b':
        return rng.integers(0, 2, count).astype(d)
    if d.kind in 'iu':
        bits = rng.integers(1, 8 * d.itemsize + 1)
        raw = rng.integers(-2**63, 2**63 - 1, count, dtype='i8') >> (64 - bits)
        return raw.astype(d)
    if d.kind in 'mM':
        v = rng.integers(-10**int(rng.integers(1, 18)), 10**int(rng.integers(1, 18)), count, dtype='i8')
        if rng.random() < 0.5:
            v[rng.random(count) < 0.2] = np.iinfo('i8').min
        return v.astype(d.str[0] + 'i8').view(d)
    if d.kind == 'c':
        part = np.dtype('f%d' % (d.itemsize // 2))
        v = np.empty(count, d)
        v.real = values(rng, part, count)
        v.imag = values(rng, part, count)
        return v
    style = rng.integers(4)
    if style == 0:
        v = rng.integers(-8, 8, count).astype('f8')
    elif style == 1:
        v = rng.normal(size=count)
    elif style == 2:
        v = rng.normal(size=count) * 10.0 ** rng.integers(-40, 40, count)
    else:
        v = rng.integers(-2**63, 2**63 - 1, count, dtype='i8').view('f8')
    if rng.random() < 0.5:
        odd = np.array([0.0, -0.0, np.nan, np.inf, -np.inf])
        mask = rng.random(count) < 0.2
        v[mask] = odd[rng.integers(0, 5, mask.sum())]
    return v.astype(d)


class Layout:
    """Where the items of an array are: axes in any order, reversed, with gaps, at any offset."""

    def __init__(self, rng, sizes, itemsize, repeats=False):
        plain = rng.random() < 0.4
        rank = len(sizes)
        order = list(range(rank))[::-1] if plain else [int(a) for a in rng.permutation(rank)]
        strides = [0] * rank
        stride = itemsize if plain else itemsize + (int(rng.integers(0, 3)) if rng.random() < 0.5 else itemsize * int(rng.integers(0, 2)))
        offset = 0 if plain else int(rng.integers(0, 5))
        for axis in order:
            strides[axis] = stride
            if sizes[axis] > 0 and not (repeats and rng.random() < 0.15):
                stride *= sizes[axis] + (0 if plain else int(rng.integers(0, 2)))
            elif repeats:
                strides[axis] = 0
        self.end = offset + stride + itemsize
        if not plain:
            for axis in range(rank):
                if rng.random() < 0.3 and sizes[axis] > 0:
                    offset += (sizes[axis] - 1) * strides[axis]
                    strides[axis] = -strides[axis]
        self.shape, self.strides, self.offset = tuple(sizes), tuple(strides), offset

    def view(self, buffer, d):
        return np.ndarray(self.shape, d, buffer, self.offset, self.strides)

    def json(self):
        return {'shape': self.shape, 'strides': self.strides, 'offset': self.offset}


def operand_shape(rng, sizes):
    if rng.random() < 0.6:
        return sizes
    cut = int(rng.integers(0, len(sizes) + 1))
    return tuple(1 if rng.random() < 0.4 else n for n in sizes[cut:])


def operand(rng, target, layout, buffer, like):
    """An array of its own, or one over the memory of the target, or the target itself."""
    style = rng.random()
    if style < 0.15:
        return target, layout, like, None
    d = dtype(rng, like)
    own = Layout(rng, operand_shape(rng, layout.shape), d.itemsize, repeats=True)
    if style < 0.35:
        if own.end <= len(buffer):
            return own.view(buffer, d), own, d, None
        if d.itemsize == like.itemsize and layout.shape and min(layout.shape) > 1:
            # The target, moved by one item or reversed.
            axis = int(rng.integers(0, len(layout.shape)))
            own.shape = layout.shape
            own.strides = list(layout.strides)
            own.strides[axis] = -own.strides[axis]
            own.offset = layout.offset + (layout.shape[axis] - 1) * layout.strides[axis]
            return own.view(buffer, d), own, d, None
    memory = bytearray(own.end)
    a = own.view(memory, d)
    fill(rng, a, d)
    return a, own, d, memory


def fill(rng, a, d):
    count = a.size
    if count:
        a[...] = values(rng, d, count).reshape(a.shape)


def number(rng, d):
    if rng.random() < 0.5:
        return ('double', float(pick(rng, [0.0, -0.0, 1.5, 2.0, -3.25, 1e10, 1e300, float('nan'), float('inf'), float(rng.normal())])))
    if rng.random() < 0.6:
        return ('long', int(rng.integers(0, 100)))
    return ('long', int(rng.integers(-2**63, 2**63 - 1) >> int(rng.integers(0, 64))))


def bounds(rng, d):
    if rng.random() < (0.2 if d.kind in 'iubmM' else 0.8):
        two = sorted(float(pick(rng, [0.0, -0.0, -1.0, 1.0, 3.5, -1e5, 1e300, float(rng.normal())])) for _ in range(2))
        kind = 'double'
    else:
        two = sorted(int(rng.integers(-2**63, 2**63 - 1) >> int(rng.integers(0, 64))) for _ in range(2))
        kind = 'long'
    if rng.random() < 0.1:
        two = two[::-1]
    return kind, two


BINARY = {'plus': np.add, 'minus': np.subtract, 'times': np.multiply, 'dividedBy': np.true_divide}

COMBINE = {
    'FLOOR_DIVIDED_BY': np.floor_divide, 'REMAINDER': np.remainder, 'POWER': np.power,
    'MINIMUM': np.minimum, 'MAXIMUM': np.maximum, 'AND': np.bitwise_and, 'OR': np.bitwise_or,
    'XOR': np.bitwise_xor, 'SHIFTED_LEFT': np.left_shift, 'SHIFTED_RIGHT': np.right_shift,
    'FMOD': np.fmod, 'FMIN': np.fmin, 'FMAX': np.fmax, 'COPYSIGN': np.copysign, 'NEXTAFTER': np.nextafter,
    'LOGICAL_AND': np.logical_and, 'LOGICAL_OR': np.logical_or, 'LOGICAL_XOR': np.logical_xor}
MAP = {
    'NEGATIVE': np.negative, 'ABSOLUTE': np.absolute, 'SQRT': np.sqrt, 'RINT': np.rint,
    'FLOOR': np.floor, 'CEIL': np.ceil, 'TRUNC': np.trunc, 'INVERTED': np.invert,
    'IS_NAN': np.isnan, 'IS_FINITE': np.isfinite, 'IS_INFINITE': np.isinf, 'SQUARE': np.square,
    'RECIPROCAL': np.reciprocal, 'SIGN': np.sign, 'DEGREES': np.degrees, 'RADIANS': np.radians,
    'SIGNBIT': np.signbit, 'LOGICAL_NOT': np.logical_not}


class Inexact(Exception):
    """What differs from NumPy in the last place: another test's business."""


def leave_out_combined(op, target, *operands):
    kinds = {np.asarray(a).dtype.kind for a in operands}
    times = kinds & set('mM')
    if op.startswith('LOGICAL'):
        if target.dtype.kind in 'mM':
            raise TypeError('left out')
        return
    if times and (op not in ('MINIMUM', 'MAXIMUM', 'FMIN', 'FMAX') or len(kinds) > 1):
        raise TypeError('left out')
    if op == 'POWER' and kinds & set('fc'):
        raise Inexact


def leave_out_mapped(op, a):
    if a.dtype.kind == 'c' and op in ('ABSOLUTE', 'SQRT', 'SIGN'):
        raise Inexact
    if a.dtype.kind in 'mM':
        raise TypeError('left out')
    # Bytes that are neither 0 nor 1 NumPy copies.
    if a.dtype.kind == 'b' and op in ('FLOOR', 'CEIL', 'TRUNC'):
        raise Inexact


def b64(data):
    return base64.b64encode(bytes(data)).decode('ascii')


def scalar(kind, value):
    return {'kind': kind, 'bits': str(int(np.array(value, 'f8').view('i8')) if kind == 'double' else value)}


def leave_out_ticks(target, *operands):
    times = [a for a in operands if a.dtype.kind in 'mM']
    integers_as_ticks = target.dtype.kind in 'mM' and not times
    units = {a.dtype.str[2:] for a in times + [target] if a.dtype.kind in 'mM'}
    if integers_as_ticks or len(units) > 1:
        raise TypeError('left out')


def leave_out_chosen(*arrays):
    """Times are chosen among those of one dtype only."""
    kinds = {a.dtype.newbyteorder('<') for a in arrays}
    if len(kinds) > 1 and any(k.kind in 'mM' for k in kinds):
        raise Inexact


def choice(rng, layout, buffer, operands):
    """A mask of its own, any byte of which but 0 is true, or one over the memory of the target."""
    d = np.dtype('?')
    own = Layout(rng, operand_shape(rng, layout.shape), 1, repeats=True)
    shared = own.end <= len(buffer) and rng.random() < 0.2
    memory = buffer if shared else bytearray(own.end)
    if not shared:
        memory[:] = (rng.integers(0, 256, len(memory)) * rng.integers(0, 2, len(memory))).astype('u1').tobytes()
    operands.append({'dtype': '?', 'layout': own.json(), 'bytes': None if shared else b64(memory)})
    return own.view(memory, d)


def fresh(op, left, right):
    """A new array; of complex numbers NumPy multiplies few with other roundings than many."""
    made = BINARY[op](left, right)
    if made.dtype.kind == 'c':
        return None
    made = np.ascontiguousarray(made).reshape(np.shape(made))
    return {'dtype': made.dtype.str, 'shape': made.shape, 'bytes': b64(made.tobytes())}


def apply(op, left, right, target):
    # Into one complex item in place NumPy multiplies with other roundings than into many, or another.
    out = np.empty_like(target) if target.dtype.kind == 'c' else target
    BINARY[op](left, right, out=out)
    target[...] = out


def case(rng):
    d = dtype(rng)
    layout = Layout(rng, shape(rng), d.itemsize)
    buffer = bytearray(layout.end + int(rng.integers(0, 20)))
    buffer[:] = rng.integers(0, 256, len(buffer), dtype='u1').tobytes()
    target = layout.view(buffer, d)
    fill(rng, target, d)
    before = bytes(buffer)
    c = {'dtype': d.str, 'target': layout.json(), 'before': b64(before)}
    operands = []

    def take():
        a, own, kind, memory = operand(rng, target, layout, buffer, d)
        operands.append({'dtype': kind.str, 'layout': own.json(), 'bytes': None if memory is None else b64(memory)})
        return a

    op = pick(rng, ['combine', 'combine', 'map', 'map', 'plus', 'minus', 'times', 'dividedBy', 'plus', 'minus', 'times', 'addScaled', 'clip', 'assign', 'where', 'where'])
    c['op'] = op
    try:
        if op in BINARY:
            left = target if rng.random() < 0.4 else take()
            if left is target and not operands:
                operands.append(None)
            if rng.random() < 0.4:
                kind, value = number(rng, d)
                c['number'] = scalar(kind, value)
                leave_out_ticks(target, left)
                new = fresh(op, left, value)
                apply(op, left, value, target)
            else:
                right = take()
                leave_out_ticks(target, left, right)
                new = fresh(op, left, right)
                apply(op, left, right, target)
            if new is not None:
                c['fresh'] = new
        elif op == 'combine':
            c['operation'] = pick(rng, list(COMBINE))
            left = take()
            if rng.random() < 0.3:
                kind, right = number(rng, d)
                c['number'] = scalar(kind, right)
            else:
                right = take()
                leave_out_ticks(target, right)
            leave_out_ticks(target, left)
            leave_out_combined(c['operation'], target, left, right)
            COMBINE[c['operation']](left, right, out=target)
        elif op == 'map':
            c['operation'] = pick(rng, list(MAP))
            left = take()
            leave_out_ticks(target, left)
            leave_out_mapped(c['operation'], left)
            # NumPy itself reads items of a repeated operand that it has overwritten.
            MAP[c['operation']](left.copy(), out=target)
        elif op == 'addScaled':
            right = take()
            kind, value = number(rng, d)
            c['number'] = scalar(kind, value)
            if 'm' in (d.kind + right.dtype.kind).lower():
                raise TypeError('left out')
            np.add(target, np.multiply(right, value), out=target)
        elif op == 'where':
            mask = choice(rng, layout, buffer, operands)
            left = take()
            if rng.random() < 0.3:
                kind, right = number(rng, d)
                c['number'] = scalar(kind, right)
                leave_out_chosen(target, left)
                if left.dtype.kind == 'M':
                    raise Inexact
                # Where it does not fit NumPy wraps it.
                left.dtype.kind in 'iu' and kind == 'long' and np.array(right, left.dtype)
            else:
                right = take()
                leave_out_chosen(target, left, right)
            np.copyto(target, np.where(mask, left, right), casting='same_kind')
        elif op == 'clip':
            kind, two = bounds(rng, d)
            c['bounds'] = [scalar(kind, two[0]), scalar(kind, two[1])]
            if d.kind == 'c' or (kind == 'double' and d.kind in 'mM'):
                raise TypeError('left out')
            if d.kind in 'mM':
                two = [np.array(v, 'i8').view(d.newbyteorder('<')) for v in two]
            np.clip(target, two[0], two[1], out=target)
        elif op == 'assign':
            right = take()
            if right.dtype.newbyteorder('<') != d.newbyteorder('<'):
                raise TypeError('left out')
            # As with functions of one operand.
            np.copyto(target, right.copy())
        if d.kind in 'fc':
            parts = [target] if d.kind == 'f' else [target.real, target.imag]
            for part in parts:
                part[np.isnan(part)] = np.nan
                if op == 'combine':
                    # Of two zeros NumPy takes one or the other, by how many there are.
                    part[part == 0] = 0
        c['after'] = b64(buffer)
    except (TypeError, OverflowError, ValueError) as e:
        c['error'] = type(e).__name__ + ' ' + str(e)
    c['operands'] = operands
    return json.dumps(c)


def cases(seed, count):
    rng = np.random.default_rng(seed)
    with np.errstate(all='ignore'):
        made = []
        while len(made) < count:
            try:
                one = case(rng)
            except Inexact:
                continue
            # What NumPy refuses is in the minority.
            if '"error"' not in one or rng.random() < 0.2:
                made.append(one)
        return made
