package io.ndmap.mpi;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/// The machine of this process.
final class Machine {

  /// A number that a kernel has from its start on, and its containers share; 0 if it tells none.
  static final UUID ID = id();

  private Machine() {}

  private static UUID id() {
    try {
      String id = Files.readString(Path.of("/proc/sys/kernel/random/boot_id"), US_ASCII);
      return UUID.fromString(id.strip());
    } catch (IOException | IllegalArgumentException e) {
      return new UUID(0, 0);
    }
  }
}
