package io.ndmap.fuzz;

import io.ndmap.mmap.OpenMode;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzMember;
import io.ndmap.npz.NpzOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// The fuzz target for archives: opens an archive, and verifies and reads every member.
public final class ArchiveTarget {

  private static final Verdict NUMPY = new Verdict("archive");

  private static final NpzOptions OPTIONS =
      NpzOptions.DEFAULT.withMaxMembers(1000).withMaxInflatedBytes(1 << 24);

  /// The memory in bytes that each byte of an input may take. A member of a hundred bytes is opened
  /// four times, and its decoder takes up to 6 MiB each time.
  private static final long EACH = 1 << 18;

  private static final Path FILE = ArrayTarget.temporary(".npz");

  private ArchiveTarget() {}

  /// Called by the fuzzer.
  ///
  /// @param input the bytes of a file
  public static void fuzzerTestOneInput(byte[] input) {
    Map<String, String> here = Bounded.run(input, EACH, () -> read(input));
    if (here.isEmpty()) {
      return;
    }
    String numpy = NUMPY.of(input);
    if (numpy.equals(Verdict.NONE)) {
      return;
    }
    // Arrays that only NumPy reads are not compared: ndmap refuses archives with false metadata
    // that Python reads, see docs/archives.md.
    for (Map.Entry<String, String> member : here.entrySet()) {
      String line = member.getKey() + "\t" + member.getValue();
      if (numpy.lines().noneMatch(line::equals)) {
        throw new AssertionError("here: " + line + "\nNumPy: " + numpy);
      }
    }
  }

  /// Returns the text ([ArrayTarget#text]) of each array that can be read, by the name of its
  /// member. Malformed members, and members whose names contain a space or a character that is not
  /// printable ASCII, are omitted. Empty if the archive is refused.
  private static Map<String, String> read(byte[] input) {
    Map<String, String> found = new TreeMap<>();
    try {
      Files.write(FILE, input);
      try (NpzFile archive = NpzFile.open(FILE, OpenMode.READ_ONLY, OPTIONS)) {
        for (NpzMember member : archive.members()) {
          read(member, found);
        }
      }
    } catch (NpyFormatException e) {
      return Map.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private static void read(NpzMember member, Map<String, String> found) throws IOException {
    try {
      member.verify();
      if (member.isArray() && member.name().chars().allMatch(c -> c > ' ' && c < 0x7f)) {
        found.put(member.name(), ArrayTarget.text(member.view()));
      }
    } catch (NpyFormatException e) {
      // A malformed member does not affect the other members.
    }
  }
}
