package io.ndmap.npy;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.stream.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// The files that NumPy made, with its own verdict on each; the corpus has a README.
final class Corpus {

  private static final Path ROOT = root();
  private static final int NESTING_LIMIT = 1000;

  private Corpus() {}

  /// One file.
  static final class Case {
    private final String id;
    private final String kind;
    private final String tier;
    private final byte[] bytes;
    private final JsonObject expect;

    Case(String id, String kind, String tier, byte[] bytes, JsonObject expect) {
      this.id = id;
      this.kind = kind;
      this.tier = tier;
      this.bytes = bytes;
      this.expect = expect;
    }

    /// NumPy's verdict.
    String kind() {
      return kind;
    }

    /// How much it matters that we agree; empty where NumPy refuses the file.
    String tier() {
      return tier;
    }

    byte[] bytes() {
      return bytes;
    }

    /// What the file holds, empty if NumPy refuses it.
    JsonObject expect() {
      return expect;
    }

    @Override
    public String toString() {
      return id;
    }
  }

  static Stream<Case> all() {
    return Stream.concat(manifest(), fuzz());
  }

  static Stream<Case> manifest() {
    List<Case> cases = new ArrayList<>();
    for (JsonElement element : json("manifest.json").getAsJsonArray("entries")) {
      JsonObject entry = element.getAsJsonObject();
      String file = entry.get("file").getAsString();
      if (file.endsWith(".npy")) {
        cases.add(toCase(entry, file + " " + entry.get("category").getAsString(), read(file)));
      }
    }
    return cases.stream();
  }

  static Stream<Case> fuzz() {
    List<Case> cases = new ArrayList<>();
    for (String line : lines("fuzz.jsonl")) {
      JsonObject entry = JsonParser.parseString(line).getAsJsonObject();
      byte[] bytes = Base64.getDecoder().decode(entry.get("b64").getAsString());
      cases.add(toCase(entry, "fuzz " + entry.get("id").getAsString(), bytes));
    }
    return cases.stream();
  }

  private static Case toCase(JsonObject entry, String id, byte[] bytes) {
    JsonObject expect = entry.getAsJsonObject("expect");
    if (entry.has("parts")) {
      expect = entry.getAsJsonArray("parts").get(0).getAsJsonObject();
    }
    return new Case(
        id,
        entry.get("kind").getAsString(),
        entry.has("tier") && !entry.get("tier").isJsonNull() ? entry.get("tier").getAsString() : "",
        bytes,
        expect == null ? new JsonObject() : expect);
  }

  static JsonObject json(String name) {
    try (JsonReader reader = new JsonReader(Files.newBufferedReader(ROOT.resolve(name)))) {
      // Structures in structures nest deeper than Gson allows by default.
      reader.setNestingLimit(NESTING_LIMIT);
      return JsonParser.parseReader(reader).getAsJsonObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path path(String name) {
    return ROOT.resolve(name);
  }

  private static List<String> lines(String name) {
    try {
      return Files.readAllLines(ROOT.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] read(String name) {
    try {
      return Files.readAllBytes(ROOT.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path root() {
    try {
      Path manifest =
          Path.of(
              Objects.requireNonNull(Corpus.class.getResource("/corpus/manifest.json")).toURI());
      return Objects.requireNonNull(manifest.toAbsolutePath().getParent());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
