package io.ndmap.mpi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.ndmap.layout.Box;
import io.ndmap.posix.OpenFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The record of the boxes that are on the disk: a text file beside the file that is being written.
/// The first line identifies that file by the number at the end of its name; every other line is a
/// box.
///
/// ```text
/// ndmap mpi 1: boxes on the disk of the file 4ac8a1f3
/// [0:3, 0:2]
/// ```
///
/// A line without a line end is ignored. The job that writes the array locks the first byte of the
/// record.
final class WrittenBoxes implements AutoCloseable {

  private static final String TITLE = "ndmap mpi 1: boxes on the disk of the file ";
  private static final Pattern NUMBER = Pattern.compile("[0-9a-f]{8}");
  private static final int MAX_TRIES = 100;
  private static final int MAX_BYTES = 1 << 28;

  private final Path path;
  private final OpenFile file;
  private final List<Box> boxes = new ArrayList<>();

  /// The offset after the last complete line, at which the next line is written.
  private long end;

  private WrittenBoxes(Path path, OpenFile file) {
    this.path = path;
    this.file = file;
  }

  /// Opens the record and locks it.
  ///
  /// @param array the path of the array, for messages
  /// @throws IOException if another job has the lock
  static WrittenBoxes open(Path array, Path path) throws IOException {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      OpenFile file = OpenFile.open(path, true);
      boolean kept = false;
      try {
        if (!locked(file)) {
          throw new IOException(
              array + ": another job is writing it, and holds the lock of " + path);
        }
        // The previous owner of the lock may have deleted the file.
        kept = file.isAt(path);
        if (kept) {
          return new WrittenBoxes(path, file);
        }
      } finally {
        if (!kept) {
          file.close();
        }
      }
    }
    throw new IOException(array + ": other jobs create and delete " + path + " all the time");
  }

  /// Returns whether the lock is acquired; also true on file systems without locks, where the user
  /// must not run two jobs at once.
  private static boolean locked(OpenFile file) {
    try {
      return file.tryLock(0);
    } catch (IOException e) {
      System.getLogger("io.ndmap.mpi")
          .log(System.Logger.Level.WARNING, "No lock: another job may write the same file", e);
      return true;
    }
  }

  Path path() {
    return path;
  }

  /// Begins the record of a new file, and discards the record of any other file.
  void begin(String number) throws IOException {
    boxes.clear();
    file.truncate(0);
    end = 0;
    append((TITLE + number + "\n").getBytes(US_ASCII));
  }

  /// Reads the record.
  ///
  /// @return the number of the file that the record describes; empty if the record is not valid
  Optional<String> read() throws IOException {
    long size = file.size();
    if (size > MAX_BYTES) {
      return Optional.empty();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(Math.max(1, size));
      long count = file.read(bytes.asSlice(0, size), 0);
      byte[] content = bytes.asSlice(0, count).toArray(JAVA_BYTE);
      String text = new String(content, US_ASCII);
      int title = text.indexOf('\n');
      if (title < 0 || !text.startsWith(TITLE)) {
        return Optional.empty();
      }
      end = text.lastIndexOf('\n') + 1L;
      Boxes.decode(Arrays.copyOfRange(content, title + 1, (int) end))
          .forEach(box -> Boxes.add(boxes, box));
      return Optional.of(text.substring(TITLE.length(), title))
          .filter(number -> NUMBER.matcher(number).matches());
    }
  }

  List<Box> boxes() {
    return List.copyOf(boxes);
  }

  /// Adds boxes whose elements are on the disk, and forces the record.
  void add(List<Box> more) throws IOException {
    append(Boxes.encode(more));
  }

  private void append(byte[] lines) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocateFrom(JAVA_BYTE, lines);
      file.write(bytes, end);
      end += bytes.byteSize();
    }
    file.force();
  }

  void delete() throws IOException {
    Files.deleteIfExists(path);
  }

  @Override
  public void close() {
    file.close();
  }
}
