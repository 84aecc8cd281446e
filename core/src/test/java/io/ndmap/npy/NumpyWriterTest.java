package io.ndmap.npy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.testing.Corpus;
import io.ndmap.testing.Python;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Random dtypes and shapes, written by the NumPy on this machine and here.
class NumpyWriterTest {

  @Test
  void headersToTheByte() {
    JsonObject ask = new JsonObject();
    ask.add("corpus", new JsonPrimitive(Corpus.path("").toString()));
    ask.add("count", new JsonPrimitive(1500));
    JsonArray cases =
        Python.answer(
                """
                import io, random
                sys.path.insert(0, ask['corpus'])
                import dtype_bytes as G, numpy as np
                try: from numpy.lib import _format_impl as F
                except ImportError: from numpy.lib import format as F
                r = random.Random(11)
                answer = []
                for i in range(ask['count']):
                    dt = np.dtype(r.choice(G.PRIMS)) if r.random() < 0.2 else G.rand_dtype(r, names=G.NAMES)
                    shape = tuple(r.choice([0, 1, 2, 7, 10**4, 30001]) for _ in range(r.randint(0, 4)))
                    version = r.choice([None, None, (1, 0), (2, 0), (3, 0)])
                    out = io.BytesIO()
                    d = {'descr': F.dtype_to_descr(dt), 'fortran_order': r.random() < 0.5, 'shape': shape}
                    try: F._write_array_header(out, d, version); header = out.getvalue().hex()
                    except ValueError: header = None
                    answer.append([repr(d['descr']), d['fortran_order'], shape, version and version[0], header])\
                """,
                ask)
            .getAsJsonArray();
    for (var element : cases) {
      JsonArray row = element.getAsJsonArray();
      DType dtype = DType.parse(row.get(0).getAsString());
      assertThat(dtype.descr()).isEqualTo(row.get(0).getAsString());
      Order order = row.get(1).getAsBoolean() ? Order.F : Order.C;
      Shape shape =
          Shape.of(
              row.get(2).getAsJsonArray().asList().stream()
                  .mapToLong(s -> s.getAsLong())
                  .toArray());
      String expected = row.get(4).isJsonNull() ? "refused" : row.get(4).getAsString();
      int major = row.get(3).isJsonNull() ? 0 : row.get(3).getAsInt();
      assertThat(written(major, dtype, order, shape)).as(row.toString()).isEqualTo(expected);
    }
    assertThat(cases).hasSize(1500);
  }

  private static String written(int major, DType dtype, Order order, Shape shape) {
    try {
      byte[] header =
          switch (major) {
            case 1 -> NpyHeaderCodec.encode(NpyVersion.V1_0, dtype, order, shape);
            case 2 -> NpyHeaderCodec.encode(NpyVersion.V2_0, dtype, order, shape);
            case 3 -> NpyHeaderCodec.encode(NpyVersion.V3_0, dtype, order, shape);
            default -> NpyHeaderCodec.encode(dtype, order, shape);
          };
      return HexFormat.of().formatHex(header);
    } catch (DTypeException e) {
      return "refused";
    }
  }

