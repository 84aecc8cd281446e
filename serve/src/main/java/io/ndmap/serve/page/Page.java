package io.ndmap.serve.page;

import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import io.ndmap.serve.answer.Route;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The web page of the viewer: one document at the empty path, and the style sheet, the scripts and
/// the icon below `static/`. The page loads nothing from other servers.
///
/// Every answer has a strong `ETag`, so that browsers load a file again only after it has changed.
public final class Page implements Route {

  /// The content security policy: browsers load resources only from this server, run scripts only
  /// from files, and never show the page in a frame.
  public static final String POLICY =
      "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " object-src 'none'";

  private static final String DOCUMENT = "index.html";

  private final Map<String, Resource> resources;

  /// Reads the files of the page from the module.
  ///
  /// @throws UncheckedIOException if a file is missing in the module
  public Page() {
    var read = new TreeMap<String, Resource>();
    for (Name name : Name.values()) {
      read.put(name.file, Resource.read(name));
    }
    resources = Map.copyOf(read);
  }

  /// Answers with a file of the page, or with 304 if the browser already has that version.
  ///
  /// @throws Problem with 404 if there is no such file
  @Override
  public Answer answer(Call call) {
    String name = call.path().isEmpty() ? DOCUMENT : call.path();
    Resource resource = resources.get(name);
    if (resource == null) {
      throw new Problem(404, "the page has no file '" + name + "'");
    }
    return resource.answer(Optional.ofNullable(call.headers().get("if-none-match")));
  }

  /// The files of the page; no other files can be requested.
  private enum Name {
    API("api.js"),
    AXES("axes.js"),
    BUSY("busy.js"),
    COLOURS("colours.js"),
    EXPORT("export.js"),
    GESTURES("gestures.js"),
    HEATMAP("heatmap.js"),
    ICON("icon.svg"),
    INDEX(DOCUMENT),
    LINEVIEW("lineview.js"),
    MAIN("main.js"),
    PICTURE("picture.js"),
    PLANE("plane.js"),
    PLOTS("plots.js"),
    SELECTION("selection.js"),
    STATE("state.js"),
    STYLE("page.css"),
    TEXT("text.js"),
    TILES("tiles.js"),
    TREE("tree.js"),
    VIEWPORT("viewport.js");

    private final String file;

    Name(String file) {
      this.file = file;
    }

    private String type() {
      return switch (file.substring(file.lastIndexOf('.') + 1)) {
        case "css" -> "text/css; charset=utf-8";
        case "html" -> "text/html; charset=utf-8";
        case "svg" -> "image/svg+xml";
        default -> "text/javascript; charset=utf-8";
      };
    }
  }

  private record Resource(
      String type, String etag, @SuppressWarnings("ArrayRecordComponent") byte[] bytes) {

    private static Resource read(Name name) {
      try (InputStream in = Page.class.getResourceAsStream(name.file)) {
        if (in == null) {
          throw new FileNotFoundException(name.file);
        }
        byte[] bytes = in.readAllBytes();
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
        return new Resource(
            name.type(), '"' + HexFormat.of().formatHex(digest, 0, 16) + '"', bytes);
      } catch (IOException e) {
        throw new UncheckedIOException("the module lacks a file of the page: " + name.file, e);
      } catch (NoSuchAlgorithmException e) {
        throw new AssertionError("every JDK has SHA-256", e);
      }
    }

    private Answer answer(Optional<String> known) {
      Map<String, String> headers =
          Map.of(
              "ETag", etag,
              "Cache-Control", "no-cache",
              "Content-Security-Policy", POLICY,
              "X-Content-Type-Options", "nosniff",
              "Referrer-Policy", "no-referrer");
      boolean same = known.filter(this::isAmong).isPresent();
      Answer whole = Answer.of(type, same ? new byte[0] : bytes);
      return new Answer(same ? 304 : 200, type, headers, whole.body());
    }

    private boolean isAmong(String tags) {
      return Arrays.stream(tags.split(",", -1))
          .map(String::strip)
          .map(tag -> tag.startsWith("W/") ? tag.substring(2) : tag)
          .anyMatch(tag -> tag.equals("*") || tag.equals(etag));
    }
  }
}
