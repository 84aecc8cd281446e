package io.ndmap.python;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/// A tuple. (A Python list is a `java.util.List`.)
///
/// @param items its elements, an unmodifiable copy of the argument; `null` is `None`
public record PyTuple(List<?> items) {

  /// Creates a tuple.
  public PyTuple {
    items = Collections.unmodifiableList(new ArrayList<>(items));
  }

  /// {@return a tuple}
  ///
  /// @param items its elements, none of them `None`
  public static PyTuple of(Object... items) {
    return new PyTuple(Arrays.asList(items));
  }

  // Tuples may be keys of dicts, so byte arrays in tuples are compared by content.

  @Override
  public boolean equals(Object other) {
    return other instanceof PyTuple(List<?> others)
        && Arrays.deepEquals(items.toArray(), others.toArray());
  }

  /// Mixes the hashes of the elements more than `List.hashCode`, which is equal for `(1, 31)` and
  /// `(2, 0)`.
  @Override
  public int hashCode() {
    int hash = items.size();
    for (Object item : items) {
      int code = item instanceof byte[] bytes ? Arrays.hashCode(bytes) : Objects.hashCode(item);
      hash = Integer.rotateLeft(hash + code * 0x85ebca77, 13) * 0x9e3779b1;
    }
    return hash;
  }
}
