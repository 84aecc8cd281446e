package io.ndmap.serve.zarr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.answer.Bodies;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import io.ndmap.serve.zarr.MemoryTree.Data;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The bytes of chunks, beside a model that goes through the elements one by one.
class ChunkTest {

  private static final List<String> DTYPES =
      List.of(
          "|b1", "|i1", "<i2", ">i4", "<i8", "|u1", ">u2", "<u4", ">u8", "<f2", ">f4", "<f8", "<c8",
          ">c16", "<M8[ns]", ">m8[s]", "|S5", "<U3", ">U2", "|V7");

  private static final long[][] SHAPES = {
    {},
    {1},
    {7},
    {0},
    {3, 4},
    {5, 0, 2},
    {13, 7},
    {2, 3, 5},
    {4, 1, 6},
    {3, 2, 4, 5},
    {2, 3, 2, 3, 2},
    {1, 1, 1, 97}
  };

  /// With chunks of few bytes there are many of them, and uneven ones.
  @ParameterizedTest
  @ValueSource(ints = {16, 50, 100, 1 << 22})
  void hasTheBytesOfItsItems(int chunkBytes) throws IOException {
    Random random = new Random(chunkBytes);
    MemoryTree tree = new MemoryTree();
    Store store = new Store(new ZarrRoute(tree, new Limits(chunkBytes, 1 << 20, 10)));
    for (String dtype : DTYPES) {
      for (long[] shape : SHAPES) {
        for (Order order : Order.values()) {
          Data data = Data.random(DType.parse(dtype), order, random, shape);
          tree.with("x.npy", data);
          assertChunks(store, data, chunkBytes);
        }
      }
    }
    assertThat(tree.open).as("arrays that are still open").hasValue(0);
  }

  private static void assertChunks(Store store, Data data, int chunkBytes) throws IOException {
    JsonObject document = store.json("x.npy/.zarray");
    long[] chunk = longs(document.get("chunks"));
    Order order = Order.valueOf(document.get("order").getAsString());
    assertThat(product(chunk) * data.dtype().itemsize())
        .isLessThanOrEqualTo(Math.max(chunkBytes, data.dtype().itemsize()));
    long[] grid = new long[chunk.length];
    for (int axis = 0; axis < grid.length; axis++) {
      grid[axis] = Math.ceilDiv(data.shape().size(axis), chunk[axis]);
    }
    for (long k = 0; k < product(grid); k++) {
      long[] index = position(k, grid, Order.C);
      byte[] expected = model(data, chunk, order, index);
      // AssertJ compares arrays element by element, by reflection.
      assertThat(Arrays.mismatch(store.bytes("x.npy/" + key2(index)), expected))
          .as("%s, chunk %s", data.header(), Arrays.toString(index))
          .isEqualTo(-1);
      assertThat(Arrays.mismatch(store.bytes("x.npy/" + key3(index)), expected)).isEqualTo(-1);
      int first = (int) (k * 7 % expected.length);
      int count = (int) (k * 3 % (expected.length - first));
      assertThat(store.part("x.npy/" + key2(index), first, count))
          .isEqualTo(Arrays.copyOfRange(expected, first, first + count));
    }
  }

  private static String key2(long[] index) {
    return index.length == 0 ? "0" : join(index, ".");
  }

  private static String key3(long[] index) {
    return index.length == 0 ? "c" : "c/" + join(index, "/");
  }

  private static String join(long[] index, String separator) {
    return String.join(separator, Arrays.stream(index).mapToObj(Long::toString).toList());
  }

  /// A full chunk: each of its positions in its order, and zero where the array has none.
  private static byte[] model(Data data, long[] chunk, Order order, long[] index) {
    int itemsize = data.dtype().itemsize();
    long[] sizes = data.shape().toArray();
    long items = product(chunk);
    byte[] bytes = new byte[Math.toIntExact(items * itemsize)];
    for (long k = 0; k < items; k++) {
      long[] at = position(k, chunk, order);
      boolean inside = true;
      for (int axis = 0; axis < at.length; axis++) {
        at[axis] += index[axis] * chunk[axis];
        inside &= at[axis] < sizes[axis];
      }
      if (inside) {
        int from = Math.toIntExact(number(at, sizes, data.order()) * itemsize);
        System.arraycopy(data.bytes(), from, bytes, Math.toIntExact(k * itemsize), itemsize);
      }
    }
    return bytes;
  }

