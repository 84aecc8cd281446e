# Expressions as text for one seed: random ones over three arrays, and what Python makes of them, step by step.
# What NumPy leaves open is left out: which zero an extreme is, integers of floats that do not fit, sums of floats.
from numpy import *

REAL = [d for d in NUMBERS if d[1:] not in ('f16', 'c8', 'c16', 'c32')]
UNARY = ['-{}', 'abs({})', 'square({})', 'sign({})', 'floor({})', 'ceil({})', 'trunc({})', 'rint({})',
         'sqrt({})', 'isnan({})', 'isfinite({})', 'logical_not({})', 'float32({})', 'float64({})', 'bool({})']
BINARY = ['{} + {}', '{} - {}', '{} * {}', '{} / {}', '{} // {}', '{} % {}',
          'logical_and({}, {})', 'copysign({}, {})', 'fmod({}, {})']
COMPARE = ['<', '<=', '==', '!=', '>', '>=']


def number():
    return rng.choice(['1', '2', '3', '7', '100', '300', '0.5', '2.5', '1e3', '-1', '-0.25'])


def leaf():
    kind = rng.random()
    if kind < .15:
        return number()
    name = rng.choice('xyz')
    return name + '[::-1]' if kind < .25 and arrays[name].ndim else name


def comparison(depth):
    return '(%s %s %s)' % (items(depth - 1), rng.choice(COMPARE), tree(depth - 1))


def tree(depth):
    kind = rng.random()
    if depth == 0 or kind < .1:
        return leaf()
    if kind < .3:
        return rng.choice(UNARY).format('(%s)' % tree(depth - 1))
    if kind < .65:
        return '(%s)' % rng.choice(BINARY).format(tree(depth - 1), tree(depth - 1))
    if kind < .67:
        return '(%s %s %d)' % (tree(depth - 1), rng.choice(['<<', '>>']), rng.randrange(1, 4))
    if kind < .7:
        return '(%s ** 2)' % tree(depth - 1)
    if kind < .77:
        return '(%s %s ~%s)' % (comparison(depth), rng.choice('&|^'), comparison(depth))
    if kind < .84:
        return comparison(depth)
    if kind < .94:
        return 'where(%s, %s, %s)' % (comparison(depth), items(depth - 1), items(depth - 1))
    name = rng.choice(['sum', 'count_nonzero', 'any', 'all', 'argmax'])
    reduced = '(x %s %s)' % (rng.choice(COMPARE), tree(depth - 1))
    axis = rng.randrange(-1, 2) if arrays['x'].ndim else None
    where = ', where=' + comparison(depth) if name in ('sum', 'any', 'all') and rng.random() < .5 else ''
    return '%s(%s, axis=%s, keepdims=True%s)' % (name, reduced, axis, where)


def items(depth):
    """No number: NumPy wraps one that does not fit, in a choice alone."""
    while True:
        text = tree(depth)
        if set(text) & set('xyz'):
            return text


def narrowed(shape):
    """A shape that is broadcast to another one."""
    return tuple(1 if rng.random() < .2 else size for size in shape[rng.randrange(len(shape) + 1) if shape else 0:])


made = 0
while made < count:
    shape = random_shape(most=60)[:3]
    arrays = {name: numbers(np.dtype(rng.choice(REAL)), shape if name == 'x' else narrowed(shape)) for name in 'xyz'}
    text = tree(rng.randrange(1, 7))
    if len(text) > 3000 or not set(text) & set('xyz'):
        continue
    case = Case()
    case.json['text'] = text
    for name, array in arrays.items():
        case.array(name, array)
    try:
        with np.errstate(all='ignore'):
            result = np.asarray(eval(text, globals(), arrays))
    except (TypeError, ValueError, OverflowError, ZeroDivisionError, np.exceptions.AxisError) as e:
        case.json['refused'] = str(e)
    else:
        case.array('wanted', result.astype(result.dtype.newbyteorder('<')))
    case.emit()
    made += 1
