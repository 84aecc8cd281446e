package io.ndmap.posix;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/// Reads information about processes from `/proc` (proc(5)), for diagnosis and eviction. Results
/// are empty (false, or a default) if `/proc` is hidden or absent. If it belongs to another PID
/// namespace, its process IDs are not those of this process. Only [#holders] checks this; before
/// any other method that takes an ID, the caller must check [#isOwn].
public final class Proc {

  /// The value of [#systemStart] if the boot ID is unknown.
  public static final long UNKNOWN_START = 0;

  /// Linux's default limit on the mappings of a process.
  private static final long DEFAULT_MAX_MAPPINGS = 65530;

  private static final Path ROOT = Path.of("/proc");

  private Proc() {}

  /// Returns whether `/proc` exists and belongs to the PID namespace of this process.
  ///
  /// @return false if `/proc` is absent, or belongs to another PID namespace
  public static boolean isOwn() {
    try {
      return String.valueOf(ROOT.resolve("self").toRealPath().getFileName())
          .equals(Long.toString(ProcessHandle.current().pid()));
    } catch (IOException e) {
      return false;
    }
  }

  /// Returns the fields after the command's name in `/proc/<pid>/stat` (proc_pid_stat(5)); the
  /// first is the state.
  ///
  /// @return the fields, or empty if the process does not exist or cannot be seen
  public static Optional<String[]> stat(long pid) {
    try {
      String line =
          new String(
              read(ROOT.resolve(Long.toString(pid)).resolve("stat")), StandardCharsets.ISO_8859_1);
      // The name may contain any characters, even parentheses and blanks.
      return Optional.of(line.substring(line.lastIndexOf(')') + 2).split(" "));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// Returns the name of a process's program, for messages. It may contain any characters.
  ///
  /// @return a blank and the name in parentheses, ` (name)`; empty if the name cannot be read
  public static Optional<String> command(long pid) {
    try {
      byte[] name = read(ROOT.resolve(Long.toString(pid)).resolve("comm"));
      return Optional.of(" (" + new String(name, StandardCharsets.UTF_8).stripTrailing() + ")");
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// Returns the PID namespace of this process (pid_namespaces(7)).
  ///
  /// @return the inode of the namespace, or empty if unknown
  public static Optional<Long> namespace() {
    try {
      String link = Files.readSymbolicLink(ROOT.resolve("self/ns/pid")).toString();
      return Optional.of(Long.valueOf(link.replaceAll("[^0-9]", "")));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /// Returns the IDs of the processes that own an open-file-description lock on exactly the given
  /// byte of a file. Only processes whose descriptors this process may read are found, and not
  /// those that have closed the descriptor, but keep the lock because they still map the file; none
  /// if `/proc` is not [own][#isOwn].
  ///
  /// @throws IOException if there is no such file
  public static List<Long> holders(Path file, long at) throws IOException {
    List<Long> holders = new ArrayList<>();
    Object key = key(file);
    if (isOwn()) {
      for (Path process : list(ROOT, "[0-9]*")) {
        if (holds(process, key, at)) {
          holders.add(Long.valueOf(String.valueOf(process.getFileName())));
        }
      }
    }
    return holders;
  }

  /// Returns whether a process owns an open-file-description lock on exactly the given byte of a
  /// file.
  ///
  /// @return false also if the process or its descriptors cannot be seen, or it has closed the
  ///   descriptor, but keeps the lock because it still maps the file
  /// @throws IOException if there is no such file
  public static boolean holds(long pid, Path file, long at) throws IOException {
    return holds(ROOT.resolve(Long.toString(pid)), key(file), at);
  }

  // Identifies a file by device and inode: inodes alone are not unique across file systems.
  private static Object key(Path file) throws IOException {
    return Objects.requireNonNull(
        Files.readAttributes(file, BasicFileAttributes.class).fileKey(), "the key of a file");
  }

  // lock: 1: OFDLCK ADVISORY  WRITE -1 fe:00:4711 4611686018427387904 4611686018427387904
  private static boolean holds(Path process, Object file, long at) {
    String lock = "(?s).*\nlock:[^\n]* OFDLCK [^\n]* " + at + " " + at + "\\s.*";
    for (Path about : list(process.resolve("fdinfo"), "*")) {
      try {
        if (new String(read(about), StandardCharsets.ISO_8859_1).matches(lock)
            && key(process.resolve("fd").resolve(about.getFileName())).equals(file)) {
          return true;
        }
      } catch (IOException e) {
        // The descriptor was closed meanwhile, or is not accessible.
      }
    }
    return false;
  }

  private static List<Path> list(Path directory, String glob) {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, glob)) {
      stream.forEach(entries::add);
    } catch (IOException | DirectoryIteratorException e) {
      // The process has ended, or is not accessible.
    }
    return entries;
  }

  /// Returns the boot ID of the system: `/proc/sys/kernel/random/boot_id`, a new random number at
  /// each boot (random(4)). Most containers see the boot ID of their machine; some (systemd-nspawn)
  /// have their own.
  ///
  /// @return the first 8 bytes of the ID, as a little-endian number, or [#UNKNOWN_START]
  public static long systemStart() {
    try {
      byte[] text = read(ROOT.resolve("sys/kernel/random/boot_id"));
      UUID id = UUID.fromString(new String(text, StandardCharsets.US_ASCII).strip());
      return Long.reverseBytes(id.getMostSignificantBits());
    } catch (IOException | IllegalArgumentException e) {
      return UNKNOWN_START;
    }
  }

  /// Returns the system's limit on the mappings of a process (proc_sys_vm(5), `max_map_count`), or
  /// Linux's default if the limit cannot be read.
  public static long maxMappings() {
    try {
      byte[] text = read(ROOT.resolve("sys/vm/max_map_count"));
      return Long.parseLong(new String(text, StandardCharsets.US_ASCII).strip());
    } catch (IOException | NumberFormatException e) {
      return DEFAULT_MAX_MAPPINGS;
    }
  }

  /// Reads a complete file. Uses no channel, because an interrupt of the thread would close it.
  private static byte[] read(Path file) throws IOException {
    try (FileInputStream stream = new FileInputStream(file.toFile())) {
      return stream.readAllBytes();
    }
  }
}
