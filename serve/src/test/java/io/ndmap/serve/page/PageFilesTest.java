package io.ndmap.serve.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.answer.Bodies;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageFilesTest {

  private static final Path SOURCES = Path.of("src/main/resources/io/ndmap/serve/page");

  /// Code that runs text which is not a file of the page, or turns text into elements.
  private static final Pattern FORBIDDEN =
      Pattern.compile(
          "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|DOMParser|\\beval\\(|new"
              + " Function|\\bon[a-z]+=|style=|<style|https?://(?!www\\.w3\\.org/)|javascript:|//#"
              + " source");

  private static final Pattern NAMED =
      Pattern.compile("(?:from \"\\./|(?:src|href)=\"static/)([^\"]+)\"");

  private final Page page = new Page();

  @ParameterizedTest
  @CsvSource({
    "'',          text/html; charset=utf-8,       <!DOCTYPE html>",
    "index.html,  text/html; charset=utf-8,       <!DOCTYPE html>",
    "page.css,    text/css; charset=utf-8,        :root {",
    "main.js,     text/javascript; charset=utf-8, // The page",
    "icon.svg,    image/svg+xml,                  <svg xmlns"
  })
  void filesHaveTheirTypes(String path, String type, String beginning) throws IOException {
    try (Answer answer = page.answer(call(path, Map.of()))) {
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.type()).isEqualTo(type);
      assertThat(text(answer)).startsWith(beginning);
      assertThat(answer.headers())
          .containsEntry("Content-Security-Policy", Page.POLICY)
          .containsEntry("X-Content-Type-Options", "nosniff")
          .containsEntry("Cache-Control", "no-cache");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s", "W/%s", "\"other\", %s", "*"})
  void whatTheBrowserHasIsNotSentAgain(String known) throws IOException {
    String etag;
    try (Answer answer = page.answer(call("", Map.of()))) {
      etag = answer.headers().get("ETag");
      assertThat(etag).matches("\"[0-9a-f]{32}\"");
    }
    try (Answer answer = page.answer(call("", Map.of("if-none-match", known.formatted(etag))))) {
      assertThat(answer.status()).isEqualTo(304);
      assertThat(Bodies.bytes(answer)).isEmpty();
    }
    try (Answer answer = page.answer(call("", Map.of("if-none-match", "\"other\"")))) {
      assertThat(answer.status()).isEqualTo(200);
      assertThat(text(answer)).endsWith("</html>\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nothing.js", "Page.class", "page.css/", "/page.css", "INDEX.HTML"})
  void otherNamesAreNotThere(String path) {
    assertThatExceptionOfType(Problem.class)
        .isThrownBy(() -> page.answer(call(path, Map.of())))
        .withMessage("the page has no file '" + path + "'")
        .satisfies(problem -> assertThat(problem.status()).isEqualTo(404));
  }

  @Test
  void everyFileIsLoadedByAnotherAndServed() throws IOException {
    Set<String> named = new TreeSet<>(Set.of("index.html"));
    Set<String> there = new TreeSet<>();
    for (Path file : files()) {
      there.add(file.getFileName().toString());
      NAMED
          .matcher(Files.readString(file))
          .results()
          .map(match -> match.group(1))
          .forEach(named::add);
    }
    assertThat(named).isEqualTo(there);
    for (String name : there) {
      try (Answer answer = page.answer(call(name, Map.of()))) {
        assertThat(text(answer)).isEqualTo(Files.readString(SOURCES.resolve(name)));
      }
    }
  }

  @Test
  void nothingMakesElementsOfTextOrLoadsFromElsewhere() throws IOException {
    for (Path file : files()) {
      assertThat(FORBIDDEN.matcher(Files.readString(file)).results().map(MatchResult::group))
          .as(file.toString())
          .isEmpty();
    }
  }

  private static Set<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      return files.collect(Collectors.toSet());
    }
  }

  private static Call call(String path, Map<String, String> headers) {
    return new Call(path, Map.of(), headers, () -> {});
  }

  private static String text(Answer answer) throws IOException {
    return new String(Bodies.bytes(answer), UTF_8);
  }
}
