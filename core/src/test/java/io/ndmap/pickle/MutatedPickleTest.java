package io.ndmap.pickle;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.nd.ObjectView;
import io.ndmap.python.PyFrozenSet;
import io.ndmap.python.PyTuple;
import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Corpus;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Damaged pickles are refused by a typed error, or read, in 64 MiB.
class MutatedPickleTest {

  private static final int SEED = 19;
  private static final int FEW = 300;
  private static final int EACH = 2_000;

  @TempDir Path directory;

  @Test
  void mutantsAreRefusedOrRead() throws IOException, InterruptedException {
    mutantsAreRefusedOrRead(FEW);
  }

  @Tag("slow")
  @Test
  void manyMutantsAreRefusedOrRead() throws IOException, InterruptedException {
    mutantsAreRefusedOrRead(EACH);
  }

  private void mutantsAreRefusedOrRead(int each) throws IOException, InterruptedException {
    List<Object> arguments = new ArrayList<>(List.of(SEED, each));
    Corpus.manifest()
        .filter(c -> c.entry().has("loaded"))
        .forEach(c -> arguments.add(Corpus.path(c.entry().get("file").getAsString())));
    arguments.add(ours());
    try (ChildJvm child =
        ChildJvm.start(List.of("-Xmx64m", "-Xss512k"), MutatedPickles.class, arguments.toArray())) {
      List<String> lines = child.finish();
      assertThat(lines).as("other endings").hasSize(1);
      assertThat(lines.getFirst()).matches("\\d{4,} refused, \\d{3,} read");
    }
  }

  /// Of what the corpus has not.
  private Path ours() throws IOException {
    ObjectView inner = ObjectView.of(List.of(1L, "x"));
    ObjectView view =
        ObjectView.of(
            List.of(
                Map.of(PyTuple.of(1L, new byte[] {1}), Set.of(1L, 2L)),
                new PyFrozenSet(Set.of("a", "b")),
                new BigDecimal("1.50"),
                LocalDateTime.of(2026, 11, 23, 1, 2, 3).atOffset(ZoneOffset.ofHours(1)),
                Duration.ofSeconds(-1, 5_000),
                new UUID(1, 2),
                inner,
                List.of(inner, inner.copy()),
                io.ndmap.nd.NdView.zeros(io.ndmap.dtype.DType.FLOAT32, 2, 3)));
    Path file = directory.resolve("ours.npy");
    ObjectArrays.write(view, file);
    assertThat(Files.size(file)).isGreaterThan(400);
    return file;
  }
}
