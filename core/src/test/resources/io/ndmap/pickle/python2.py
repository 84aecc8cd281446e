# An array of objects as Python 2 pickled it, whose str are bytes, and what NumPy reads in it.
import base64, io, struct


def text(b):
    return b'U' + bytes([len(b)]) + b if len(b) < 256 else b'T' + struct.pack('<I', len(b)) + b


def array(shape, dtype, data):
    return (b'cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(K\x00t' + text(b'b')
            + b'tR(K\x01' + shape + dtype + b'I00\n' + data + b'tb')


def dtype(kind, order, flags=b'K\x00'):
    return (b'cnumpy\ndtype\n(' + text(kind) + b'K\x00K\x01tR(K\x03' + text(order)
            + b'NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xff' + flags + b'tb')


struct_dtype = (b'cnumpy\ndtype\n(' + text(b'V8') + b'K\x00K\x01tR(K\x03' + text(b'|') + b'N('
                + text(b'a') + text(b'b') + b't}(' + text(b'a') + b'(' + dtype(b'i4', b'<') + b'K\x00t'
                + text(b'b') + b'(' + dtype(b'f4', b'>') + b'K\x04tuK\x08K\x01K\x00tb')
values = [text('Größe'.encode('latin1')), text(b'plain'), b"S'caf\\xe9'\n",
          array(b'(K\x02t', dtype(b'f8', b'<'), text(struct.pack('<2d', 0.5, -1e300))),
          array(b'(K\x01t', struct_dtype, text(struct.pack('<i', -7) + struct.pack('>f', 2.5)))]
out = io.BytesIO()
np.lib.format.write_array_header_1_0(
    out, {'descr': '|O', 'fortran_order': False, 'shape': (len(values),)})
out.write(b'\x80\x02' + array(b'(K' + bytes([len(values)]) + b't', dtype(b'O8', b'|', b'K\x3f'),
                              b'](' + b''.join(values) + b'e') + b'.')


def described(x):
    return x.hex() if isinstance(x, bytes) else x if isinstance(x, str) else repr(x.tolist())


def load(encoding):
    loaded = np.load(io.BytesIO(out.getvalue()), allow_pickle=True, encoding=encoding)
    return [described(x) for x in loaded]


try:
    load('ASCII')
    refused = False
except UnicodeError:
    refused = True
answer = [base64.b64encode(out.getvalue()).decode(), refused, load('latin1'), load('bytes')]
