package io.ndmap.nd;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Generates the view classes of the other primitive types from the source of `DoubleView`, by
/// replacing whole words.
///
/// Run it from the project's top folder: `java
/// core/src/test/java/io/ndmap/nd/ViewClassGenerator.java`. `ViewClassGeneratorTest` fails if the
/// generated files differ from the ones in the repository.
final class ViewClassGenerator {

  private static final Path FOLDER = Path.of("src/main/java/io/ndmap/nd");

  /// The words that differ between the view classes.
  ///
  /// @param carrier the primitive type
  /// @param streamed the primitive type of the streams; Java has streams of `int`, `long` and
  ///   `double` only
  /// @param shift the base-2 logarithm of the itemsize
  /// @param toBits the expression that converts a carrier `value` to a `long`
  /// @param ofBits the expression that converts a `long bits` to a carrier
  /// @param dtypes the dtypes of the elements, for the Javadoc
  private record ViewClass(
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

  private static final List<ViewClass> SIBLINGS =
      List.of(
          new ViewClass(
              "byte", "int", 0, "value", "(byte) bits", "`b1`, `i1`, `u1` and 8-bit floats"),
          new ViewClass(
              "short", "int", 1, "value", "(short) bits", "`i2`, `u2`, `f2` and `bfloat16`"),
          new ViewClass("int", "int", 2, "value", "(int) bits", "`i4` and `u4`"),
          new ViewClass("long", "long", 3, "value", "bits", "`i8`, `u8`, `M8` and `m8`"),
          new ViewClass(
              "float",
              "double",
              2,
              "Float.floatToRawIntBits(value)",
              "Float.intBitsToFloat((int) bits)",
              "`f4`"));

  private ViewClassGenerator() {}

  /// Writes the source files of the generated classes.
  public static void main(String[] args) throws IOException {
    Path module = Path.of("core");
    for (Map.Entry<Path, String> file : siblings(module).entrySet()) {
      Files.writeString(file.getKey(), file.getValue());
    }
  }

  /// Returns the text of each generated source file.
  ///
  /// @param module the folder of the module `core`
  static Map<Path, String> siblings(Path module) throws IOException {
    Path folder = module.resolve(FOLDER);
    String model = Files.readString(folder.resolve("DoubleView.java"));
    Map<Path, String> files = new LinkedHashMap<>();
    for (ViewClass viewClass : SIBLINGS) {
      files.put(folder.resolve(viewClass.className() + ".java"), sibling(model, viewClass));
    }
    return files;
  }

  private static String sibling(String model, ViewClass viewClass) {
    Map<String, String> words = new LinkedHashMap<>();
    words.put("`f8`", viewClass.dtypes);
    words.put("Double.doubleToRawLongBits(value)", viewClass.toBits);
    words.put("Double.longBitsToDouble(bits)", viewClass.ofBits);
    words.put("SHIFT = 3", "SHIFT = " + viewClass.shift);
    // `JAVA_BYTE` has no unaligned variant, because bytes need no alignment.
    words.put(
        "JAVA_DOUBLE_UNALIGNED",
        "JAVA_"
            + viewClass.carrier.toUpperCase(java.util.Locale.ROOT)
            + (viewClass.shift == 0 ? "" : "_UNALIGNED"));
    String streamed = ViewClass.capitalised(viewClass.streamed);
    words.put("Spliterator.OfDouble", "Spliterator.Of" + streamed);
    words.put("DoubleConsumer", streamed + "Consumer");
    words.put("DoubleStream", streamed + "Stream");
    words.put("doubleStream", viewClass.streamed + "Stream");
    words.put("OfDouble", "Of" + viewClass.capitalised());
    for (String arity : List.of("Unary", "Binary")) {
      String operator = "Double" + arity + "Operator";
      words.put(operator, viewClass.capitalised() + arity + "Operator");
      // The operators that `java.util.function` lacks are in the package of the view classes.
      if (!viewClass.hasOperators()) {
        words.put("import java.util.function." + operator + ";\n", "");
      }
    }
    words.put("applyAsDouble", "applyAs" + viewClass.capitalised());
    for (String run : List.of("runs[0].get", "runs[1].get")) {
      words.put(run + "Double", run + viewClass.capitalised());
    }
    words.put("DoubleView", viewClass.className());
    words.put("double", viewClass.carrier);
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
    // Not in the Javadoc, because users of the class need not know that it is generated.
    return text.replace(
        "/// View with the carrier",
        """
        // Generated from `DoubleView` by `ViewClassGenerator`: change `DoubleView`.

        /// View with the carrier\
        """);
  }

  private static boolean isWordChar(char c) {
    return Character.isLetterOrDigit(c);
  }
}
