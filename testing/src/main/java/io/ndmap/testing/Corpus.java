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

/// The corpus: files that NumPy has written, and files with mutated headers, each with NumPy's
/// verdict. The corpus is in the test resources of the module core, where a README describes it.
public final class Corpus {

  /// The maximum nesting of the JSON files, which describe structures in structures: more than Gson
  /// allows by default.
  private static final int NESTING_LIMIT = 1000;

  private static final Path ROOT =
      Path.of(Objects.requireNonNull(System.getProperty("ndmap.corpus"), "ndmap.corpus"))
          .toAbsolutePath()
          .normalize();

  private Corpus() {}

  /// One `.npy` file.
  ///
  /// @param entry the entry of the file in the corpus
  public record Case(JsonObject entry) {

    /// NumPy's verdict, such as `valid` or `invalid`; the README of the corpus lists all verdicts.
    public String kind() {
      return entry.get("kind").getAsString();
    }

    /// How important agreement with NumPy is: `must`, `should` or `may`; empty if NumPy refuses the
    /// file.
    public String tier() {
      return entry.has("tier") && !entry.get("tier").isJsonNull()
          ? entry.get("tier").getAsString()
          : "";
    }

    /// The description of the file's contents; empty if NumPy refuses the file.
    public JsonObject expect() {
      if (entry.has("parts")) {
        // Opening a file of several arrays yields the first array.
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

    /// Returns the file; writes it first if the corpus contains it as Base64 text.
    ///
    /// @param directory the directory into which the file is then written
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

  /// The files that were designed one by one.
  public static Stream<Case> manifest() {
    return json(path("manifest.json")).getAsJsonArray("entries").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .filter(entry -> entry.get("file").getAsString().endsWith(".npy"))
        .map(Case::new);
  }

  /// The files that were generated at random.
  public static Stream<Case> fuzz() {
    try {
      return Files.readAllLines(path("fuzz.jsonl")).stream()
          .map(line -> new Case(JsonParser.parseString(line).getAsJsonObject()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the path of a file of the corpus; for an empty name, the corpus's directory.
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

  /// Returns the SHA-256 digest of bytes in hexadecimal, as in the corpus.
  public static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  /// Returns a new SHA-256 digest.
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
