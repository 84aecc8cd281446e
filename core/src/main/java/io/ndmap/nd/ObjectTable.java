package io.ndmap.nd;

import io.ndmap.op.Backing;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The Java objects of an array of Python objects. The elements in memory are indices into this
/// table, so that any operation that moves elements also moves objects. The table only grows; index
/// 0 is `None`. Copies of the array share the table.
final class ObjectTable extends Backing {

  /// The initial length of [#objects].
  private static final int FIRST_CAPACITY = 16;

  private volatile @Nullable Object[] objects = new @Nullable Object[FIRST_CAPACITY];

  /// The number of used indices, including index 0.
  private int size = 1;

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public void barrier() {
    // No fault can be pending: no other process can truncate this memory.
  }

  /// Returns the object at an index.
  ///
  /// @return the object; `null` for `None`, and for an index that has no object yet
  /// @throws IllegalStateException if the index is outside [#objects], because the memory was
  ///   written directly, not through an object view
  @Nullable Object get(long index) {
    @Nullable Object[] all = objects;
    if (index < 0 || index >= all.length) {
      throw new IllegalStateException(
          "the memory of an array of objects was overwritten: no object has the index " + index);
    }
    return all[(int) index];
  }

  /// Adds an object.
  ///
  /// @return the index of the object; 0 for `None`, which is not added
  synchronized long add(@Nullable Object object) {
    if (object == null) {
      return 0;
    }
    if (size == objects.length) {
      objects = Arrays.copyOf(objects, size + size / 2);
    }
    objects[size] = object;
    return size++;
  }

  /// Adds objects at consecutive indices. Each `None` is added, too, at an index other than 0.
  ///
  /// @return the index of the first object
  synchronized long addAll(List<?> all) {
    int first = size;
    if (objects.length - size < all.size()) {
      objects = Arrays.copyOf(objects, Math.addExact(size, all.size()));
    }
    for (Object object : all) {
      objects[size++] = object;
    }
    return first;
  }
}