  private static long product(long[] sizes) {
    return Arrays.stream(sizes).reduce(1, Math::multiplyExact);
  }

  private static long[] position(long k, long[] sizes, Order order) {
    long[] at = new long[sizes.length];
    long left = k;
    for (int j = 0; j < sizes.length; j++) {
      int axis = order == Order.C ? sizes.length - 1 - j : j;
      at[axis] = left % sizes[axis];
      left /= sizes[axis];
    }
    return at;
  }

  private static long number(long[] at, long[] sizes, Order order) {
    long number = 0;
    for (int j = 0; j < sizes.length; j++) {
      int axis = order == Order.C ? j : sizes.length - 1 - j;
      number = number * sizes[axis] + at[axis];
    }
    return number;
  }

  private static long[] longs(JsonElement array) {
    return array.getAsJsonArray().asList().stream().mapToLong(JsonElement::getAsLong).toArray();
  }

  @Test
  void isCutOutOfALargeArray() throws IOException {
    for (Order order : Order.values()) {
      Data data = Data.random(DType.parse(">f4"), order, new Random(4), 5, 521, 521);
      MemoryTree tree = new MemoryTree().with("x.npy", data);
      assertChunks(new Store(new ZarrRoute(tree)), data, 1 << 22);
    }
  }

  @Test
  void ofAFieldIsAsTheViewOfTheField() throws IOException {
    DType dtype =
        DType.parse("[('a', '<f4'), ('b', [('c', '>i2'), ('d', '|u1', (2, 3))]), ('', '|V3')]");
    for (Order order : Order.values()) {
      Data data = Data.random(dtype, order, new Random(5), 4, 3);
      Store store = new Store(new ZarrRoute(new MemoryTree().with("x.npy", data)));
      assertField(store, "a", data, "a");
      assertField(store, "b/c", data, "b", "c");
      assertField(store, "b/d", data, "b", "d");
    }
  }

  private static void assertField(Store store, String path, Data data, String... fields)
      throws IOException {
    NdView<?> view = data.view();
    for (String field : fields) {
      view = view.field(field);
    }
    JsonObject document = store.json("x.npy/" + path + "/.zarray");
    assertThat(longs(document.get("shape"))).isEqualTo(view.shape().toArray());
    Order order = Order.valueOf(document.get("order").getAsString());
    byte[] expected = new byte[Math.toIntExact(view.shape().byteSize(view.dtype().itemsize()))];
    view.copyTo(NdView.of(MemorySegment.ofArray(expected), view.dtype(), view.shape(), order));
    long[] index = new long[view.rank()];
    assertThat(store.bytes("x.npy/" + path + "/" + key2(index))).isEqualTo(expected);
  }

  /// A field of 1 byte in a structure of 1,000: its chunks do not reach over 4 MiB of elements.
  @Test
  void ofASmallFieldReachesOverABoundedPartOfTheFile() throws IOException {
    Data data =
        new Data(
            DType.parse("[('a', '|u1'), ('b', '|V999')]"), Shape.of(0, 100), Order.C, new byte[0]);
    Store store =
        new Store(
            new ZarrRoute(new MemoryTree().with("x.npy", data), new Limits(1 << 20, 20_000, 10)));
    JsonArray chunks = store.json("x.npy/a/.zarray").getAsJsonArray("chunks");
    assertThat(chunks).hasToString("[1,20]");
  }

