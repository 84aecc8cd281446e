package io.ndmap.fill;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;

/// Which start of the system this is: `/proc/sys/kernel/random/boot_id`, random at each start
/// (random(4)). All containers of a machine see the same.
final class SystemStart {

  /// It cannot be found out, so nothing is concluded from it.
  static final long UNKNOWN = 0;

  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  private SystemStart() {}

  /// The first 8 bytes of the id, as a little-endian number.
  static long current() {
    try {
      // Not by a channel, which an interrupt would close.
      String text = new String(Proc.read(BOOT_ID), StandardCharsets.US_ASCII).strip();
      return Long.reverseBytes(UUID.fromString(text).getMostSignificantBits());
    } catch (IOException | IllegalArgumentException e) {
      return UNKNOWN;
    }
  }
}
