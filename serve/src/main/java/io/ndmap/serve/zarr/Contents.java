package io.ndmap.serve.zarr;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.layout.Shape;
import io.ndmap.npy.NpyHeader;
import io.ndmap.serve.answer.Problem;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/// The Zarr node of a file, or of a field of its structures: an array, or a group with one array
/// per field.
sealed interface Contents {

  /// An array.
  record Items(VirtualArray array) implements Contents {}

  /// A group.
  ///
  /// @param names the names of the fields that can be part of a path
  record Fields(List<String> names) implements Contents {}

  /// Returns the Zarr node of a file, or of a field of its structures.
  ///
  /// @param path the names of nested fields, outermost first; empty for the whole file
  /// @param limits the limits of chunks
  /// @param name the name of the file in messages
  /// @throws Problem with 404 if there is no such field, Zarr has no data type for the elements, an
  ///   element is too large for a chunk, or the array has too many axes
  static Contents of(NpyHeader header, List<String> path, Limits limits, String name) {
    DType dtype = header.dtype();
    long[] sizes = header.shape().toArray();
    for (String part : path) {
      Field field = field(dtype, part, name);
      dtype = field.dtype();
      while (dtype instanceof SubarrayType subarray) {
        sizes = concat(sizes, subarray.shape());
        dtype = subarray.base();
      }
    }
    String whole = path.isEmpty() ? name : name + "/" + String.join("/", path);
    if (dtype instanceof StructType struct) {
      return new Fields(
          struct.fields().stream().map(Field::name).filter(Names::canBePart).toList());
    }
    // Reject elements without a Zarr type before the shape is made: the number of elements without
    // bytes may exceed the limits of a shape.
    ItemType.of(dtype, limits, whole);
    return new Items(
        VirtualArray.of(
            dtype, shape(sizes, whole), header.order(), header.dtype().itemsize(), limits, whole));
  }

  private static Field field(DType dtype, String part, String name) {
    if (!(dtype instanceof StructType struct)) {
      throw new Problem(404, name + ": elements of " + dtype + " have no field '" + part + "'");
    }
    // Fields are listed by name, not also by title, so that the group has each field once.
    return struct.fields().stream()
        .filter(field -> field.name().equals(part))
        .findFirst()
        .orElseThrow(
            () -> new Problem(404, name + ": no field '" + part + "' among those of " + dtype));
  }

  private static long[] concat(long[] sizes, List<Integer> more) {
    return LongStream.concat(Arrays.stream(sizes), more.stream().mapToLong(Integer::longValue))
        .toArray();
  }

  private static Shape shape(long[] sizes, String whole) {
    if (sizes.length > Shape.MAX_RANK) {
      throw new Problem(
          404,
          "%s: with those of the field there are %s axes, more than %s"
              .formatted(whole, sizes.length, Shape.MAX_RANK));
    }
    try {
      return Shape.of(sizes);
    } catch (IllegalArgumentException e) {
      throw new Problem(404, whole + ": " + e.getMessage());
    }
  }
}
