package io.ndmap.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.LongView;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzRepair;
import io.ndmap.npz.NpzReport;
import io.ndmap.npz.NpzWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// Updates members of archives in place: stores and forces, stores again and closes. Two archives
/// alternate, so that each stays closed for a while.
final class UpdateWorkload implements Workload {

  private static final int ARCHIVES = 2;
  private static final int UPDATES = 20;
  private static final int ITEMS = 5000;

  private static final String OPENED = "opened";
  private static final String FORCED = "forced";
  private static final String CLOSED = "closed";

  private static Path path(Path directory, int archive) {
    return directory.resolve("updated" + archive + ".npz");
  }

  @Override
  public void run(Path directory, Consumer<String> notes) throws IOException {
    for (int archive = 0; archive < ARCHIVES; archive++) {
      try (NpzWriter writer = NpzWriter.create(path(directory, archive))) {
        writer.add("updated", Numbers.of(1, ITEMS));
        writer.add("other", Numbers.of(1, ITEMS));
        writer.publish();
      }
      notes.accept(note(archive, CLOSED, 1));
    }
    for (long first = 2; first < 2 * UPDATES; first += 2) {
      for (int archive = 0; archive < ARCHIVES; archive++) {
        notes.accept(note(archive, OPENED, first - 1));
        try (NpzFile opened = NpzFile.open(path(directory, archive), OpenMode.READ_WRITE)) {
          store(opened, first);
          opened.member("updated").force();
          notes.accept(note(archive, FORCED, first));
          store(opened, first + 1);
        }
        notes.accept(note(archive, CLOSED, first + 1));
      }
    }
  }

  private static String note(int archive, String what, long first) {
    return archive + " " + what + " " + first;
  }

  private static void store(NpzFile archive, long first) throws IOException {
    Numbers.of(first, ITEMS).copyTo(archive.view("updated"));
  }

  @Override
  public void check(Path directory, List<String> noted, Findings findings) throws IOException {
    for (int archive = 0; archive < ARCHIVES; archive++) {
      String prefix = archive + " ";
      List<String> own = noted.stream().filter(note -> note.startsWith(prefix)).toList();
      if (!own.isEmpty()) {
        String[] last = own.getLast().split(" ", -1);
        check(path(directory, archive), last[1], Long.parseLong(last[2]), findings);
        findings.checked(2);
      }
    }
  }

  private static void check(Path path, String last, long first, Findings findings)
      throws IOException {
    boolean untouched = requireItems(path, first);
    NpzReport report = NpzRepair.verify(path);
    NpzReport.State state = report.members().getFirst().state();
    assertThat(report.members().getLast().state()).isEqualTo(NpzReport.State.SOUND);
    if (last.equals(CLOSED)) {
      assertThat(state).as("after close").isEqualTo(NpzReport.State.SOUND);
    } else if (untouched) {
      assertThat(state)
          .as("elements and CRC of the last " + last)
          .isIn(NpzReport.State.SOUND, NpzReport.State.MARKED);
    } else {
      assertThat(state)
          .isIn(NpzReport.State.SOUND, NpzReport.State.MARKED, NpzReport.State.UPDATE_UNFINISHED);
    }
    if (state != NpzReport.State.SOUND) {
      assertThat(NpzRepair.repair(path)).hasSize(1);
      findings.repaired();
    }
    assertThat(NpzRepair.verify(path).isSound()).isTrue();
    assertThat(requireItems(path, first)).isEqualTo(untouched);
  }

  /// Requires acknowledged elements, or those that were about to replace them.
  ///
  /// @return whether none was replaced
  private static boolean requireItems(Path path, long first) throws IOException {
    try (NpzFile archive = NpzFile.open(path)) {
      Numbers.require(archive.view("other"), 1, ITEMS);
      LongView items = archive.view("updated", LongView.class);
      boolean untouched = true;
      for (long i = 0; i < ITEMS; i++) {
        long ahead = items.get(i) - (first + i);
        assertThat(ahead).as("element %s", i).isBetween(0L, 1L);
        untouched &= ahead == 0;
      }
      return untouched;
    }
  }
}
