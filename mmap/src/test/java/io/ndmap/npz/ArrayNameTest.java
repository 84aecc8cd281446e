package io.ndmap.npz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How the name of an array is split into file and member.
class ArrayNameTest {

  @TempDir private Path directory = Path.of("");

  /// In the third column the files that exist, in the last the member; no member where it is empty,
  /// and `''` for the member without a name.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        // A file that exists under the whole text comes first.
        "x.npy               |               | x.npy          |            ",
        "all.npz             | all.npz       | all.npz        |            ",
        "all.npz::x          | all.npz::x    | all.npz::x     |            ",
        "a::b                | a::b a        | a::b           |            ",
        // Else the last `::` behind an archive's name.
        "all.npz::x          |               | all.npz        | x          ",
        "all.npz::x          | all.npz       | all.npz        | x          ",
        "ALL.NPZ::x          |               | ALL.NPZ        | x          ",
        "all.zip::x          |               | all.zip        | x          ",
        "all.Zip::x.npy      |               | all.Zip        | x.npy      ",
        "run::1/all.npz::x   |               | run::1/all.npz | x          ",
        "run::1/all.npz      |               | run::1/all.npz |            ",
        "all.npz::x::y       | all.npz       | all.npz        | x::y       ",
        "a.npz::b.npz::c     | a.npz         | a.npz::b.npz   | c          ",
        "all.npz::x          | all           | all.npz        | x          ",
        "all.npz:::x         |               | all.npz        | :x         ",
        "all.npz::           |               | all.npz        | \"\"       ",
        "all.npz::::x        |               | all.npz        | ::x        ",
        // Names of members are no paths.
        "z.npz::a//b         |               | z.npz          | a//b       ",
        "z.npz::g/           |               | z.npz          | g/         ",
        "z.npz:://abs        |               | z.npz          | //abs      ",
        "z.npz::a/./b        |               | z.npz          | a/./b      ",
        "z.npz::./b          |               | z.npz          | ./b        ",
        "z.npz::../b         |               | z.npz          | ../b       ",
        "z.npz::a/           |               | z.npz          | a/         ",
        // Else the last `::` behind a file that exists.
        "store::x            | store         | store          | x          ",
        "store::x            |               | store::x       |            ",
        "run::1/all::a//b    | run::1/all    | run::1/all     | a//b       ",
        "a::b::c             | a a::b        | a::b           | c          ",
        "a::b::c             | a             | a              | b::c       ",
        // Nothing stands before it.
        "::x                 |               | ::x            |            ",
        "x::                 |               | x::            |            ",
        ":                   |               | :              |            ",
      })
  void splitsByOneRule(String text, String existing, String file, String member) {
    Set<String> files = existing == null ? Set.of() : Set.of(existing.split(" "));
    ArrayName name = ArrayName.parse(text, files::contains);
    assertThat(name).isEqualTo(new ArrayName(Path.of(file), Optional.ofNullable(member)));
    assertThat(name).hasToString(text);
  }

  /// Names of other file systems are split by the same rule, and are no paths.
  @Test
  void findsTheSeparatorInAnyText() {
    assertThat(ArrayName.separator("hdfs://host/all.npz::x", _ -> false)).isEqualTo(19);
    assertThat(ArrayName.separator("hdfs://host/a::b", "hdfs://host/a"::equals)).isEqualTo(13);
    assertThat(ArrayName.separator("hdfs://[::1]/x.npy", _ -> false)).isEqualTo(-1);
    // To ask a file system far away takes long.
    Predicate<String> far =
        name -> {
          throw new AssertionError(name);
        };
    assertThat(ArrayName.separator("hdfs://host/x.npy", far)).isEqualTo(-1);
    assertThat(ArrayName.parse("x.npy", far)).isEqualTo(ArrayName.of(Path.of("x.npy")));
  }

  @Test
  void asksTheFileSystem() throws IOException {
    String text = directory.resolve("store") + "::x";
    assertThat(ArrayName.parse(text)).isEqualTo(ArrayName.of(Path.of(text)));
    Path store = Files.createFile(directory.resolve("store"));
    assertThat(ArrayName.parse(text)).isEqualTo(ArrayName.of(store, "x"));
    Path whole = Files.createFile(Path.of(text));
    assertThat(ArrayName.parse(text)).isEqualTo(ArrayName.of(whole));
    // As the system says, a file is none behind a slash.
    assertThat(ArrayName.parse(text + "/")).isEqualTo(ArrayName.of(store, "x/"));
    assertThat(ArrayName.parse(directory + "/")).isEqualTo(ArrayName.of(directory));
  }

  @Test
  void refusesWhatNamesNoFile() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ArrayName.parse(""))
        .withMessage("a file name must not be empty");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ArrayName.parse("a\0b"))
        .isInstanceOf(InvalidPathException.class);
    assertThat(ArrayName.parse("a.npz::b\0").member()).contains("b\0");
  }
}
