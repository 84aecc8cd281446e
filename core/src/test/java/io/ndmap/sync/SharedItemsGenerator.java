package io.ndmap.sync;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Makes `SharedLongs` and `AtomicLongs` of `SharedInts` and `AtomicInts`, which are written by
/// hand, by replacing whole words.
///
/// Run from the project's top folder: `java
/// core/src/test/java/io/ndmap/sync/SharedItemsGenerator.java`. `SharedItemsGeneratorTest` fails
/// when what it makes is not what is checked in.
final class SharedItemsGenerator {

  private static final Path FOLDER = Path.of("src/main/java/io/ndmap/sync");
  private static final Map<String, String> WORDS = words();
  private static final Pattern WORD =
      Pattern.compile(
          WORDS.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|", "", ""))
              + "|\\bint\\b");

  private SharedItemsGenerator() {}

  private static Map<String, String> words() {
    Map<String, String> words = new LinkedHashMap<>();
    words.put("an `int`: `i4` and `u4`.", "a `long`: `i8`, `u8`, `M8` and `m8`.");
    words.put("SharedInts", "SharedLongs");
    words.put("AtomicInts", "AtomicLongs");
    words.put("IntView", "LongView");
    words.put("JAVA_INT", "JAVA_LONG");
    words.put("IntUnaryOperator", "LongUnaryOperator");
    words.put("applyAsInt", "applyAsLong");
    return words;
  }

  /// Writes them into the sources.
  public static void main(String[] args) throws IOException {
    for (Map.Entry<Path, String> file : siblings(Path.of("core")).entrySet()) {
      Files.writeString(file.getKey(), file.getValue());
    }
  }

  /// The texts by their files.
  static Map<Path, String> siblings(Path module) throws IOException {
    Path folder = module.resolve(FOLDER);
    Map<Path, String> files = new LinkedHashMap<>();
    for (String name : new String[] {"Shared", "Atomic"}) {
      String model = Files.readString(folder.resolve(name + "Ints.java"));
      String text =
          WORD.matcher(model)
              .replaceAll(
                  match -> Matcher.quoteReplacement(WORDS.getOrDefault(match.group(), "long")));
      files.put(
          folder.resolve(name + "Longs.java"),
          text.replaceFirst(
              "\n///\n",
              "\n///\n/// Generated from `%sInts` by `SharedItemsGenerator`: change `%sInts`.\n///\n"
                  .formatted(name, name)));
    }
    return files;
  }
}
