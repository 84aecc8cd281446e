package io.ndmap.nd;

import io.ndmap.op.Backing;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The objects of an array: the segment of its views holds their indices here, so that all that
/// moves items moves objects too. It only grows; index 0 is `None`. Copies share it.
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
    // Nothing can be pending: no other process can take this memory away.
  }

  /// @throws IllegalStateException if there is no such object, because somebody has written into
  ///   the segment
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
  /// @return its index
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
  /// @return the index of the first; `None` has one of its own among them
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
