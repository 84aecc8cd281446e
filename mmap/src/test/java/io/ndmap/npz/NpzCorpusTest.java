package io.ndmap.npz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpzFormatException;
import io.ndmap.npy.ObjectArrayException;
import io.ndmap.testing.Corpus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every archive of the corpus gives what NumPy gave, or is refused as `docs/archives.md` says.
class NpzCorpusTest {

  @TempDir Path directory;

  /// An archive of the corpus.
  record Case(JsonObject entry) {

    Path file() {
      return Corpus.path(entry.get("file").getAsString());
    }

    boolean isValid() {
      return entry.get("kind").getAsString().equals("valid") && entry.has("files");
    }

    List<String> files() {
      return entry.getAsJsonArray("files").asList().stream().map(JsonElement::getAsString).toList();
    }

    Map<String, JsonElement> members() {
      return entry.getAsJsonObject("members").asMap();
    }

    @Override
    public String toString() {
      return entry.get("file").getAsString();
    }
  }

  static Stream<Case> all() {
    return Corpus.json(Corpus.path("manifest.json")).getAsJsonArray("entries").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .filter(entry -> entry.get("file").getAsString().endsWith(".npz"))
        .map(Case::new);
  }

  static Stream<Case> valid() {
    return all().filter(Case::isValid);
  }

  static Stream<Case> invalid() {
    return all().filter(each -> !each.isValid());
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void whatNumpyRefusesIsRefused(Case archive) {
    assertThatThrownBy(() -> NpzFile.open(archive.file()))
        .isInstanceOf(NpyFormatException.class)
        .hasMessageStartingWith(archive.file() + ": byte ");
  }

  @ParameterizedTest
  @MethodSource("valid")
  void theNamesAreNumpys(Case archive) throws IOException {
    try (NpzFile file = NpzFile.open(archive.file())) {
      if (archive.toString().contains("NUL_in_name")) {
        assertThat(file.keys()).containsExactly("a\0b");
        return;
      }
      assertThat(file.keys()).isEqualTo(archive.files());
      archive
          .entry()
          .getAsJsonObject("keys")
          .asMap()
          .forEach(
              (key, name) ->
                  assertThat(file.member(key).name()).as(key).isEqualTo(name.getAsString()));
    }
  }

  /// The files that only one of NumPy and ndmap reads.
  @Test
  void theDifferencesAreThose() throws IOException {
    Map<String, Set<String>> differences = new TreeMap<>();
    for (Case archive : valid().toList()) {
      Path copy = directory.resolve("x.npz");
      for (OpenMode mode : OpenMode.values()) {
        Files.copy(archive.file(), copy, StandardCopyOption.REPLACE_EXISTING);
        try (NpzFile file = NpzFile.open(copy, mode)) {
          for (Map.Entry<String, JsonElement> member : archive.members().entrySet()) {
            String difference =
                difference(file, member.getKey(), member.getValue().getAsJsonObject());
            if (!difference.isEmpty()) {
              differences
                  .computeIfAbsent(
                      difference.replaceAll("\\d+", "N").replaceAll("'[^']*'", "'...'"),
                      _ -> new TreeSet<>())
                  .add(archive.toString().replaceAll(".*/(\\d+).*", "$1") + " " + member.getKey());
            }
          }
        }
      }
    }
    assertThat(differences)
        .isEqualTo(
            Map.of(
                "there is a NUL in its name",
                Set.of("0969 a"),
                "a stored member must have one size, found N and N",
                Set.of("0985 a.npy", "1035 a.npy"),
                "expected the method of the central directory, N, found N in the header of the"
                    + " member",
                Set.of("1042 b.npy"),
                "expected the size of the central directory, N, found N in the header of the"
                    + " member",
                Set.of("1064 a.npy"),
                "mapped, although its CRC is wrong: verify() refuses it",
                Set.of("0980 a.npy", "0982 a.npy", "1018 a.npy", "1042 a.npy")));
  }

  private static String difference(NpzFile file, String name, JsonObject expected)
      throws IOException {
    String result = expected.get("result").getAsString();
    // Python cuts a name off at a NUL, we do not.
    NpzMember member =
        file.members().stream()
            .filter(each -> each.name().replaceFirst("\0.*", "").equals(name))
            .findFirst()
            .orElseThrow();
    try {
      String found =
          switch (result) {
            case "npy" -> digest(member.view()).equals(canonical(expected)) ? "" : "other values";
            case "bytes" -> bytesDigest(member, expected);
            default -> {
              var _ = member.view();
              assertThat(member.isStored()).isTrue();
              assertThatThrownBy(member::verify)
                  .isInstanceOf(NpzFormatException.class)
                  .hasMessageContaining("expected the CRC ");
              yield "mapped, although its CRC is wrong: verify() refuses it";
            }
          };
      return found;
    } catch (ObjectArrayException e) {
      return result.equals("needs_pickle") ? "" : "objects";
    } catch (NpyFormatException e) {
      assertThat(e).hasMessageStartingWith(file.path() + "::");
      return result.equals("error")
          ? ""
          : String.valueOf(e.getMessage()).replaceFirst("^.*: byte \\d+: ", "");
    }
  }

  private static String canonical(JsonObject expected) {
    return expected.getAsJsonObject("expect").get("canon_sha256").getAsString();
  }

  private static String digest(NdView<?> view) {
    MessageDigest digest = Corpus.sha256();
    view.forEachCanonicalBlock(digest::update);
    return HexFormat.of().formatHex(digest.digest());
  }

  private static String bytesDigest(NpzMember member, JsonObject expected) throws IOException {
    assertThat(member.isArray()).isFalse();
    try (InputStream in = member.bytes()) {
      List<String> fields = new ArrayList<>(expected.keySet());
      String digest = Corpus.sha256(in.readAllBytes());
      return fields.stream()
              .filter(field -> field.endsWith("sha256"))
              .map(field -> expected.get(field).getAsString())
              .anyMatch(digest::equals)
          ? ""
          : "other bytes " + fields;
    }
  }
}
