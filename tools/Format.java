import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Formats all Java sources of the project with google-java-format, or checks their format.
///
/// The build runs it in a separate JVM, because Maven's may be too old for the formatter:
///
/// ```
/// java -cp google-java-format-all-deps.jar tools/Format.java check|write
/// ```
final class Format {

  private Format() {}

  public static void main(String[] args) throws IOException {
    if (args.length != 1 || !List.of("check", "write").contains(args[0])) {
      System.err.println("Usage: Format check|write, in the project's root directory");
      System.exit(2);
    }
    boolean write = args[0].equals("write");
    // A formatter may be shared by threads.
    Formatter formatter = new Formatter();
    List<Path> changed =
        sources(Path.of("")).parallelStream()
            .filter(source -> changes(source, formatter, write))
            .toList();
    changed.forEach(
        source -> System.err.println((write ? "Formatted: " : "Not formatted: ") + source));
    if (!changed.isEmpty() && !write) {
      System.err.println("To format: mvn -B -N -Pformat validate");
      System.exit(1);
    }
  }

  private static boolean changes(Path source, Formatter formatter, boolean write) {
    try {
      String text = Files.readString(source);
      String formatted = formatter.formatSourceAndFixImports(text);
      if (write && !formatted.equals(text)) {
        Files.writeString(source, formatted);
      }
      return !formatted.equals(text);
    } catch (FormatterException e) {
      throw new IllegalArgumentException(source + " cannot be parsed: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> sources(Path root) throws IOException {
    List<Path> sources = new ArrayList<>(javaFiles(root.resolve("tools")));
    try (Stream<Path> modules = Files.list(root)) {
      for (Path module : modules.sorted().toList()) {
        sources.addAll(javaFiles(module.resolve("src")));
      }
    }
    return sources;
  }

  private static List<Path> javaFiles(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }
}
