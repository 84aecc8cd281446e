package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Reduction;
import io.ndmap.testing.Numpy;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Concatenations, choices, differences, ranges and kept axes are NumPy's, bit by bit.
class LiveJoinTest {

  private static final String MAKER =
      """
      import base64, json
      KINDS = ['?', 'i1', 'u1', '<i2', '>i2', '<u2', '<i4', '>i4', '<u4', '<i8', '<u8', '>u8', '<f2', '<f4', '>f4', '<f8', '>f8',
          '<c8', '<c16', '<f16', '<c32', '<M8[s]', '>M8[s]', '<m8[s]', '>m8[s]', 'S3', 'S5', '<U2', '>U4', 'V3']
      def data(rng, dtype, shape):
          if dtype[0] == 'V':
              return np.frombuffer(rng.bytes(3 * int(np.prod(shape))), dtype).reshape(shape)
          a = rng.integers(-100, 100, shape)
          with np.errstate(all='ignore'):
              a = a.astype('<' + dtype[1:]).astype(dtype) if dtype[1:2] in ('M', 'm') else a.astype('f8').astype(dtype) if np.dtype(dtype).kind == 'u' else a.astype(dtype)
          return a[..., ::-1] if a.ndim and rng.integers(0, 3) == 0 else a
      def array(a):
          if a.dtype.itemsize in (16, 32) and a.dtype.str[1:] in ('f16', 'c32'):
              a = a.copy('C')
              a.reshape(-1).view('u1').reshape(-1, 16)[:, 10:] = 0
          return {'dtype': a.dtype.str, 'shape': a.shape, 'data': base64.b64encode(a.tobytes()).decode()}
      def little(r):
          r = np.asarray(r)
          return array(r.astype(r.dtype.newbyteorder('<')))
      def guarded(f):
          try:
              with np.errstate(all='ignore'):
                  return little(f())
          except (TypeError, ValueError, np.exceptions.AxisError) as e:
              return {'error': type(e).__name__}
      def case(rng):
          rank = int(rng.integers(1, 4))
          shape = [int(x) for x in rng.integers(0 if rng.integers(0, 5) == 0 else 1, 6, rank)]
          axis = int(rng.integers(-rank, rank))
          if rng.integers(0, 3):
              numbers = KINDS[:21]
              kinds = [str(rng.choice(numbers)) for _ in range(int(rng.integers(1, 5)))]
          else:
              group = [KINDS[21:23], KINDS[23:25], KINDS[25:27], KINDS[27:29], KINDS[29:]][rng.integers(0, 5)]
              kinds = [str(rng.choice(group)) for _ in range(int(rng.integers(1, 4)))]
          arrays = []
          for kind in kinds:
              s = list(shape)
              s[axis] = int(rng.integers(0, 4))
              if rng.integers(0, 15) == 0:
                  s[int(rng.integers(0, rank))] += 1
              arrays.append(data(rng, kind, s))
          a = data(rng, str(rng.choice(KINDS[:19] + KINDS[21:25])), shape)
          m = rng.random([1 if rng.integers(0, 4) == 0 else x for x in shape][int(rng.integers(0, rank)):]) < 0.5
          one, two = (data(rng, str(k), [1 if rng.integers(0, 6) == 0 else x for x in shape]) for k in (kinds[0], kinds[-1]))
          n = int(rng.choice([1, 1, 1, 2, 3, 7]))
          return json.dumps({'arrays': [array(x) for x in arrays], 'axis': axis, 'n': n, 'a': array(a),
              'm': array(m), 'one': array(one), 'two': array(two),
              'where': guarded(lambda: np.where(m, one, two)),
              'joined': guarded(lambda: np.concatenate(arrays, axis)),
              'diff': guarded(lambda: np.diff(a, n, axis)),
              'ptp': guarded(lambda: np.ptp(a, axis)),
              'kept': guarded(lambda: np.max(a, axis=axis, keepdims=True)),
              'all': guarded(lambda: np.max(a, keepdims=True))})
      def cases(seed, count):
          rng = np.random.default_rng(seed)
          return [case(rng) for _ in range(count)]
      """;

