package io.ndmap.pickle;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import io.ndmap.testing.Python;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Arrays in arrays of objects are printed as NumPy prints them: with their dtype, above 1000
/// elements with their shape, and in lines.
class NestedArrayTextTest {

  private static final String MAKE =
      """
      import base64, io
      rng = np.random.default_rng(ask[0])

      def plain():
          shape = [(), (0,), (3,), (0, 3), (2, 3), (40,), (2, 30), (1001,), (30, 40), (2, 2, 2),
                   (2, 0, 2), (300,), (4, 1000)][rng.integers(13)]
          dtype = ['f8', '<f4', '>f8', 'i8', 'u1', '>i2', '?', 'c16', 'c8', 'S3', 'U2', 'V2', 'M8[D]',
                   'M8[25s]', '>m8[s]', 'm8[ns]', 'f2', [('a', 'i4'), ('b', 'f4', 2)]][rng.integers(18)]
          if isinstance(dtype, list):
              return np.zeros(shape, dtype)
          if dtype[0] == 'S' or dtype[0] == 'U':
              return rng.integers(0, 99, shape).astype(dtype)
          if dtype[0] == 'V':
              return np.zeros(shape, dtype)
          numbers = np.asarray(rng.normal(size=shape) * 100)
          return numbers.astype('i8' if 'm8' in dtype.lower() else 'f8').astype(dtype)

      def value(depth):
          kind = rng.integers(7 if depth < 2 else 4)
          if kind < 3:
              return plain()
          if kind == 3:
              return ['text', None, 1, 2.5][rng.integers(4)]
          if kind == 4:
              return [value(depth + 1) for _ in range(rng.integers(3))]
          if kind == 5:
              return (value(depth + 1),)
          return filled(depth + 1)

      def filled(depth):
          a = np.empty([(), (1,), (3,), (2, 2), (5,), (0,), (2, 1, 2)][rng.integers(1, 7)], object)
          for i in np.ndindex(a.shape):
              a[i] = value(depth)
          return a

      answer = []
      for _ in range(ask[1]):
          a = filled(0)
          file = io.BytesIO()
          np.save(file, a, allow_pickle=True)
          answer.append([base64.b64encode(file.getvalue()).decode(), str(a)])
      """;

  @Test
  void agreesWithNumpy() throws IOException {
    agreesWithNumpy(100);
  }

  @Tag("slow")
  @Test
  void agreesWithNumpyInManyCases() throws IOException {
    agreesWithNumpy(400);
  }

  private static void agreesWithNumpy(int count) throws IOException {
    JsonArray ask = new JsonArray();
    ask.add(41);
    ask.add(count);
    JsonElement cases = Python.answer(MAKE, ask);
    int shapes = 0;
    for (JsonElement each : cases.getAsJsonArray()) {
      byte[] file = Base64.getDecoder().decode(each.getAsJsonArray().get(0).getAsString());
      String expected = each.getAsJsonArray().get(1).getAsString();
      assertThat(
              ObjectArrays.read(new ByteArrayInputStream(file), "x.npy", PickleLimits.DEFAULT)
                  .toString())
          .isEqualTo(expected);
      shapes += expected.contains("shape=(1001,)") ? 1 : 0;
    }
    assertThat(shapes).isPositive();
  }
}
