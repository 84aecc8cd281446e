import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Checks that every reference on the pages that javadoc has written leads somewhere, and to no
/// file outside of the directory, which a reader of the jar does not have.
///
/// doclint lets two kinds pass that end as text on the page: a reference to a package of a module
/// that is not linked, and one whose brackets Markdown takes for its own, as in `[#take(long[])]`.
///
/// ```
/// java tools/JavadocReferences.java DIRECTORY...
/// ```
final class JavadocReferences {

  private static final Pattern INVALID =
      Pattern.compile("<summary>invalid reference</summary>\\s*<pre><code>(.*?)</code>");
  private static final Pattern CODE = Pattern.compile("(?s)<(pre|code|script)\\b.*?</\\1>");
  private static final Pattern UNREAD = Pattern.compile("\\[[\\w.]*#\\w*");
  private static final Pattern LINK = Pattern.compile("href=\"(?!\\w+:)([^\"#]+)");

  private JavadocReferences() {}

  public static void main(String[] args) throws IOException {
    if (args.length == 0) {
      System.err.println("Usage: JavadocReferences DIRECTORY...");
      System.exit(2);
    }
    SortedSet<String> faults = new TreeSet<>();
    for (String directory : args) {
      Path root = Path.of(directory).normalize();
      for (Path page : pages(root)) {
        faults(root, page).map(fault -> page + ": " + fault).forEach(faults::add);
      }
    }
    faults.forEach(System.err::println);
    if (!faults.isEmpty()) {
      System.exit(1);
    }
  }

  private static Stream<String> faults(Path root, Path page) throws IOException {
    String html = Files.readString(page);
    Stream<String> invalid = matches(INVALID, html).map(match -> "invalid: " + match.group(1));
    Stream<String> unread =
        matches(UNREAD, CODE.matcher(html).replaceAll("")).map(match -> "text: " + match.group());
    Stream<String> broken =
        matches(LINK, html)
            .filter(link -> !Files.exists(page.resolveSibling(link.group(1))))
            .map(link -> "no such page: " + link.group(1));
    Stream<String> outside =
        matches(LINK, html)
            .filter(link -> !page.resolveSibling(link.group(1)).normalize().startsWith(root))
            .map(link -> "leads out of the pages: " + link.group(1));
    return Stream.of(invalid, unread, broken, outside).flatMap(found -> found);
  }

  private static Stream<MatchResult> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results();
  }

  private static List<Path> pages(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of(); // the build was told to write none
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".html")).toList();
    }
  }
}