  /// Its carrier asks for a chunk piece by piece.
  @Test
  void endsWhenNobodyWaits() throws IOException {
    Data data = Data.random(DType.INT8, Order.C, new Random(6), 1 << 20);
    MemoryTree tree = new MemoryTree().with("x.npy", data);
    AtomicInteger checks = new AtomicInteger();
    Call call =
        new Call(
            "x.npy/0",
            Map.of(),
            Map.of(),
            () -> {
              if (checks.incrementAndGet() == 2) {
                throw new CancellationException("gone");
              }
            });
    try (Answer answer = new ZarrRoute(tree).answer(call)) {
      assertThat(Bodies.part(answer, 0, 1000)).hasSize(1000);
      assertThatThrownBy(() -> Bodies.part(answer, 1000, 1000))
          .isInstanceOf(CancellationException.class);
    }
    assertThat(tree.open).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x.npy/2.0",
        "x.npy/0.2",
        "x.npy/0",
        "x.npy/0.0.0",
        "x.npy/-1.0",
        "x.npy/00.0",
        "x.npy/+0.0",
        "x.npy/0.0.",
        "x.npy/.0.0",
        "x.npy/0..0",
        "x.npy/9223372036854775807.0",
        "x.npy/9223372036854775808.0",
        "x.npy/99999999999999999999999.0",
        "x.npy/0/0",
        "x.npy/c/2/0",
        "x.npy/c/0",
        "x.npy/c",
        "x.npy/c/0/0/0",
        "x.npy/c/-1/0",
        "x.npy/c/00/0",
        "x.npy/c/0/0/",
        "x.npy/c/0.0",
        "x.npy/c/9223372036854775807/0",
        "x.npy/c/c/0/0",
        "c/0/0",
        "0.0",
        "c",
        "0",
        "",
        "/",
        "x.npy",
        "x.npy/",
        "/x.npy/0.0",
        "x.npy//0.0",
        "../x.npy/0.0",
        "x.npy/./0.0",
        "x.npy/٠.0",
        "x.npy/0.0\0",
        "x.npy/0x0.0",
        "x.npy/1e0.0",
        " x.npy/0.0",
        "x.npy/0.0 "
      })
  void isMissingForAnyOtherKey(String key) {
    MemoryTree tree =
        new MemoryTree().with("x.npy", Data.random(DType.INT8, Order.C, new Random(7), 4, 4));
    Store store = new Store(new ZarrRoute(tree, new Limits(4 * 2, 100, 10)));
    assertThatThrownBy(() -> store.bytes(key))
        .isInstanceOfSatisfying(
            Problem.class, problem -> assertThat(problem.status()).isEqualTo(404));
    assertThat(tree.open).hasValue(0);
  }

  @Test
  void namesWhatThereIs() {
    MemoryTree tree =
        new MemoryTree().with("x.npy", Data.random(DType.INT8, Order.C, new Random(8), 4, 4));
    Store store = new Store(new ZarrRoute(tree, new Limits(4 * 2, 100, 10)));
    assertThatThrownBy(() -> store.bytes("x.npy/5.0"))
        .hasMessage("zarr: 'x.npy/5.0' is not a chunk of shape (4, 4) cut into (2, 4)");
    assertThatThrownBy(() -> store.bytes("x.npy/c/5/0"))
        .hasMessage("zarr: 'x.npy/c/5/0' is not a chunk of shape (4, 4) cut into (2, 4)");
  }

  /// Ten thousand keys of parts that keys are made of: each has bytes or is a problem with 404.
  @Test
  void isBytesOrMissingForRandomKeys() throws IOException {
    Random random = new Random(44);
    MemoryTree tree =
        new MemoryTree()
            .with("x.npy", Data.random(DType.parse(">f4"), Order.F, random, 5, 4))
            .with("c/0/c", Data.random(DType.INT8, Order.C, random, 3))
            .with(
                "s.npy", Data.random(DType.parse("[('c','<i2'),('0','<f8')]"), Order.C, random, 3))
            .with("all.npz::g/x", Data.random(DType.INT8, Order.C, random, 3))
            .with("all.npz::g/x/y", Data.random(DType.INT8, Order.C, random))
            .refusing("no.npy", "its header is not a header");
    Store store = new Store(new ZarrRoute(tree, new Limits(16, 100, 10)));
    String[] parts = {
      "x.npy",
      "c",
      "0",
      "1",
      "s.npy",
      "all.npz",
      "g",
      "x",
      "y",
      "no.npy",
      "/",
      "/",
      "/",
      "/",
      ".",
      "..",
      ".zarray",
      ".zattrs",
      ".zgroup",
      ".zmetadata",
      "zarr.json",
      "-1",
      "00",
      "9223372036854775807",
      "18446744073709551616",
      "::",
      "\0",
      "\n",
      "%2e",
      "\ud800",
      "é",
      "0.0",
      "1.0",
      "c/0",
      "c/0/0",
      "\\"
    };
    int found = 0;
    for (int k = 0; k < 10_000; k++) {
      StringBuilder key = new StringBuilder();
      for (int j = random.nextInt(8); j >= 0; j--) {
        key.append(parts[random.nextInt(parts.length)]);
      }
      try {
        store.bytes(key.toString());
        found++;
      } catch (Problem e) {
        assertThat(e.status()).as(key.toString()).isEqualTo(404);
      }
    }
    assertThat(found).isGreaterThan(50);
    assertThat(tree.open).hasValue(0);
  }
}
