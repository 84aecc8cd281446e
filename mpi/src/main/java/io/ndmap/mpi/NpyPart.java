package io.ndmap.mpi;

import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Box;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;

/// A rank's part of an array as [ParallelNpy#read] returns it, in memory of its own.
///
/// @param view the elements, dense, in the order of the file. The memory is that of the caller's
///   arena, or else outside the heap (up to 64 KiB a Java array) and freed once no view of it is
///   reachable; it is the caller's alone, and may be changed
/// @param box which part of the array it is; for a rank without elements, an empty one
/// @param header of the file: dtype, order and the shape of the whole array
public record NpyPart(NdView<?> view, Box box, NpyHeader header) {

  /// The elements as a view of the given class.
  ///
  /// @param viewClass the class of the view, such as `DoubleView.class`
  /// @param <V> the class of the view
  /// @return the same view
  /// @throws DTypeException if the dtype has another view class
  public <V extends NdView<V>> V view(Class<V> viewClass) {
    return view.as(viewClass);
  }
}
