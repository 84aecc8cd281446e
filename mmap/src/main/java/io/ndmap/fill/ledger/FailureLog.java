package io.ndmap.fill.ledger;

import io.ndmap.posix.Channels;
import io.ndmap.posix.Interrupts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/// The log of abandoned chunks: one line per abandonment, with chunk, epoch, slot and reason
/// separated by tabs. The size of the file is bounded, because chunks may be abandoned without
/// limit.
public record FailureLog(Path path) {

  /// The size of the file in bytes from which it is emptied before the next line is appended.
  public static final long MAX_BYTES = 4 << 20;

  /// The maximum length of a logged reason in characters; longer reasons are cut.
  private static final int LONGEST = 1000;

  /// The number of fields of a line.
  private static final int FIELDS = 4;

  /// Appends a line in one write, so that lines of several processes do not interleave. The
  /// interrupt status of the thread is kept.
  public void add(ClaimedChunk claimed, String reason) throws IOException {
    String line =
        "%s\t%s\t%s\t%s\n"
            .formatted(
                claimed.chunk(),
                claimed.word().epoch(),
                claimed.word().slot(),
                reason.substring(0, Math.min(reason.length(), LONGEST)).replaceAll("\\s+", " "));
    Interrupts.deferred(() -> append(line.getBytes(StandardCharsets.UTF_8)));
  }

  private void append(byte[] line) throws IOException {
    try (FileChannel channel = open()) {
      if (channel.size() >= MAX_BYTES) {
        var _ = channel.truncate(0);
      }
      var _ = channel.write(ByteBuffer.wrap(line));
    }
  }

  // Opens an existing file without CREATE, for the reason that OpenFile.open states.
  private FileChannel open() throws IOException {
    try {
      return openThere();
    } catch (NoSuchFileException e) {
      try {
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE).close();
      } catch (FileAlreadyExistsException byAnother) {
        // Another participant has created it.
      }
      return openThere();
    }
  }

  private FileChannel openThere() throws IOException {
    return FileChannel.open(
        path, StandardOpenOption.WRITE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
  }

  /// Returns the last logged reason of each chunk; reasons logged before the file was last emptied
  /// are lost.
  public Map<Long, String> last() throws IOException {
    Map<Long, String> reasons = new HashMap<>();
    // Incomplete lines, from a killed process or a full disk, are ignored.
    for (String line : tail().lines().toList()) {
      String[] fields = line.split("\t", FIELDS);
      if (fields.length == FIELDS && fields[0].matches("[0-9]{1,18}")) {
        reasons.put(Long.valueOf(fields[0]), fields[FIELDS - 1]);
      }
    }
    return reasons;
  }

  private String tail() throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      long size = channel.size();
      int count = (int) Math.min(size, MAX_BYTES);
      return StandardCharsets.UTF_8.decode(Channels.read(channel, size - count, count)).toString();
    } catch (NoSuchFileException e) {
      // No chunk was ever abandoned.
      return "";
    }
  }
}
