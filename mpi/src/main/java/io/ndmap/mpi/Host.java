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

  /// The boot ID of the kernel: most containers see the ID of their machine. If the boot ID cannot
  /// be read, an ID derived from the host name.
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
      // The message contains the host name, which has no address.
      return String.valueOf(e.getMessage());
    }
  }
}
