package io.ndmap.serve.zarr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import io.ndmap.serve.zarr.MemoryTree.Data;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The documents that describe arrays and groups.
class DocumentTest {

  private static Data zeros(String dtype, Order order, long... sizes) {
    Shape shape = Shape.of(sizes);
    DType items = DType.parse(dtype);
    return new Data(
        items, shape, order, new byte[Math.toIntExact(shape.byteSize(items.itemsize()))]);
  }

  private static Store store(MemoryTree tree) {
    return new Store(new ZarrRoute(tree));
  }

  private static Store of(String dtype, Order order, long... sizes) {
    return store(new MemoryTree().with("x.npy", zeros(dtype, order, sizes)));
  }

  @Test
  void ofAnArray() throws IOException {
    Store store = of(">f4", Order.F, 3, 2000, 1000);
    assertThat(store.text("x.npy/.zarray"))
        .isEqualTo(
            """
            {"zarr_format":2,"shape":[3,2000,1000],"chunks":[3,2000,167],"dtype":">f4","order":"F",\
            "fill_value":null,"compressor":null,"filters":null,"dimension_separator":"."}\
            """);
    assertThat(store.text("x.npy/.zattrs"))
        .isEqualTo("{\"_ARRAY_DIMENSIONS\":[\"dim_0_3\",\"dim_1_2000\",\"dim_2_1000\"]}");
    assertThat(store.text("x.npy/zarr.json"))
        .isEqualTo(
            """
            {"zarr_format":3,"node_type":"array","shape":[3,2000,1000],"data_type":"float32",\
            "chunk_grid":{"name":"regular","configuration":{"chunk_shape":[3,2000,167]}},\
            "chunk_key_encoding":{"name":"default","configuration":{"separator":"/"}},\
            "fill_value":0.0,"codecs":[\
            {"name":"transpose","configuration":{"order":[2,1,0]}},\
            {"name":"bytes","configuration":{"endian":"big"}}],"attributes":{},\
            "dimension_names":["dim_0_3","dim_1_2000","dim_2_1000"],"storage_transformers":[]}\
            """);
  }

  @Test
  void ofOneItem() throws IOException {
    Store store = of("|u1", Order.C);
    assertThat(store.text("x.npy/.zarray"))
        .contains("\"shape\":[],\"chunks\":[],\"dtype\":\"|u1\",\"order\":\"C\"");
    assertThat(store.text("x.npy/zarr.json"))
        .contains("\"codecs\":[{\"name\":\"bytes\",\"configuration\":{\"endian\":\"little\"}}]");
  }

  /// Zarr has no chunks of length 0.
  @Test
  void ofNoItems() throws IOException {
    assertThat(of("<f8", Order.C, 0, 5).json("x.npy/.zarray").get("chunks")).hasToString("[1,5]");
  }

