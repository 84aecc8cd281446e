package io.ndmap.serve.api;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeaderCodec;
import io.ndmap.serve.answer.Answer;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import io.ndmap.serve.answer.Route;
import io.ndmap.serve.read.ItemBytes;
import io.ndmap.serve.tree.Tree;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// `/data`: the elements of a selection.
///
/// @param tree the served files
/// @param most the maximum number of bytes of a selection
public record DataRoute(Tree tree, long most) implements Route {

  /// The maximum number of characters of a file name in `Content-Disposition`. Names of archive
  /// members may be very long, but the total size of the HTTP headers is limited.
  private static final int MOST_NAME = 200;

  private static final Set<String> PARAMETERS = Selected.parametersAnd("format");
  private static final Pattern ODD = Pattern.compile("[^A-Za-z0-9._-]");
  private static final Pattern NOT_ASCII = Pattern.compile("[^ -~]");

  @Override
  public Set<String> parameters() {
    return PARAMETERS;
  }

  @Override
  public Answer answer(Call call) throws IOException {
    String format = call.parameter("format").orElse("json");
    Selected selected = Selected.of(tree, call);
    try {
      selected.requireAtMost(most);
      selected.requireFew(most, format.equals("json") || format.equals("csv"));
      return switch (format) {
        case "bin" -> bin(selected);
        case "npy" -> npy(selected);
        case "json" ->
            new Answer(200, Json.TYPE, Map.of("ETag", selected.etag()), new JsonBody(selected));
        case "csv" ->
            new Answer(
                200,
                "text/csv; charset=utf-8",
                Map.of(
                    "ETag",
                    selected.etag(),
                    "Content-Disposition",
                    attachment(selected.array().name(), ".csv")),
                new CsvBody(selected, most));
        default ->
            throw new Problem(
                400, "format is one of json, npy, csv and bin, found '" + format + "'");
      };
    } catch (Throwable e) {
      selected.close();
      throw e;
    }
  }

  private static Answer bin(Selected selected) {
    NdView<?> items = selected.items();
    DType dtype = items.dtype().withByteOrder(ByteOrder.LITTLE_ENDIAN);
    Map<String, String> headers =
        Map.of(
            "ETag",
            selected.etag(),
            "X-Dtype",
            ascii(dtype.toString()),
            "X-Shape",
            LongStream.of(items.shape().toArray())
                .mapToObj(Long::toString)
                .collect(Collectors.joining(",")));
    return new Answer(
        200, "application/octet-stream", headers, new ItemBytes(selected.array(), items, dtype));
  }

  private static Answer npy(Selected selected) {
    NdView<?> items = selected.items();
    byte[] head = NpyHeaderCodec.encode(items.dtype(), Order.C, items.shape());
    return new Answer(
        200,
        "application/octet-stream",
        Map.of(
            "ETag",
            selected.etag(),
            "Content-Disposition",
            attachment(selected.array().name(), ".npy")),
        new ItemBytes(selected.array(), items, items.dtype(), head));
  }

  /// The value of the header `Content-Disposition`, which makes browsers save an answer under the
  /// array's name. Characters other than letters, digits and `. _ -` are replaced by `_`.
  ///
  /// @param name the name of the array
  /// @param ending the file name extension, such as `.png`
  static String attachment(String name, String ending) {
    int from = Math.max(name.lastIndexOf('/'), name.lastIndexOf(':')) + 1;
    String plain = ODD.matcher(name.substring(from)).replaceAll("_");
    String stem =
        plain.endsWith(".npy") ? plain.substring(0, plain.length() - ".npy".length()) : plain;
    stem = stem.substring(0, Math.min(stem.length(), MOST_NAME));
    return "attachment; filename=\"" + (stem.isEmpty() ? "array" : stem) + ending + '"';
  }

  /// Replaces characters that are not printable ASCII by `?`, for a header.
  private static String ascii(String text) {
    return NOT_ASCII.matcher(text).replaceAll("?");
  }
}
