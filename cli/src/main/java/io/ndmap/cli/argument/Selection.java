package io.ndmap.cli.argument;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.TimeType;
import io.ndmap.layout.Index;
import io.ndmap.nd.NdView;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A selected part of an array: `a['x']['y'][index]` in NumPy.
///
/// @param as the dtype as which the elements are viewed before fields and index are applied; empty
///   to keep their dtype
/// @param fields the field names, from the outermost structure inwards
/// @param index the index that is applied to the field
public record Selection(Optional<DType> as, List<String> fields, IndexText index) {

  /// An index in NumPy's notation.
  ///
  /// @param parts the parsed index
  public record IndexText(List<Index> parts) {

    public static final IndexText ALL = new IndexText(List.of());

    /// Parses a basic index.
    ///
    /// @throws IllegalArgumentException if the text is not a basic index
    public static IndexText parse(String text) {
      return new IndexText(Index.parse(text));
    }
  }

  /// Whether the selection is the whole array.
  public boolean isWhole() {
    return as.isEmpty() && fields.isEmpty() && index.parts().isEmpty();
  }

  /// Selects the part of an array.
  ///
  /// @throws DTypeException if there is no such field, or the elements cannot be viewed as
  ///   requested
  /// @throws IndexOutOfBoundsException if the index is out of bounds
  public NdView<?> of(NdView<?> array) {
    NdView<?> view = as.isPresent() ? array.viewAs(as.get()) : array;
    for (String field : fields) {
      view = member(view, field);
    }
    return view.slice(index.parts().toArray(Index[]::new));
  }

  /// Selects the part of an array and requires numbers or times. Error messages name the command's
  /// options.
  ///
  /// @throws DTypeException if the elements are neither numbers nor times
  public NdView<?> ofNumbers(NdView<?> array) {
    NdView<?> view = of(array);
    requireNumbers(view.dtype());
    return view;
  }

  private static void requireNumbers(DType dtype) {
    if (dtype instanceof StructType struct && !struct.fields().isEmpty()) {
      String names =
          struct.fields().stream().map(f -> "'" + f.name() + "'").collect(Collectors.joining(", "));
      throw new DTypeException(
          "elements are structures, not numbers; choose one --field of " + names);
    }
    if (dtype instanceof ScalarType scalar && scalar.kind().isComplex()) {
      throw new DTypeException(
          "elements of " + dtype + " are complex numbers; choose --field real or --field imag");
    }
    if (!(dtype instanceof ScalarType || dtype instanceof TimeType)) {
      throw new DTypeException("elements of " + dtype + " are neither numbers nor times");
    }
  }

  /// The field of structures with a given name, or the part `real` or `imag` of complex numbers.
  private static NdView<?> member(NdView<?> view, String name) {
    boolean complex = view.dtype() instanceof ScalarType scalar && scalar.kind().isComplex();
    if (!complex) {
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
}
