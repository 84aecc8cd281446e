"""Arrays of every kind as files, and what clients of Zarr read of them over HTTP.

Clients, one or several, are given the folder and the address under which it is a group. Chunks there have a few
hundred bytes. Under LARGE it is a group with chunks as they usually are.
"""
import itertools
import json
import os
import sys

import numpy as np

NUMBERS = ['b1', 'i1', 'i2', 'i4', 'i8', 'u1', 'u2', 'u4', 'u8', 'f2', 'f4', 'f8', 'c8', 'c16']
SHAPES = [(), (0,), (3, 0, 2), (7,), (101,), (13, 7), (5, 4, 3), (3, 5, 2, 4), (2, 3, 2, 3, 5)]


def make(folder, selection):
    """Each kind of numbers in one shape, or in every other one."""
    rng = np.random.default_rng(44)

    def random(dtype, shape):
        # Values of which sums are exact in any order.
        values = rng.integers(-50, 50, shape) if np.dtype(dtype).kind != 'u' else rng.integers(0, 90, shape)
        array = np.asarray(values).astype(dtype)
        return array + (1j * rng.integers(-9, 9, shape)).astype(dtype) if array.dtype.kind == 'c' else array

    os.mkdir(f'{folder}/numbers')
    kinds = [kind for kind in itertools.product(NUMBERS, '<>', 'CF') if kind[1] == '<' or kind[0][1] != '1']
    for n, (dtype, sign, order) in enumerate(kinds):
        # Of every other shape the next kind has the others.
        chosen = [(n + 2) % len(SHAPES)] if selection == 'few' else range((n + n // 2) % 2, len(SHAPES), 2)
        for k in chosen:
            shape = SHAPES[k]
            array = np.asarray(random(sign + dtype, shape), sign + dtype, order)
            np.save(f'{folder}/numbers/{"le" if sign == "<" else "be"}-{dtype}-{order}-{k}.npy', array)
    np.save(f'{folder}/large.npy', np.asfortranarray(rng.standard_normal((3, 1000, 1000)).astype('>f4')))
    np.save(f'{folder}/times.npy', np.array(['2024-02-29T12:34:56.789', '1969-07-20', 'NaT'], '>M8[ns]'))
    np.save(f'{folder}/days.npy', np.array(['2024-02-29', '0001-01-01', '9999-12-31'], '<M8[D]'))
    np.save(f'{folder}/spans.npy', np.array([1, -2, 86_400_000], '<m8[ms]'))
    np.save(f'{folder}/bytes.npy', np.array([b'ab', b'', b'abcde']))
    np.save(f'{folder}/text.npy', np.array(['ab', '', 'gr\u00f6\u00df\U0001f600'], '>U5'))
    records = np.zeros((4, 3), [('a', '<f4'), ('b', [('c', '>i2'), ('d', 'u1', (2,))])])
    records['a'] = random('f4', (4, 3))
    records['b']['c'] = random('i2', (4, 3))
    records['b']['d'] = random('u1', (4, 3, 2))
    np.save(f'{folder}/records.npy', np.asfortranarray(records))
    np.savez(f'{folder}/all.npz', **{'x': random('<i4', (5, 6)), 'g/y': random('>f8', (6,)), 'one': np.float64(2.5)})


def numbers(folder):
    for name in sorted(os.listdir(f'{folder}/numbers')):
        yield name, np.load(f'{folder}/numbers/{name}')


OPTIONS = {'client_kwargs': {'headers': {'Authorization': f'token {os.environ.get("NDMAP_TOKEN")}'}}}
LARGE = os.environ.get('NDMAP_LARGE')


def store(url):
    import fsspec
    return fsspec.get_mapper(url, **OPTIONS)


def check_zarr(folder, url):
    import zarr
    group = zarr.open_consolidated(store(url), mode='r')
    count = 0
    for name, expected in numbers(folder):
        array = group['numbers'][name]
        same(name, array.dtype, expected.dtype)
        same(name, array.shape, expected.shape)
        whole = array[...]
        assert np.array_equal(whole, expected), name
        same(name, np.asarray(whole).sum(), expected.sum())
        if expected.size and expected.ndim > 1:
            assert np.array_equal(array[-1:, 1::2], expected[-1:, 1::2]), name
        count += 1
    assert group['numbers']['be-f8-F-7.npy'].nchunks == 4
    records = np.load(f'{folder}/records.npy')
    assert np.array_equal(group['records.npy/a'][:], records['a'])
    assert np.array_equal(group['records.npy/b/c'][:], records['b']['c'])
    assert np.array_equal(group['records.npy/b/d'][:], records['b']['d'])
    with np.load(f'{folder}/all.npz') as archive:
        for name in archive.files:
            assert np.array_equal(group['all.npz'][name][...], archive[name]), name
    for name in ['bytes', 'text']:
        assert np.array_equal(group[f'{name}.npy'][:], np.load(f'{folder}/{name}.npy')), name
    times = np.load(f'{folder}/times.npy')
    assert np.array_equal(group['times.npy'][:], times.view('>i8'))
    # Without consolidated documents, and an array by itself.
    alone = zarr.open_array(store(f'{LARGE}/large.npy'), mode='r')
    assert alone.shape == (3, 1000, 1000) and alone.nchunks == 3, alone.info
    assert np.array_equal(alone[1:, 5:900:7], np.load(f'{folder}/large.npy')[1:, 5:900:7])
    group = zarr.open_group(store(os.path.dirname(url)), mode='r')
    assert f'{os.path.basename(folder)}/days.npy' in group and 'nothing' not in group
    print(f'zarr-python {zarr.__version__}: {count} arrays')


def check_zarr3(folder, url):
    """zarr-python 3 reads both versions."""
    import zarr
    for version in [2, 3]:
        group = zarr.open_group(url, mode='r', zarr_format=version, storage_options=OPTIONS)
        count = 0
        for name, expected in numbers(folder):
            array = group[f'numbers/{name}']
            same(name, array.shape, expected.shape)
            same(name, array.dtype.newbyteorder('='), expected.dtype.newbyteorder('='))
            whole = np.asarray(array[...])
            assert np.array_equal(whole, expected), name
            same(name, whole.sum(), expected.sum())
            count += 1
        assert np.array_equal(group['records.npy/b/d'][:], np.load(f'{folder}/records.npy')['b']['d'])
        for name in ['bytes', 'text']:
            assert np.array_equal(group[f'{name}.npy'][:], np.load(f'{folder}/{name}.npy')), name
        print(f'zarr-python {zarr.__version__}, version {version}: {count} arrays')


def check_dask(folder, url):
    import dask
    import dask.array as da
    mapper = store(f'{url}/numbers')
    count = 0
    with dask.config.set(scheduler='threads', num_workers=2):
        for name, expected in numbers(folder):
            if expected.size:
                array = da.from_zarr(mapper, component=name)
                same(name, array.sum().compute(), expected.sum())
                count += 1
        large = da.from_zarr(store(f'{LARGE}/large.npy'))
        assert large.numblocks == (1, 1, 3), large
        expected = np.load(f'{folder}/large.npy')
        same('large', large.max().compute(), expected.max())
        np.testing.assert_allclose(large.sum(dtype='f8').compute(), expected.sum(dtype='f8'))
    print(f'dask {dask.__version__}: {count} arrays')


def check_xarray(folder, url):
    import xarray
    data = xarray.open_zarr(store(f'{url}/numbers'))
    count = 0
    for name, expected in numbers(folder):
        array = data[name]
        assert np.array_equal(array.values, expected), name
        same(name, array.dtype.newbyteorder('='), expected.dtype.newbyteorder('='))
        count += 1
    top = xarray.open_zarr(store(url), drop_variables=['days.npy', 'large.npy'])
    assert np.array_equal(top['times.npy'].values, np.load(f'{folder}/times.npy').astype('<M8[ns]'), equal_nan=True), \
        top['times.npy'].values
    assert np.array_equal(top['spans.npy'].values, np.load(f'{folder}/spans.npy').astype('m8[ns]'))
    large = xarray.open_zarr(store(LARGE), drop_variables=['days.npy'])['large.npy']
    np.testing.assert_allclose(float(large.astype('f8').sum()), np.load(f'{folder}/large.npy').sum(dtype='f8'))
    days = xarray.open_zarr(store(url), decode_times=False)['days.npy']
    assert np.array_equal(days.values, np.load(f'{folder}/days.npy').astype('i8'))
    print(f'xarray {xarray.__version__}: {count} arrays')


def names(folder):
    """Those that JavaScript has numbers for."""
    print(*[f'numbers/{name}' for name, array in numbers(folder) if array.dtype.kind != 'c' and array.dtype.str[1:] != 'f2'],
          'records.npy/b/d', 'all.npz/g/y', 'times.npy', 'text.npy', 'bytes.npy')


def check_zarrita(folder, output):
    with open(output, encoding='utf-8') as file:
        found = json.load(file)
    contents = found.pop('contents')
    assert 'group /all.npz/g' in contents, contents
    for name, _ in numbers(folder):
        assert f'array /numbers/{name}' in contents, (name, contents)
    for key, (shape, items) in found.items():
        name, version = key.split()
        if name.startswith('records'):
            expected = np.load(f'{folder}/records.npy')['b']['d']
        elif name.startswith('all.npz'):
            expected = np.load(f'{folder}/all.npz')['g/y']
        else:
            expected = np.load(f'{folder}/{name}')
        if expected.dtype.kind == 'M':
            expected = expected.view('>i8')
        if expected.dtype.kind == 'S':
            expected = expected.astype('U')
        assert tuple(shape) == expected.shape, (key, shape)
        if expected.dtype.kind in 'iu':
            items = [int(item) for item in items]
        assert np.array_equal(np.array(items, expected.dtype), expected.ravel()), key
    print(f'zarrita: {len(found)} arrays')


def same(name, found, expected):
    assert found == expected or found != found and expected != expected, f'{name}: expected {expected}, found {found}'


if __name__ == '__main__':
    programs = {
        'make': make,
        'zarr': check_zarr,
        'zarr3': check_zarr3,
        'dask': check_dask,
        'xarray': check_xarray,
        'names': names,
        'zarrita': check_zarrita,
    }
    for name in sys.argv[1].split():
        programs[name](*sys.argv[2:])
