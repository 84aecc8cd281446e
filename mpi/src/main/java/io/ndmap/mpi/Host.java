package io.ndmap.mpi;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/// The machine of this process.
final class Host {

  /// A number that a kernel has from its start on, and its containers share; where it tells none,
  /// one made of the name of the host.
  static final UUID ID = id();

  private Host() {}

  private static UUID id() {
    try {
      String id = Files.readString(Path.of("/proc/sys/kernel/random/boot_id"), US_ASCII);
      return UUID.fromString(id.strip());
    } catch (IOException | IllegalArgumentException e) {
      return UUID.nameUUIDFromBytes(hostName().getBytes(UTF_8));
    }
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      // Whose text has the name, which has no address.
      return String.valueOf(e.getMessage());
    }
  }
}
