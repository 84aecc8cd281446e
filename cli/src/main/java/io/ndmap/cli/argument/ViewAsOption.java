package io.ndmap.cli.argument;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.dtype.VoidType;
import io.ndmap.nd.NdView;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The option `--as` of commands that read one or several whole arrays.
public final class ViewAsOption {

  @Option(
      names = "--as",
      paramLabel = "D",
      description =
          "View the elements as another dtype, as ndarray.view does: bf16, f8e4m3 or f8e5m2 for"
              + " arrays that ml_dtypes saved as void. If there are several arrays, only those of"
              + " void elements of the same size.")
  private Optional<DType> as = Optional.empty();

  /// Returns a view of an array with the dtype of the option.
  ///
  /// @throws DTypeException if the elements cannot be viewed as requested
  public NdView<?> of(NdView<?> array) {
    return as.isPresent() ? array.viewAs(as.get()) : array;
  }

  /// Returns views of several arrays with the dtype of the option. A single array is viewed as by
  /// [#of(NdView)]; each of several arrays is viewed as by [#ofVoid].
  ///
  /// @throws DTypeException if the elements cannot be viewed as requested, or if none of several
  ///   arrays has void elements of the dtype's size
  public List<NdView<?>> of(List<? extends NdView<?>> arrays) {
    if (arrays.size() == 1) {
      return List.of(of(arrays.getFirst()));
    }
    if (as.isPresent() && arrays.stream().noneMatch(this::isVoid)) {
      throw new DTypeException("--as: no array has elements of V" + as.get().itemsize());
    }
    return arrays.stream().<NdView<?>>map(this::ofVoid).toList();
  }

  /// Returns a view of the elements as the dtype if they are void and of the same size, otherwise
  /// the array itself.
  public NdView<?> ofVoid(NdView<?> array) {
    return isVoid(array) ? of(array) : array;
  }

  private boolean isVoid(NdView<?> array) {
    return as.isPresent()
        && array.dtype() instanceof VoidType
        && array.dtype().itemsize() == as.get().itemsize();
  }
}
