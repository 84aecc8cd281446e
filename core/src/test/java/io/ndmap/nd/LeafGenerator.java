package io.ndmap.nd;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Makes the primitive siblings of `DoubleView`, which is written by hand, by replacing whole
/// words.
///
/// Run from the project's top folder: `java core/src/test/java/io/ndmap/nd/LeafGenerator.java`.
/// `LeafGeneratorTest` fails when what it makes is not what is checked in.
final class LeafGenerator {

  private static final Path FOLDER = Path.of("src/main/java/io/ndmap/nd");

  /// A leaf: its carrier, the bits of an element and how to come from one to the other, and what
  /// its Javadoc says.
  ///
  /// @param streamed the carrier of its streams; Java has them of three types only
  private record Leaf(
      String carrier, String streamed, int shift, String toBits, String ofBits, String dtypes) {

    String className() {
      return capitalised() + "View";
    }

    boolean hasOperators() {
      return carrier.equals("int") || carrier.equals("long");
    }

    String capitalised() {
      return capitalised(carrier);
    }

    static String capitalised(String word) {
      return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }
  }

  private static final List<Leaf> SIBLINGS =
      List.of(
          new Leaf("byte", "int", 0, "value", "(byte) bits", "`b1`, `i1` and `u1`"),
          new Leaf("short", "int", 1, "value", "(short) bits", "`i2`, `u2` and `f2`"),
          new Leaf("int", "int", 2, "value", "(int) bits", "`i4` and `u4`"),
          new Leaf("long", "long", 3, "value", "bits", "`i8`, `u8`, `M8` and `m8`"),
          new Leaf(
              "float",
              "double",
              2,
              "Float.floatToRawIntBits(value)",
              "Float.intBitsToFloat((int) bits)",
              "`f4`"));

  private LeafGenerator() {}

  /// Writes the siblings into the sources.
  public static void main(String[] args) throws IOException {
    Path module = Path.of("core");
    for (Map.Entry<Path, String> file : siblings(module).entrySet()) {
      Files.writeString(file.getKey(), file.getValue());
    }
  }

  /// The siblings' texts by their files.
  static Map<Path, String> siblings(Path module) throws IOException {
    Path folder = module.resolve(FOLDER);
    String model = Files.readString(folder.resolve("DoubleView.java"));
    Map<Path, String> files = new LinkedHashMap<>();
    for (Leaf leaf : SIBLINGS) {
      files.put(folder.resolve(leaf.className() + ".java"), sibling(model, leaf));
    }
    return files;
  }

  private static String sibling(String model, Leaf leaf) {
    Map<String, String> words = new LinkedHashMap<>();
    words.put("`f8`", leaf.dtypes);
    words.put("Double.doubleToRawLongBits(value)", leaf.toBits);
    words.put("Double.longBitsToDouble(bits)", leaf.ofBits);
    words.put("SHIFT = 3", "SHIFT = " + leaf.shift);
    // Bytes have no order and no alignment, and so no layouts that differ in them.
    words.put(
        "JAVA_DOUBLE_UNALIGNED",
        "JAVA_"
            + leaf.carrier.toUpperCase(java.util.Locale.ROOT)
            + (leaf.shift == 0 ? "" : "_UNALIGNED"));
    String streamed = Leaf.capitalised(leaf.streamed);
    words.put("Spliterator.OfDouble", "Spliterator.Of" + streamed);
    words.put("DoubleConsumer", streamed + "Consumer");
    words.put("DoubleStream", streamed + "Stream");
    words.put("doubleStream", leaf.streamed + "Stream");
    words.put("OfDouble", "Of" + leaf.capitalised());
    for (String arity : List.of("Unary", "Binary")) {
      String operator = "Double" + arity + "Operator";
      words.put(operator, leaf.capitalised() + arity + "Operator");
      // Those that Java lacks are in the package of the leaves.
      if (!leaf.hasOperators()) {
        words.put("import java.util.function." + operator + ";\n", "");
      }
    }
    words.put("applyAsDouble", "applyAs" + leaf.capitalised());
    for (String run : List.of("runs[0].get", "runs[1].get")) {
      words.put(run + "Double", run + leaf.capitalised());
    }
    words.put("DoubleView", leaf.className());
    words.put("double", leaf.carrier);
    Pattern pattern =
        Pattern.compile(
            words.keySet().stream()
                .map(
                    word ->
                        (isWordChar(word.charAt(0)) ? "\\b" : "")
                            + Pattern.quote(word)
                            + (isWordChar(word.charAt(word.length() - 1)) ? "\\b" : ""))
                .collect(Collectors.joining("|")));
    String text =
        pattern
            .matcher(model)
            .replaceAll(
                match -> java.util.regex.Matcher.quoteReplacement(words.get(match.group())));
    // No part of the Javadoc: it is nothing to users.
    return text.replace(
        "/// View with the carrier",
        """
        // Made from `DoubleView` by `LeafGenerator`; change that one.

        /// View with the carrier\
        """);
  }

  private static boolean isWordChar(char c) {
    return Character.isLetterOrDigit(c);
  }
}
