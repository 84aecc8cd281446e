package io.ndmap.testing;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.stream.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;
import java.util.stream.Stream;

/// The files that NumPy made, with its own verdict on each; the corpus, among the resources of
/// core's tests, has a README.
public final class Corpus {

  /// Structures in structures nest deeper than Gson allows by default.
  private static final int NESTING_LIMIT = 1000;

  private static final Path ROOT =
      Path.of(Objects.requireNonNull(System.getProperty("ndmap.corpus"), "ndmap.corpus"))
          .toAbsolutePath()
          .normalize();

  private Corpus() {}

  /// One `.npy` file.
  ///
  /// @param entry what the corpus says of it
  public record Case(JsonObject entry) {

    /// NumPy's verdict.
    public String kind() {
      return entry.get("kind").getAsString();
    }

    /// The importance of agreement; empty where NumPy refuses the file.
    public String tier() {
      return entry.has("tier") && !entry.get("tier").isJsonNull()
          ? entry.get("tier").getAsString()
          : "";
    }

    /// The contents of the file, empty if NumPy refuses it.
    public JsonObject expect() {
      if (entry.has("parts")) {
        // Opening a file of several arrays yields the first.
        return entry.getAsJsonArray("parts").get(0).getAsJsonObject();
      }
      return entry.has("expect") ? entry.getAsJsonObject("expect") : new JsonObject();
    }

    public byte[] bytes() {
      try {
        return isFile()
            ? Files.readAllBytes(path(entry.get("file").getAsString()))
            : Base64.getDecoder().decode(entry.get("b64").getAsString());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /// The file, which is written first if the corpus has it as text.
    ///
    /// @param directory where to
    public Path file(Path directory) throws IOException {
      return isFile()
          ? path(entry.get("file").getAsString())
          : Files.write(directory.resolve(entry.get("id").getAsString() + ".npy"), bytes());
    }

    private boolean isFile() {
      return entry.has("file");
    }

    @Override
    public String toString() {
      return isFile()
          ? entry.get("file").getAsString() + " " + entry.get("category").getAsString()
          : "fuzz " + entry.get("id").getAsString();
    }
  }

  /// All `.npy` files.
  public static Stream<Case> all() {
    return Stream.concat(manifest(), fuzz());
  }

  /// The files that were made one by one.
  public static Stream<Case> manifest() {
    return json(path("manifest.json")).getAsJsonArray("entries").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .filter(entry -> entry.get("file").getAsString().endsWith(".npy"))
        .map(Case::new);
  }

  /// The files that were made at random.
  public static Stream<Case> fuzz() {
    try {
      return Files.readAllLines(path("fuzz.jsonl")).stream()
          .map(line -> new Case(JsonParser.parseString(line).getAsJsonObject()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A file of the corpus; its directory for an empty name.
  public static Path path(String name) {
    return ROOT.resolve(name);
  }

  /// The contents of a JSON file.
  public static JsonObject json(Path file) {
    try (JsonReader reader = new JsonReader(Files.newBufferedReader(file))) {
      reader.setNestingLimit(NESTING_LIMIT);
      return JsonParser.parseReader(reader).getAsJsonObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A digest as the corpus has it.
  public static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  /// A digest of bytes to come.
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
