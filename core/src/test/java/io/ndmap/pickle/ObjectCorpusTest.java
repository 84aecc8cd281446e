package io.ndmap.pickle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.gson.JsonObject;
import io.ndmap.layout.Order;
import io.ndmap.nd.NdView;
import io.ndmap.nd.ObjectView;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.npy.ObjectArrayException;
import io.ndmap.python.PyTuple;
import io.ndmap.testing.Corpus;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The arrays of objects in the corpus: refused unless asked for, else as NumPy loads them.
class ObjectCorpusTest {

  static Stream<Corpus.Case> objects() {
    return Corpus.all().filter(c -> c.kind().equals("needs_pickle"));
  }

  @ParameterizedTest
  @MethodSource("objects")
  void refusedByDefaultAndReadIfAllowed(Corpus.Case c) throws IOException {
    boolean typed = c.tier().equals("must") || c.tier().equals("should");
    assertThatExceptionOfType(typed ? ObjectArrayException.class : NpyFormatException.class)
        .isThrownBy(
            () -> NpyHeaderCodec.decode(ByteBuffer.wrap(c.bytes()), "x", HeaderLimits.DEFAULT));
    ByteArrayInputStream in = new ByteArrayInputStream(c.bytes());
    if (!c.entry().has("loaded")) {
      // There is no pickle behind these headers, or one of nothing that goes with them.
      assertThatExceptionOfType(NpyFormatException.class)
          .isThrownBy(() -> ObjectArrays.read(in, "x", PickleLimits.DEFAULT));
      return;
    }
    JsonObject loaded = c.entry().getAsJsonObject("loaded");
    NdView<?> view = ObjectArrays.read(in, "x", PickleLimits.DEFAULT);
    assertThat(Arrays.toString(view.shape().toArray()).replace(" ", ""))
        .isEqualTo(loaded.get("shape").toString());
    assertThat(!view.isContiguous(Order.C) && view.isContiguous(Order.F))
        .isEqualTo(loaded.get("fortran").getAsBoolean());
    // In a tuple in an array, so that it is printed as Python's repr.
    assertThat(ObjectView.of(List.of(new PyTuple(Arrays.asList(nested(view))))).toString())
        .isEqualTo("[(" + loaded.get("values_repr").getAsString() + ",)]");
  }

  /// The elements as `a.tolist()` gives them.
  private static @Nullable Object nested(NdView<?> view) {
    if (view.rank() == 0) {
      return ItemStore.loadAll(view).getFirst();
    }
    List<@Nullable Object> items = new ArrayList<>();
    for (long i = 0; i < view.size(0); i++) {
      items.add(nested(view.index(0, i)));
    }
    return items;
  }
}