  /// The arrays that are joined.
  private interface Made {
    NdView<?> make();
  }

  @Test
  void agreesWithNumpy() {
    int results = 0;
    try (Numpy numpy = Numpy.start()) {
      numpy.run(MAKER);
      for (int seed = 0; seed < 10; seed++) {
        for (String line : numpy.run("result += cases(%s, 100)".formatted(seed))) {
          JsonObject json = JsonParser.parseString(line).getAsJsonObject();
          int axis = json.get("axis").getAsInt();
          List<NdView<?>> views = new ArrayList<>();
          json.getAsJsonArray("arrays").forEach(a -> views.add(array(a.getAsJsonObject())));
          NdView<?> a = array(json.getAsJsonObject("a"));
          results += check(json, "joined", () -> NdView.concatenate(axis, views));
          ByteView mask = array(json.getAsJsonObject("m")).as(ByteView.class);
          NdView<?> one = array(json.getAsJsonObject("one"));
          NdView<?> two = array(json.getAsJsonObject("two"));
          results += check(json, "where", () -> one.where(mask, two));
          results += check(json, "diff", () -> a.diff(axis, json.get("n").getAsInt()));
          results += check(json, "ptp", () -> a.ptp(axis));
          results +=
              check(json, "kept", () -> a.reduce(Reduction.MAX, Axes.of(axis).keepingDims()));
          results += check(json, "all", () -> a.reduce(Reduction.MAX, Axes.all().keepingDims()));
        }
      }
    }
    assertThat(results).isGreaterThan(5000);
  }

  private static int check(JsonObject json, String key, Made made) {
    JsonObject answer = json.getAsJsonObject(key);
    if (answer.has("error")) {
      assertThatThrownBy(made::make)
          .as("%s of %s", key, json)
          .isInstanceOf(IllegalArgumentException.class);
      return 0;
    }
    NdView<?> expected = array(answer);
    NdView<?> found;
    try {
      found = made.make();
    } catch (RuntimeException e) {
      throw new AssertionError(key + " of " + json, e);
    }
    assertThat(found.dtype()).as("%s of %s", key, json).isEqualTo(expected.dtype());
    assertThat(found.shape()).as("%s of %s", key, json).isEqualTo(expected.shape());
    assertThat(LiveReductionTest.values(found))
        .as("%s of %s", key, json)
        .isEqualTo(LiveReductionTest.values(expected));
    return 1;
  }

  private static NdView<?> array(JsonObject array) {
    List<Long> sizes = new ArrayList<>();
    for (JsonElement size : array.getAsJsonArray("shape")) {
      sizes.add(size.getAsLong());
    }
    byte[] bytes = Base64.getDecoder().decode(array.get("data").getAsString());
    return NdView.of(
        MemorySegment.ofArray(bytes),
        DType.parse(array.get("dtype").getAsString()),
        Shape.of(sizes.stream().mapToLong(Long::longValue).toArray()),
        Order.C);
  }

  @Test
  void saysWhatCannotBeJoined() {
    NdView<?> ints = NdView.zeros(DType.INT32, 2, 3);
    assertThatThrownBy(() -> NdView.concatenate(0, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("at least one array is needed, found none");
    assertThatThrownBy(() -> NdView.concatenate(0, List.of(NdView.zeros(DType.INT32))))
        .hasMessage("arrays of rank 0 cannot be concatenated");
    assertThatThrownBy(() -> NdView.concatenate(0, List.of(ints, NdView.zeros(DType.INT32, 2, 4))))
        .hasMessage("arrays of shapes (2, 3) and (2, 4) cannot be concatenated along axis 0");
    assertThatThrownBy(() -> NdView.concatenate(2, List.of(ints)))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(
            () -> NdView.concatenate(0, List.of(ints, NdView.zeros(DType.parse("S3"), 2, 3))))
        .isInstanceOf(DTypeException.class)
        .hasMessage(
            "memory: elements of <i4 and elements of |S3 have no dtype in common; use astype"
                + " first");
    assertThat(ints.diff(1, 0).contentEquals(ints)).isTrue();
    assertThatThrownBy(() -> ints.diff(0, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the number of differences must not be negative, found -1");
  }
}
