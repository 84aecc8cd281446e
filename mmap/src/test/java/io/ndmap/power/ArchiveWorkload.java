package io.ndmap.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.nd.LongView;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzRepair;
import io.ndmap.npz.NpzWriteOptions;
import io.ndmap.npz.NpzWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// Archives, written and appended to, with members stored and deflated.
final class ArchiveWorkload implements Workload {

  private static final int ARCHIVES = 12;
  private static final int APPENDS = 3;
  private static final NpzWriteOptions STORED = NpzWriteOptions.DEFAULT;
  private static final NpzWriteOptions DEFLATED = NpzWriteOptions.DEFAULT.withDeflated(6);

  private static Path path(Path directory, int number) {
    return directory.resolve("archive" + number + ".npz");
  }

  private static LongView member(int archive, int member) {
    return Numbers.of(1 + 1000L * archive + 100L * member, 40, 100L * (1 + member));
  }

  private static NpzWriteOptions options(int member) {
    return member % 2 == 0 ? DEFLATED : STORED;
  }

  @Override
  public void run(Path directory, Consumer<String> notes) throws IOException {
    for (int archive = 0; archive < ARCHIVES; archive++) {
      Path path = path(directory, archive);
      try (NpzWriter writer = NpzWriter.create(path, options(archive))) {
        writer.add("0", member(archive, 0));
        writer.publish();
      }
      notes.accept(archive + " 1");
      for (int member = 1; member <= APPENDS; member++) {
        append(path, archive, member);
        notes.accept(archive + " " + (member + 1));
      }
    }
  }

  private static void append(Path path, int archive, int member) throws IOException {
    try (NpzWriter writer = NpzWriter.append(path, options(member))) {
      writer.add(Integer.toString(member), member(archive, member));
      writer.publish();
    }
  }

  @Override
  public void check(Path directory, List<String> noted, Findings findings) throws IOException {
    for (int archive = 0; archive < ARCHIVES; archive++) {
      String prefix = archive + " ";
      int members =
          noted.stream()
              .filter(note -> note.startsWith(prefix))
              .mapToInt(note -> Integer.parseInt(note.substring(prefix.length())))
              .max()
              .orElse(0);
      Path path = path(directory, archive);
      if (members > 0 || Files.exists(path)) {
        check(path, archive, members);
        findings.checked(members);
      }
    }
  }

  /// Requires acknowledged members, and that all others are complete.
  private static void check(Path path, int archive, int members) throws IOException {
    int there;
    try (NpzFile opened = NpzFile.open(path)) {
      there = opened.members().size();
      assertThat(there).as("members of %s", path).isGreaterThanOrEqualTo(members);
    }
    require(path, archive, there);
    require(path, archive, there);
    if (there <= APPENDS) {
      append(path, archive, there);
      require(path, archive, there + 1);
    }
  }

  private static void require(Path path, int archive, int members) throws IOException {
    assertThat(NpzRepair.verify(path).isSound()).as("%s is sound", path).isTrue();
    try (NpzFile opened = NpzFile.open(path)) {
      for (int member = 0; member < members; member++) {
        LongView expected = member(archive, member);
        Numbers.require(
            opened.view(Integer.toString(member)), expected.get(0, 0), expected.shape().toArray());
      }
    }
  }
}
