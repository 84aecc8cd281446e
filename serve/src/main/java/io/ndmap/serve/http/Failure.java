package io.ndmap.serve.http;

import com.google.gson.stream.JsonWriter;
import io.ndmap.dtype.DTypeException;
import io.ndmap.format.json.AsciiJsonWriter;
import io.ndmap.npy.MappingLimitException;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.ResourceLimitException;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import io.ndmap.serve.answer.Problem;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;

/// The HTTP form of a failed request.
///
/// @param status the HTTP status
/// @param title the kind of failure
/// @param detail the message
record Failure(int status, String title, String detail) {

  private static final Map<Integer, String> TITLES =
      Map.ofEntries(
          Map.entry(400, "The request is not valid"),
          Map.entry(401, "The token is missing"),
          Map.entry(403, "Not allowed"),
          Map.entry(404, "There is no such thing"),
          Map.entry(405, "Only reading is allowed"),
          Map.entry(406, "No such format"),
          Map.entry(408, "The request took too long"),
          Map.entry(409, "The file changed"),
          Map.entry(413, "Too large"),
          Map.entry(414, "The address is too long"),
          Map.entry(416, "The range selects nothing"),
          Map.entry(422, "The file cannot be used"),
          Map.entry(431, "The headers are too long"),
          Map.entry(499, "Nobody waits any more"),
          Map.entry(503, "Too busy"));

  /// Returns a failure with a status and a message.
  static Failure of(int status, String detail) {
    return new Failure(status, TITLES.getOrDefault(status, "The server failed"), detail);
  }

  /// Returns the failure of an exception. Messages of the library contain only names in the served
  /// tree. Messages of file system exceptions contain paths, so they are replaced.
  static Failure of(Throwable e) {
    return switch (e) {
      case Problem problem -> of(problem.status(), text(problem));
      case CancellationException _ -> of(499, "the request was given up");
      case ResourceLimitException _ -> of(413, text(e));
      case MappingLimitException _ -> of(503, "the process has too many mappings of files");
      case NpyFormatException _ -> of(422, text(e));
      case MappingFaultException _ -> of(409, text(e));
      case FileClosedException _ -> of(409, "the file was closed, as it has changed");
      case DTypeException _ -> of(400, text(e));
      case IndexOutOfBoundsException _ -> of(400, text(e));
      case IllegalArgumentException _ -> of(400, text(e));
      case ArithmeticException _ -> of(400, text(e));
      case AccessDeniedException _ -> of(403, "the file may not be read");
      case FileSystemException _ -> of(409, "the file cannot be read any more");
      case IOException _ -> new Failure(500, "The file cannot be read", text(e));
      case RejectedExecutionException _ -> of(503, "the server stops");
      case OutOfMemoryError _ -> of(503, "there is not enough memory just now");
      default -> new Failure(500, "The server failed", e.getClass().getSimpleName());
    };
  }

  private static String text(Throwable e) {
    return String.valueOf(e.getMessage());
  }

  /// Whether the server is at fault, so that the failure is logged.
  boolean isOurs() {
    return status == 500;
  }

  /// Returns the failure as `application/problem+json`.
  ///
  /// @param parameters the query parameters; `path` and `selection` are included
  byte[] json(Map<String, String> parameters) {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(new AsciiJsonWriter(text))) {
      json.beginObject();
      json.name("type").value("about:blank");
      json.name("title").value(title);
      json.name("status").value(status);
      json.name("detail").value(detail);
      for (String name : new String[] {"path", "selection"}) {
        if (parameters.containsKey(name)) {
          json.name(name).value(parameters.get(name));
        }
      }
      json.endObject();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return text.append('\n').toString().getBytes(StandardCharsets.US_ASCII);
  }
}
