# What all programs for live comparisons begin with: random arrays, and how a case is written.
#
# A case on stdout is a JSON text and raw bytes, each after its length as a big-endian 32-bit integer.
# The text refers to the bytes as [offset, length].
import json
import random
import struct
import sys

import numpy as np
from numpy.lib.format import dtype_to_descr

seed, count = int(sys.argv[1]), int(sys.argv[2])
rng = random.Random(seed)
out = sys.stdout.buffer

NUMBERS = ['|b1', '|i1', '|u1'] + [
    order + code
    for order in '<>'
    for code in ('i2', 'i4', 'i8', 'u2', 'u4', 'u8', 'f2', 'f4', 'f8', 'f16', 'c8', 'c16', 'c32')
]
OTHERS = [
    '<M8[s]', '>M8[25us]', '<m8[ns]', '>m8[D]', '<M8[M]', '|S1', '|S7', '<U1', '>U3', '|V1', '|V3', '|V8',
    [('a', '<i4'), ('b', '>f8')],
    [('x', '|i1'), ('', '|V3'), ('y', '>c8', (2,)), ('z', '<u2', (2, 3))],
    [('n', [('p', '>i2'), ('q', '|S3')]), ('m', '<f8')],
]
DTYPES = [np.dtype(d) if isinstance(d, str) else np.lib.format.descr_to_dtype(d) for d in NUMBERS + OTHERS]


class Case:
    def __init__(self):
        self.json = {}
        self.raw = bytearray()

    def bytes(self, data):
        at = len(self.raw)
        self.raw += data
        return [at, len(data)]

    def array(self, key, a):
        """An array as its items in C order, bit by bit: padding too."""
        items = a.view('V%d' % a.dtype.itemsize) if a.dtype.itemsize else a
        data = b'' if a.dtype.itemsize == 0 else items.tobytes()
        self.json[key] = {
            'dtype': repr(dtype_to_descr(a.dtype)), 'shape': list(a.shape), 'data': self.bytes(data)}

    def emit(self):
        text = json.dumps(self.json, separators=(',', ':')).encode('ascii')
        out.write(struct.pack('>I', len(text)) + text + struct.pack('>I', len(self.raw)) + self.raw)


def random_shape(most=256):
    rank = rng.choice((0, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6))
    while True:
        shape = tuple(rng.choice((0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 9)) if rng.random() < .9
                      else rng.randrange(1, 20) for _ in range(rank))
        if int(np.prod(shape)) <= most and (0 not in shape or rng.random() < .3):
            return shape


def random_array(dtype, shape):
    """Any bits at all, in C or F order."""
    size = int(np.prod(shape)) * dtype.itemsize
    flat = np.frombuffer(rng.randbytes(size), np.uint8)
    if dtype.itemsize == 0:
        return np.zeros(shape, dtype)
    return np.ndarray(shape, dtype, flat.tobytes(), order=rng.choice('CF'))


PLAIN = (0, 1, 1, 2, 3, 5, -1, 100, 127, 255, 2**15, 2**24 + 1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, -2**63, 2**64 - 1)
ODD = (.5, -0., float('nan'), float('inf'), -float('inf'), 1e300, 2.**-30)


def numbers(dtype, shape):
    """Numbers that many dtypes have in common, and some that they do not."""
    small = rng.random() < .6
    odd = rng.random() < .3
    n = int(np.prod(shape))
    wide = np.empty(n, object)
    for i in range(n):
        value = rng.choice(PLAIN[:5] if small else PLAIN)
        wide[i] = rng.choice(ODD) if odd and rng.random() < .2 else value
    with np.errstate(all='ignore'):
        if dtype.kind in 'fc':
            a = wide.astype('f16').astype(dtype)
            if dtype.kind == 'c' and rng.random() < .5:
                a.imag[:] = rng.choice((1, -0., float('nan')))
        else:
            ints = [0 if isinstance(v, float) else v for v in wide]
            bits = 8 * dtype.itemsize
            a = np.array([v % 2**bits for v in ints], 'u%d' % dtype.itemsize)
            a = a.astype(dtype) if dtype.kind in 'ub' else a.view('i%d' % dtype.itemsize).astype(dtype)
    return a.reshape(shape)


def array_of(dtype, shape):
    if dtype.names:
        a = np.zeros(shape, dtype)
        for name in dtype.names:
            field = a[name]
            field[...] = numbers(field.dtype, field.shape)
        return a
    if dtype.kind in 'Mm':
        # Few enough ticks for NumPy to convert them to any other unit.
        a = np.array([rng.choice((0, 1, 12, 60, 400, -1, -7, -2**63)) for _ in range(int(np.prod(shape)))], 'i8')
        return a.astype(dtype).reshape(shape)
    if dtype.kind in 'SUV':
        n = int(np.prod(shape))
        size = dtype.itemsize // (4 if dtype.kind == 'U' else 1)
        texts = [''.join(rng.choice('ab\0') for _ in range(min(2, size))) for _ in range(n)]
        values = texts if dtype.kind == 'U' else [t.encode() for t in texts]
        return np.array(values, 'S%d' % size if dtype.kind == 'V' else dtype).view(dtype).reshape(shape)
    return numbers(dtype, shape)


def any_array(dtype=None, shape=None):
    dtype = dtype or rng.choice(DTYPES)
    shape = random_shape(120) if shape is None else shape
    return random_array(dtype, shape) if dtype.names else array_of(dtype, shape)


def source(case, key, dtype=None, shape=None):
    return given(case, key, any_array(dtype, shape))


def given(case, key, a):
    """An array by way of some views of another one, which Java takes too."""
    case.array(key, a)
    steps = rng.sample('TRH', rng.choice((0, 1, 2))) if a.ndim else []
    for step in steps:
        a = a.T if step == 'T' else np.flip(a) if step == 'R' else a[..., ::2]
    case.json[key]['steps'] = steps
    return a


def random_axis(a, more=0):
    n = a.ndim + more
    return rng.randrange(-n - (rng.random() < .05), n + (rng.random() < .05)) if n else rng.choice((0, -1))


def param(case, name, value):
    case.json[name] = value
    return value
