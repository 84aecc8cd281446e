package io.ndmap.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.layout.Order;
import io.ndmap.testing.Python;
import java.io.BufferedOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Arrays from NumPy through a pipe to us and back, several in one stream.
@Tag("either-way")
class LiveStreamTest {

  /// Saves random arrays to standard output, reads each of them again from standard input, and says
  /// on standard error what differs.
  private static final String PROGRAM =
      """
      import io, random, threading
      seed, count = int(argv[0]), int(argv[1])
      rng = random.Random(seed)
      texts = ['|b1', '|i1', '|u1', '|S0', '|S1', '|S7', '<U1', '>U3', '|V1', '|V8', '|V0', '<M8[s]', '>m8[25us]']
      texts += [o + c for o in '<>' for c in 'i2 i4 i8 u2 u4 u8 f2 f4 f8 f16 c8 c16 c32'.split()]
      dtypes = [np.dtype(t) for t in texts] + [
          np.dtype([('a', '<i4'), ('b', '>f8')]), np.dtype([('x', 'i1'), ('整', '>c8', (2,))]),
          np.dtype({'names': ['p', 'q'], 'formats': ['<i2', '<f8'], 'offsets': [1, 8], 'itemsize': 20})]

      def make():
          dtype = rng.choice(dtypes)
          rank = rng.choice((0, 1, 1, 2, 2, 3, 4))
          shape = tuple(rng.choice((0, 1, 2, 3, 5, 7, 40)) for _ in range(rank))
          if rng.random() < .02:
              shape = (300, 1000)
          size = int(np.prod(shape)) * dtype.itemsize
          if size == 0:
              return np.zeros(shape, dtype, order=rng.choice('CF'))
          return np.ndarray(shape, dtype, rng.randbytes(size), order=rng.choice('CF'))

      arrays = [make() for _ in range(count)]

      def saved(a):
          out = io.BytesIO()  # NumPy itself does not write to a pipe
          versions = (None, (3, 0)) if a.dtype.names else (None, (2, 0), (3, 0))
          np.lib.format.write_array(out, a, rng.choice(versions))
          return out.getvalue()

      def send(streams):
          with open(1, 'wb') as out:
              for s in streams:
                  out.write(s)

      sender = threading.Thread(target=send, args=([saved(a) for a in arrays],), daemon=True)
      sender.start()
      back = sys.stdin.buffer
      for n, a in enumerate(arrays):
          expected = io.BytesIO()
          np.save(expected, np.array(a, order='F') if n % 2 else np.ascontiguousarray(a).reshape(a.shape))
          got = back.read(len(expected.getvalue()))
          same = got == expected.getvalue()
          if a.dtype.names:  # NumPy does not keep the padding of structures
              b = np.load(io.BytesIO(got))
              data = len(got) - a.nbytes
              same = (got[:data] == expected.getvalue()[:data] and b.shape == a.shape
                      and all(b[name].tobytes() == a[name].tobytes() for name in a.dtype.names))
          if not same:
              print(n, a.dtype, a.shape, a.flags.f_contiguous, file=sys.stderr)
      if back.read():
          print('more', file=sys.stderr)
      sender.join()
      """;

  @ParameterizedTest
  @ValueSource(longs = {19})
  void thereAndBack(long seed) throws Exception {
    int count = 300;
    Process python =
        Python.process(
                "-c", "import sys, numpy as np; argv = sys.argv[1:]\n" + PROGRAM, seed, count)
            .redirectError(Redirect.PIPE)
            .start();
    Random random = new Random(seed);
    try (InputStream in = python.getInputStream();
        OutputStream out = new BufferedOutputStream(python.getOutputStream())) {
      for (int n = 0; n < count; n++) {
        NpyReader reader = NpyReader.open(in, "array " + n);
        WriteOptions options = WriteOptions.DEFAULT.withOrder(n % 2 == 1 ? Order.F : Order.C);
        if (random.nextBoolean() && (reader.header().order() == options.order())) {
          pass(reader, out, options);
        } else {
          NpyWriter.write(out, reader.read(), options);
        }
      }
      assertThat(in.read()).isEqualTo(-1);
    }
    assertThat(new String(python.getErrorStream().readAllBytes(), UTF_8)).isEmpty();
    assertThat(python.waitFor()).isZero();
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(longs = {42})
  void thereAndBackOnceMore(long seed) throws Exception {
    thereAndBack(seed);
  }

  /// An array that need not fit into memory.
  private static void pass(NpyReader reader, OutputStream out, WriteOptions options)
      throws Exception {
    var header = reader.header();
    try (NpyWriter writer = NpyWriter.begin(out, header.dtype(), header.shape(), options)) {
      reader.forEachBlock(100, (block, _) -> writer.append(block));
    }
  }
}
