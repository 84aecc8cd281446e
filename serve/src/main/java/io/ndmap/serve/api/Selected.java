package io.ndmap.serve.api;

import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Index;
import io.ndmap.nd.NdView;
import io.ndmap.serve.answer.Call;
import io.ndmap.serve.answer.Problem;
import io.ndmap.serve.tree.OpenArray;
import io.ndmap.serve.tree.Tree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The part of an array that a request selects by `path`, `field` and `selection`. Closing this
/// object closes the array.
///
/// @param array the array
/// @param items the selected part
record Selected(OpenArray array, NdView<?> items) implements AutoCloseable {

  /// The parameters that determine the selection.
  static final Set<String> PARAMETERS = Set.of("path", "selection", "field");

  /// The maximum itemsize of elements that are sent.
  private static final int MOST_ITEM_BYTES = 4 << 20;

  /// The parameter names that determine the selection, and further names.
  static Set<String> parametersAnd(String... others) {
    Set<String> all = new HashSet<>(PARAMETERS);
    all.addAll(List.of(others));
    return Set.copyOf(all);
  }

  /// Opens the array and applies the selection.
  ///
  /// @throws Problem with 400 if the request names no array, or as [Tree#open]
  static Selected of(Tree tree, Call call) throws IOException {
    OpenArray array = tree.open(path(call));
    try {
      return new Selected(array, select(array.view(), call));
    } catch (Throwable e) {
      array.close();
      throw e;
    }
  }

  /// The name of the requested array.
  ///
  /// @throws Problem with 400 if the request names no array
  static String path(Call call) {
    return call.parameter("path")
        .orElseThrow(() -> new Problem(400, "the parameter path names the array"));
  }

  private static NdView<?> select(NdView<?> array, Call call) {
    NdView<?> view = array;
    for (String field : names(call.parameter("field").orElse(""))) {
      view = member(view, field);
    }
    String text = call.parameter("selection").orElse("").strip();
    return text.isEmpty() ? view : view.slice(Index.parse(text).toArray(Index[]::new));
  }

  /// Splits a list of names at commas. A backslash escapes a comma or a backslash within a name.
  private static List<String> names(String text) {
    List<String> names = new ArrayList<>();
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ',') {
        names.add(name.toString());
        name.setLength(0);
      } else {
        i += c == '\\' && i + 1 < text.length() ? 1 : 0;
        name.append(text.charAt(i));
      }
    }
    names.add(name.toString());
    names.removeIf(String::isEmpty);
    return names;
  }

  /// The field of structures with a given name, or the part `real` or `imag` of complex numbers.
  private static NdView<?> member(NdView<?> view, String name) {
    if (!(view.dtype() instanceof ScalarType scalar && scalar.kind().isComplex())) {
      return view.field(name);
    }
    return switch (name) {
      case "real" -> view.real();
      case "imag" -> view.imag();
      default ->
          throw new DTypeException(
              "complex numbers have the fields real and imag, not '" + name + "'");
    };
  }

  /// The value of the header `ETag`.
  String etag() {
    return '"' + array.etag() + '"';
  }

  /// The number of bytes of the selected elements.
  long bytes() {
    return items.itemCount() * items.dtype().itemsize();
  }

  /// Rejects selections of more bytes than the limit.
  ///
  /// @throws Problem with 413
  void requireAtMost(long most) {
    if (bytes() > most) {
      throw new Problem(
          413,
          "%s: the selection of shape %s has %s bytes, the most is %s; select less, or raise --max-response"
              .formatted(array.name(), items.shape(), bytes(), most));
    }
  }

  /// Rejects elements of more than 4 MiB, and selections of too many elements to be written as
  /// text. The second check is needed for elements with itemsize 0, whose number is limited only by
  /// `long`.
  ///
  /// @param most the maximum number of elements if they are written as text
  /// @param isText whether the elements are written as text
  /// @throws Problem with 413
  void requireFew(long most, boolean isText) {
    int itemsize = items.dtype().itemsize();
    if (itemsize > MOST_ITEM_BYTES) {
      throw new Problem(
          413,
          "%s: elements of %s have %s bytes, the most is %s"
              .formatted(array.name(), items.dtype(), itemsize, MOST_ITEM_BYTES));
    }
    if (isText && items.itemCount() > most) {
      throw new Problem(
          413,
          "%s: the selection of shape %s has %s elements, the most as text is %s"
              .formatted(array.name(), items.shape(), items.itemCount(), most));
    }
  }

  @Override
  public void close() {
    array.close();
  }
}
