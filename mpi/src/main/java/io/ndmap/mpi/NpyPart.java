package io.ndmap.mpi;

import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Box;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;

/// A rank's part of an array, as [ParallelNpy#read] returns it.
///
/// @param view the elements, contiguous in the memory order of the file, and writable without
///   effect on the file. Their memory belongs to the caller's arena. If the caller passed no arena,
///   up to 64 KiB are a Java array; more bytes are off-heap memory that is freed once no view of it
///   is reachable
/// @param box the box of the part in the array; empty for a rank without elements
/// @param header the header of the file, with the shape of the whole array
public record NpyPart(NdView<?> view, Box box, NpyHeader header) {

  /// Returns the elements as a view of the given class.
  ///
  /// @param viewClass the class of the view, such as `DoubleView.class`
  /// @param <V> the class of the view
  /// @return the same view
  /// @throws DTypeException if the dtype has another view class
  public <V extends NdView<V>> V view(Class<V> viewClass) {
    return view.as(viewClass);
  }
}
