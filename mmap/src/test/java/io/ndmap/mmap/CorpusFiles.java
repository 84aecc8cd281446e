package io.ndmap.mmap;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.stream.JsonReader;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;

/// The corpus that NumPy made; it stands among the resources of the core's tests.
final class CorpusFiles {

  private static final int NESTING_LIMIT = 1000;

  private CorpusFiles() {}

  static Path root() {
    return Path.of(Objects.requireNonNull(System.getProperty("ndmap.corpus"), "ndmap.corpus"))
        .toAbsolutePath()
        .normalize();
  }

  static JsonObject json(Path path) {
    try (JsonReader reader = new JsonReader(Files.newBufferedReader(path))) {
      // Structures in structures nest deeper than Gson allows by default.
      reader.setNestingLimit(NESTING_LIMIT);
      return JsonParser.parseReader(reader).getAsJsonObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Shape shape(JsonElement sizes) {
    return Shape.of(
        sizes.getAsJsonArray().asList().stream().mapToLong(JsonElement::getAsLong).toArray());
  }

  /// The version by its first number.
  static NpyVersion version(int major) {
    for (NpyVersion version : NpyVersion.values()) {
      if (version.major() == major) {
        return version;
      }
    }
    throw new IllegalArgumentException("no version " + major);
  }

  static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  static String canonicalSha256(NdView<?> view) {
    MessageDigest digest = sha256();
    view.forEachCanonicalBlock(digest::update);
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
