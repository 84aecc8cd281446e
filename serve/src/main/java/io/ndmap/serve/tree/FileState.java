package io.ndmap.serve.tree;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/// The identity of a file and its state.
///
/// @param key distinguishes the file from others, such as device and inode
/// @param size the size in bytes
/// @param modified the time of the last change of its bytes
/// @param changed the time of the last change of its bytes or attributes (`ctime`), which programs
///   cannot set; equal to `modified` on systems without such a time
record FileState(String key, long size, FileTime modified, FileTime changed) {

  // A file that changed less than this ago may change again without a new time, because the
  // kernel's clock for file times ticks only every 1 to 10 ms.
  private static final Duration TICKS = Duration.ofMillis(50);
  private static final int TAG_BYTES = 12;

  /// Reads the state of a file, without following a link.
  static FileState of(Path file) throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      BasicFileAttributes basic =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return new FileState(
          String.valueOf(basic.fileKey()),
          basic.size(),
          basic.lastModifiedTime(),
          basic.lastModifiedTime());
    }
    Map<String, Object> unix =
        Files.readAttributes(
            file, "unix:dev,ino,size,lastModifiedTime,ctime", LinkOption.NOFOLLOW_LINKS);
    return new FileState(
        unix.get("dev") + ":" + unix.get("ino"),
        (Long) known(unix, "size"),
        (FileTime) known(unix, "lastModifiedTime"),
        (FileTime) known(unix, "ctime"));
  }

  private static Object known(Map<String, Object> attributes, String name) {
    return Objects.requireNonNull(attributes.get(name), name);
  }

  /// Whether the file changed so recently that it may change again without a new time.
  boolean isRecent(Instant now) {
    return changed.toInstant().plus(TICKS).isAfter(now);
  }

  /// Text that differs for different files and states, and reveals nothing else. For a file that
  /// has just changed, each call returns another text.
  String etag(Instant now) {
    String text = isRecent(now) ? this + UUID.randomUUID().toString() : toString();
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, TAG_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