  @Test
  void ofSixtyFourAxes() throws IOException {
    long[] sizes = new long[64];
    java.util.Arrays.fill(sizes, 1);
    sizes[63] = 3;
    Store store = of("<f8", Order.F, sizes);
    assertThat(store.json("x.npy/zarr.json").getAsJsonArray("dimension_names")).hasSize(64);
    assertThat(store.bytes("x.npy/" + "0.".repeat(63) + "0")).hasSize(24);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "|b1; |b1; \"bool\"; false",
        "|i1; |i1; \"int8\"; 0",
        ">u8; >u8; \"uint64\"; 0",
        "<f2; <f2; \"float16\"; 0.0",
        "<f8; <f8; \"float64\"; 0.0",
        "<c8; <c8; \"complex64\"; [0.0,0.0]",
        ">c16; >c16; \"complex128\"; [0.0,0.0]",
        "<M8[ns]; <i8; \"int64\"; 0",
        ">m8[25s]; >i8; \"int64\"; 0",
        "|S5; |S5; {\"name\":\"null_terminated_bytes\",\"configuration\":{\"length_bytes\":5}};"
            + " \"\"",
        ">U2; >U2; {\"name\":\"fixed_length_utf32\",\"configuration\":{\"length_bytes\":8}}; \"\"",
        "|V3; |V3; {\"name\":\"raw_bytes\",\"configuration\":{\"length_bytes\":3}}; \"AAAA\"",
      })
  void namesTheDtype(String dtype, String v2, String v3, String fill) throws IOException {
    Store store = of(dtype, Order.C, 2);
    assertThat(store.json("x.npy/.zarray").get("dtype").getAsString()).isEqualTo(v2);
    assertThat(store.json("x.npy/zarr.json").get("data_type")).hasToString(v3);
    assertThat(store.json("x.npy/zarr.json").get("fill_value")).hasToString(fill);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "<M8[ns]; nanoseconds since 1970-01-01; proleptic_gregorian",
        ">M8[D]; days since 1970-01-01; proleptic_gregorian",
        "<m8[ms]; milliseconds;",
        "<M8[Y];;",
        "<M8[25s];;",
        "<m8;;"
      })
  void saysWhatTicksOfTimeAre(String dtype, String units, String calendar) throws IOException {
    Store store = of(dtype, Order.C, 2);
    JsonObject attributes = store.json("x.npy/.zattrs");
    assertThat(attributes.get("numpy_dtype").getAsString()).isEqualTo(dtype);
    assertThat(attributes.has("units") ? attributes.get("units").getAsString() : null)
        .isEqualTo(units);
    assertThat(attributes.has("calendar") ? attributes.get("calendar").getAsString() : null)
        .isEqualTo(calendar);
    attributes.remove("_ARRAY_DIMENSIONS");
    assertThat(store.json("x.npy/zarr.json").get("attributes")).isEqualTo(attributes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "<f16 # x.npy: Zarr has no type for the long doubles of <f16; convert them: ndmap convert"
            + " --dtype <f8",
        ">c32 # x.npy: Zarr has no type for the long doubles of >c32; convert them: ndmap convert"
            + " --dtype <c16",
        "|S0 # x.npy: elements of |S0 have no bytes, and Zarr has no type for them",
        "|V5000000 # x.npy: elements of |V5000000 have 5000000 bytes, and a chunk has at most"
            + " 4194304",
      })
  void refusesItemsThatZarrHasNoTypeFor(String dtype, String message) {
    Store store = of(dtype, Order.C, 2);
    for (String key : new String[] {".zarray", ".zattrs", "zarr.json", "0", "c/0"}) {
      assertThatThrownBy(() -> store.bytes("x.npy/" + key))
          .as(key)
          .isInstanceOfSatisfying(
              Problem.class, problem -> assertThat(problem.status()).isEqualTo(404))
          .hasMessage(message);
    }
  }

  @Test
  void refusesTypesOfTensorsThatZarrDoesNotHave() {
    Data data = new Data(DType.BFLOAT16, Shape.of(2), Order.C, new byte[4]);
    Store store = store(new MemoryTree().with("x.npy", data));
    assertThatThrownBy(() -> store.bytes("x.npy/.zarray"))
        .isInstanceOfSatisfying(
            Problem.class, problem -> assertThat(problem.status()).isEqualTo(404))
        .hasMessageContaining(
            "Zarr has no type for elements of bfloat16; convert them: ndmap convert --dtype <f4");
  }

  @Test
  void ofGroups() throws IOException {
    Store store =
        store(
            new MemoryTree()
                .with("runs/a.npy", zeros("<f4", Order.C, 2))
                .with("runs/all.npz::x", zeros("<f4", Order.C))
                .with("runs/all.npz::g/y", zeros("[('u', '<i2'), ('v', '<f16')]", Order.C, 3)));
    for (String group : new String[] {"", "runs/", "runs/all.npz/", "runs/all.npz/g/"}) {
      assertThat(store.text(group + ".zgroup")).isEqualTo("{\"zarr_format\":2}");
      assertThat(store.text(group + ".zattrs")).isEqualTo("{}");
      assertThatThrownBy(() -> store.bytes(group + ".zarray"))
          .isInstanceOf(Problem.class)
          .hasMessage("zarr: '%s.zarray' is an array's, found a group".formatted(group));
    }
    assertThat(store.text("runs/all.npz/g/y/.zgroup")).isEqualTo("{\"zarr_format\":2}");
    assertThat(store.json("runs/all.npz/g/y/u/.zarray").get("dtype").getAsString())
        .isEqualTo("<i2");
    assertThatThrownBy(() -> store.bytes("runs/all.npz/g/y/v/.zarray"))
        .hasMessageStartingWith("runs/all.npz::g/y/v: Zarr has no type for the long doubles");
    assertThatThrownBy(() -> store.bytes("runs/all.npz/g/y/w/.zarray"))
        .hasMessage("runs/all.npz::g/y: no field 'w' among those of [('u', '<i2'), ('v', '<f16')]");
    assertThatThrownBy(() -> store.bytes("runs/a.npy/w/.zarray"))
        .hasMessage("runs/a.npy: elements of <f4 have no field 'w'");
    assertThatThrownBy(() -> store.bytes("runs/a.npy/.zgroup"))
        .hasMessage("zarr: 'runs/a.npy/.zgroup' is a group's, found an array");
    assertThatThrownBy(() -> store.bytes("runs/all.npz/h/.zgroup"))
        .hasMessage("runs/all.npz: no member 'h', nor any in it");
  }

  @Test
  void areConsolidated() throws IOException {
    Store store =
        store(
            new MemoryTree()
                .with("runs/a.npy", zeros("<f4", Order.C, 2))
                .with("runs/all.npz::x", zeros("<f4", Order.C))
                .with("runs/all.npz::x/in-an-array", zeros("<f4", Order.C))
                .with("runs/all.npz::g/y", zeros("[('u', '<i2'), ('v', '<f16')]", Order.C, 3))
                .with("runs/all.npz::a//b", zeros("<f4", Order.C))
                .with("runs/all.npz::../b", zeros("<f4", Order.C))
                .with("runs/all.npz::zarr.json", zeros("<f4", Order.C))
                .refusing("runs/no.npy", "its header is not a header"));
    JsonObject v2 = store.json("runs/.zmetadata");
    assertThat(v2.get("zarr_consolidated_format").getAsInt()).isEqualTo(1);
    assertThat(v2.getAsJsonObject("metadata").keySet())
        .containsExactly(
            ".zgroup",
            ".zattrs",
            "a.npy/.zarray",
            "a.npy/.zattrs",
            "all.npz/.zgroup",
            "all.npz/.zattrs",
            "all.npz/g/.zgroup",
            "all.npz/g/.zattrs",
            "all.npz/g/y/.zgroup",
            "all.npz/g/y/.zattrs",
            "all.npz/g/y/u/.zarray",
            "all.npz/g/y/u/.zattrs",
            "all.npz/x/.zarray",
            "all.npz/x/.zattrs");
    for (String key : v2.getAsJsonObject("metadata").keySet()) {
      assertThat(store.json("runs/" + key)).isEqualTo(v2.getAsJsonObject("metadata").get(key));
    }
    JsonObject v3 = store.json("runs/zarr.json").getAsJsonObject("consolidated_metadata");
    assertThat(v3.get("kind").getAsString()).isEqualTo("inline");
    assertThat(v3.get("must_understand").getAsBoolean()).isFalse();
    assertThat(v3.getAsJsonObject("metadata").keySet())
        .containsExactly(
            "a.npy", "all.npz", "all.npz/g", "all.npz/g/y", "all.npz/g/y/u", "all.npz/x");
    for (String node : v3.getAsJsonObject("metadata").keySet()) {
      JsonObject own = store.json("runs/" + node + "/zarr.json");
      own.remove("consolidated_metadata");
      assertThat(own).isEqualTo(v3.getAsJsonObject("metadata").get(node));
    }
    assertThat(store.json("runs/all.npz/g/y/.zmetadata").getAsJsonObject("metadata").keySet())
        .containsExactly(".zgroup", ".zattrs", "u/.zarray", "u/.zattrs");
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 21, 22})
  void areConsolidatedUpToALimit(int limit) throws IOException {
    MemoryTree tree = new MemoryTree();
    for (int k = 0; k < 19; k++) {
      tree.with("runs/%s.npy".formatted(k), zeros("<f4", Order.C, 2));
    }
    Store store = new Store(new ZarrRoute(tree, new Limits(100, 100, limit)));
    if (limit > 20) {
      assertThat(store.json(".zmetadata").getAsJsonObject("metadata").size()).isEqualTo(42);
      assertThat(store.json("zarr.json").has("consolidated_metadata")).isTrue();
    } else {
      assertThatThrownBy(() -> store.bytes(".zmetadata"))
          .isInstanceOf(Problem.class)
          .hasMessage(
              "zarr: '.zmetadata' is not made of a group with more than 20 nodes, or 64 groups in"
                  + " one another; open a group in it");
      assertThat(store.text("zarr.json"))
          .isEqualTo("{\"zarr_format\":3,\"node_type\":\"group\",\"attributes\":{}}");
      assertThat(tree.described.get()).isLessThanOrEqualTo(2 * limit);
      tree.described.set(0);
      for (int k = 0; k < 19; k++) {
        tree.with("runs/more-%s.npy".formatted(k), zeros("<f4", Order.C, 2));
      }
      assertThat(store.json("zarr.json").has("consolidated_metadata")).isFalse();
      assertThat(tree.described).as("no file of so many is opened").hasValue(0);
    }
    assertThat(tree.open).hasValue(0);
  }

  @Test
  void haveNoPathsOfMoreThanSixtyFourParts() {
    Store store = of("<f4", Order.C, 2);
    assertThatThrownBy(() -> store.bytes("x.npy/" + "f/".repeat(64) + ".zarray"))
        .isInstanceOf(Problem.class)
        .hasMessage("zarr: a path has at most 64 parts, found 65");
  }

  @Test
  void areNotMadeForCancelledRequests() {
    MemoryTree tree = new MemoryTree().with("a.npy", zeros("<f4", Order.C, 2));
    Call call =
        new Call(
            ".zmetadata",
            Map.of(),
            Map.of(),
            () -> {
              throw new CancellationException("gone");
            });
    assertThatThrownBy(() -> new ZarrRoute(tree).answer(call))
        .isInstanceOf(CancellationException.class);
    assertThat(tree.described).hasValue(0);
  }

  @Test
  void haveTags() throws IOException {
    MemoryTree tree = new MemoryTree().with("x.npy", zeros("<f4", Order.C, 2));
    Store store = store(tree);
    try (Answer before = store.answer("x.npy/.zarray");
        Answer again = store.answer("x.npy/.zarray");
        Answer chunk = store.answer("x.npy/0")) {
      assertThat(before.headers().get("ETag")).matches("\"[0-9a-f]{32}\"");
      assertThat(again.headers()).isEqualTo(before.headers());
      assertThat(before.type()).isEqualTo("application/json");
      assertThat(chunk.headers()).containsEntry("ETag", "\"tag\"");
      assertThat(chunk.type()).isEqualTo("application/octet-stream");
      tree.with("x.npy", zeros("<f4", Order.C, 3));
      try (Answer after = store.answer("x.npy/.zarray")) {
        assertThat(after.headers().get("ETag")).isNotEqualTo(before.headers().get("ETag"));
      }
    }
  }

  /// What neuroglancer checks, by its own rules: integers as fill values of integers, chunks of
  /// positive lengths, one name or null for each axis, and no codec but `transpose` and `bytes`.
  @Test
  void areAsNeuroglancerWantsThem() throws IOException {
    Random random = new Random(9);
    for (String dtype : new String[] {"|u1", "|i1", "<u2", ">i2", "<u4", ">i4", "<u8", "<f4"}) {
      for (Order order : Order.values()) {
        Data data = Data.random(DType.parse(dtype), order, random, 3, 5, 2);
        Store store = store(new MemoryTree().with("x.npy", data));
        JsonObject v3 = store.json("x.npy/zarr.json");
        if (!dtype.equals("<f4")) {
          assertThat(v3.get("fill_value")).hasToString("0");
        }
        assertThat(v3.get("data_type").getAsString()).matches("[a-z0-9]+");
        assertThat(v3.getAsJsonArray("dimension_names").asList())
            .allSatisfy(name -> assertThat(name.getAsString()).matches("[a-zA-Z][a-zA-Z_0-9]*"));
        assertThat(v3.getAsJsonArray("codecs").size()).isEqualTo(order == Order.F ? 2 : 1);
        assertThat(store.json("x.npy/.zarray").get("dtype").getAsString())
            .matches("[<>|][uif][1248]");
      }
    }
  }
}
