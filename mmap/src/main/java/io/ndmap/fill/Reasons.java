package io.ndmap.fill;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/// Why chunks were given up: a line for each time, with chunk, epoch, slot and reason between tabs.
record Reasons(Path path) {

  private static final int LONGEST = 1000;
  private static final int FIELDS = 4;

  /// Appends a line, in one write, which does not mix with those of others.
  void add(long chunk, ChunkWord word, String reason) throws IOException {
    String line =
        chunk
            + "\t"
            + word.epoch()
            + "\t"
            + word.slot()
            + "\t"
            + reason.substring(0, Math.min(reason.length(), LONGEST)).replaceAll("\\s+", " ")
            + "\n";
    try (FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
      var _ = channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
    }
  }

  /// The last reason of each chunk that has one.
  Map<Long, String> last() throws IOException {
    Map<Long, String> reasons = new HashMap<>();
    try {
      // Broken lines, of somebody who was killed or a full disk, are nobody's reason.
      String all = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
      for (String line : all.lines().toList()) {
        String[] fields = line.split("\t", FIELDS);
        if (fields.length == FIELDS && fields[0].matches("[0-9]{1,18}")) {
          reasons.put(Long.valueOf(fields[0]), fields[FIELDS - 1]);
        }
      }
    } catch (NoSuchFileException e) {
      // No chunk was ever given up.
    }
    return reasons;
  }
}
