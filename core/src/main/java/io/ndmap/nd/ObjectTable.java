package io.ndmap.nd;

import io.ndmap.op.Backing;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The objects of an array. The segment of the array's views holds indices into this table, so that
/// operations that move elements move objects, too. The table only grows; index 0 is `None`. Copies
/// of the array share the table.
final class ObjectTable extends Backing {

  private static final int FIRST_CAPACITY = 16;

  private volatile @Nullable Object[] objects = new @Nullable Object[FIRST_CAPACITY];
  private int size = 1;

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public void barrier() {
    // Nothing can be pending: no other process can unmap or truncate this memory.
  }

  /// @throws IllegalStateException if there is no such object, because the segment was written
  ///   directly
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
  /// @return the index of the object; 0 for `None`
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

  /// Adds objects.
  ///
  /// @return the index of the first object; the others follow. Each `None` gets a new index, too
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
