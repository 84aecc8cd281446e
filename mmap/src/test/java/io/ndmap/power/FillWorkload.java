package io.ndmap.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.fill.Claim;
import io.ndmap.fill.SharedFill;
import io.ndmap.fill.model.FillSpec;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Durable fills, one after the other, each by two participants that take turns. Chunks share
/// pages.
final class FillWorkload implements Workload {

  private static final int FILLS = 8;
  private static final int CHUNKS = 12;
  private static final int ITEMS = 700;
  private static final FillSpec SPEC =
      FillSpec.of(DType.INT64, Shape.of(CHUNKS * ITEMS), Order.C)
          .withChunks(ITEMS)
          .withDurability();

  @Override
  public void run(Path directory, Consumer<String> notes) throws Exception {
    for (int i = 0; i < FILLS; i++) {
      int number = i;
      Path path = path(directory, number);
      try (SharedFill one = SharedFill.createOrJoin(path, SPEC);
          SharedFill other = SharedFill.createOrJoin(path, SPEC)) {
        notes.accept("created " + number);
        for (int turn = 0; turn < CHUNKS / 2; turn++) {
          try (Claim first = one.claim().orElseThrow();
              Claim second = other.claim().orElseThrow()) {
            commit(first, number, notes);
            commit(second, number, notes);
          }
        }
      }
      notes.accept("published " + number);
    }
  }

  private static Path path(Path directory, int number) {
    return directory.resolve("fill" + number + ".npy");
  }

  private static long first(int number, long chunk) {
    return 1 + (long) number * CHUNKS * ITEMS + chunk * ITEMS;
  }

  private static void commit(Claim claim, int number, Consumer<String> notes) throws IOException {
    // The remains of an unfinished chunk must not look complete after a crash.
    claim.view(LongView.class).fill(-1);
    Numbers.of(first(number, claim.chunk()), ITEMS).copyTo(claim.view());
    claim.commit();
    notes.accept("chunk " + number + " " + claim.chunk());
  }

  @Override
  public void check(Path directory, List<String> noted, Findings findings) throws Exception {
    for (int number = 0; number < FILLS; number++) {
      String chunk = "chunk " + number + " ";
      List<Long> done =
          noted.stream()
              .filter(note -> note.startsWith(chunk))
              .map(note -> Long.valueOf(note.substring(chunk.length())))
              .toList();
      boolean created = noted.contains("created " + number);
      boolean published = noted.contains("published " + number);
      if (created || hasFiles(path(directory, number))) {
        check(path(directory, number), number, created, done, published);
        findings.checked((created ? 1 : 0) + done.size() + (published ? 1 : 0));
      }
    }
  }

  private static boolean hasFiles(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path.getParent())) {
      return files.anyMatch(
          file -> file.getFileName().toString().contains(path.getFileName() + ""));
    }
  }

  private static void check(
      Path path, int number, boolean created, List<Long> done, boolean published) throws Exception {
    if (published) {
      Numbers.require(path, first(number, 0), CHUNKS * ITEMS);
    } else if (created && !Files.exists(path)) {
      assertThat(path.resolveSibling(path.getFileName() + ".filling")).exists();
      assertThat(path.resolveSibling(path.getFileName() + ".claims")).exists();
    }
    try (SharedFill fill = SharedFill.createOrJoin(path, SPEC)) {
      for (long chunk : done) {
        NdView<?> there = fill.completed(chunk).orElseThrow();
        Numbers.require(there, first(number, chunk), ITEMS);
      }
      for (Optional<Claim> next = fill.claim(); next.isPresent(); next = fill.claim()) {
        try (Claim claim = next.get()) {
          commit(claim, number, _ -> {});
        }
      }
    }
    Numbers.require(path, first(number, 0), CHUNKS * ITEMS);
    try (Stream<Path> files = Files.list(path.getParent())) {
      assertThat(files.filter(file -> file.toString().contains(path.getFileName() + ".")))
          .isEmpty();
    }
  }
}