  /// Headers of NumPy's are read and written again, equal to the byte.
  @Test
  void titlesThatAreNoStrings() {
    JsonArray headers =
        Python.answer(
                """
                import io, math, random, struct, numpy as np
                try: from numpy.lib import _format_impl as F
                except ImportError: from numpy.lib import format as F
                r = random.Random(13)
                def number():
                    x = struct.unpack('<d', r.randbytes(8))[0]
                    return x if math.isfinite(x) else 0.5
                def title(depth):
                    k = r.randrange(13 if depth < 3 else 8)
                    some = lambda: [title(depth + 1) for i in range(r.randrange(3))]
                    return [lambda: r.getrandbits(r.randrange(100)) * r.choice([1, -1]), number,
                            lambda: r.choice([1e15, 1e16, 0.0001, 0.00001, -0.0, 5e-324, 1.5, 1e22]),
                            lambda: r.randbytes(r.randrange(4)), lambda: r.choice([True, False]),
                            lambda: complex(number(), number()), lambda: complex(0, number()),
                            lambda: r.choice([b"'", b"'\\x22", None if depth else 1, "a'b" if depth else 2]),
                            lambda: tuple(some()), some, lambda: (title(depth + 1),),
                            lambda: dict((i, t) for i, t in enumerate(some())), lambda: set()][k]()
                answer = []
                def write(dt):
                    out = io.BytesIO()
                    np.lib.format.write_array_header_1_0(out, {'descr': F.dtype_to_descr(dt), 'fortran_order': False, 'shape': (3,)})
                    return out
                for i in range(2000):
                    out = write(np.dtype([((title(0), 'a'), '<f4'), ('b', '<i2', 3), ((title(0), 'c'), [((title(0), 'd'), '>u4')])]))
                    out.seek(0); F.read_magic(out)
                    again = write(F.read_array_header_1_0(out, 10**6)[2])
                    answer.append([out.getvalue().hex(), again.getvalue().hex()])\
                """,
                new JsonPrimitive(0))
            .getAsJsonArray();
    int same = 0;
    for (var element : headers) {
      String first = element.getAsJsonArray().get(0).getAsString();
      String again = element.getAsJsonArray().get(1).getAsString();
      byte[] header = HexFormat.of().parseHex(first);
      NpyHeader read =
          NpyHeaderCodec.decodeAny(ByteBuffer.wrap(header), "x.npy", HeaderLimits.DEFAULT);
      assertThat(written(1, read.dtype(), read.order(), read.shape()))
          .as(new String(header, StandardCharsets.ISO_8859_1))
          .isEqualTo(again);
      same += first.equals(again) ? 1 : 0;
    }
    // Python itself reads -1j, which it writes for a real part of +0, with one of -0.
    assertThat(same).isGreaterThan(1500);
    assertThat(headers).hasSize(2000);
  }

  @Test
  void alignedStructures() {
    JsonArray cases =
        Python.answer(
                """
                import random, numpy as np
                r = random.Random(12)
                LEAVES = ['|b1', '<i2', '>i4', '<u8', '<f2', '<f16', '<c8', '<c32', '|S3', '<U2', '|V5', '<M8[s]']
                def fields(depth):
                    out = []
                    for i in range(r.randint(1, 5)):
                        f = fields(depth + 1) if depth < 2 and r.random() < 0.3 else r.choice(LEAVES)
                        out.append(['f%d' % i, f, r.choice([0, 0, 1, 3])])
                    return out
                def make(spec):
                    return np.dtype([(n, make(f) if type(f) is list else f) + ((k,) if k else ()) for n, f, k in spec],
                                    align=True)
                answer = []
                for i in range(500):
                    spec = fields(0)
                    answer.append([spec, repr(np.lib.format.dtype_to_descr(make(spec)))])\
                """,
                new JsonPrimitive(0))
            .getAsJsonArray();
    for (var element : cases) {
      JsonArray row = element.getAsJsonArray();
      assertThat(aligned(row.get(0).getAsJsonArray()).descr()).isEqualTo(row.get(1).getAsString());
    }
    assertThat(cases).hasSize(500);
  }

  private static StructType aligned(JsonArray spec) {
    List<Field> fields = new ArrayList<>();
    for (var element : spec) {
      JsonArray field = element.getAsJsonArray();
      DType dtype =
          field.get(1).isJsonArray()
              ? aligned(field.get(1).getAsJsonArray())
              : DType.parse(field.get(1).getAsString());
      int count = field.get(2).getAsInt();
      fields.add(
          Field.of(
              field.get(0).getAsString(),
              count == 0 ? dtype : new SubarrayType(dtype, List.of(count))));
    }
    return StructType.aligned(fields);
  }
}
