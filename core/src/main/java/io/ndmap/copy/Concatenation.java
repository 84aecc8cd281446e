package io.ndmap.copy;

import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.op.Casting;
import io.ndmap.pass.Items;
import java.util.ArrayList;
import java.util.List;

/// Joins arrays along an axis (`numpy.concatenate`).
public final class Concatenation {

  private Concatenation() {}

  /// Returns a new array of the elements of several arrays.
  ///
  /// @param axis the axis along which they are joined
  /// @throws IllegalArgumentException if there is no array, an array has rank 0, or shapes do not
  ///   match
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if there is no common dtype, or a dtype holds Python objects
  public static Items of(int axis, List<Items> views) {
    Shape shape = shape(axis, views);
    Items[] all = views.toArray(Items[]::new);
    Items result = all[0].result(CommonDType.of(views), shape, Order.C, all);
    copy(views, parts(axis, views, result));
    return result;
  }

  /// Joins arrays into a target, as if all elements were read before the first is written.
  ///
  /// @param axis the axis along which they are joined
  /// @throws IllegalArgumentException as [#of], or if the target has another shape; the message
  ///   names both shapes
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws DTypeException if an array cannot be cast to the target's dtype by same-kind casting
  /// @throws io.ndmap.op.OverlapException if an array shares bytes with the target and is too large
  ///   for a copy
  public static void into(int axis, List<Items> views, Items target) {
    target.requireWritable();
    Shape shape = shape(axis, views);
    if (!target.shape().equals(shape)) {
      throw new IllegalArgumentException(
          "the joined arrays have shape "
              + shape
              + ", the target "
              + target.backing().name()
              + " has shape "
              + target.shape());
    }
    for (Items view : views) {
      CastingCopy.requireAllowed(view, target.dtype(), target.backing().name(), Casting.SAME_KIND);
    }
    List<Items> parts = parts(axis, views, target);
    List<Items> sources = new ArrayList<>();
    for (int k = 0; k < parts.size(); k++) {
      sources.add(apart(views.get(k), parts.get(k), target));
    }
    copy(sources, parts);
  }

  /// Returns the array itself, or a copy if writing the target would overwrite its elements before
  /// they are read.
  private static Items apart(Items view, Items part, Items target) {
    boolean stays =
        !Overlap.between(view, target)
            || (view.dtype().equals(part.dtype()) && view.hasItemsOf(part));
    return stays ? view : SafeOrder.copy(view, target);
  }

  /// @param views the arrays; each shares no bytes with the target, or consists of the same
  ///   elements in memory as its part
  /// @param parts for each array, the part of the target that receives it
  private static void copy(List<Items> views, List<Items> parts) {
    for (int k = 0; k < parts.size(); k++) {
      CastingCopy.copyApart(views.get(k), parts.get(k));
    }
  }

  /// Returns the part of the target for each array.
  private static List<Items> parts(int axis, List<Items> views, Items whole) {
    int along = whole.shape().axis(axis);
    List<Items> parts = new ArrayList<>();
    long start = 0;
    for (Items view : views) {
      long end = start + view.size(along);
      parts.add(whole.slice(along, start, end, 1));
      start = end;
    }
    return parts;
  }

  /// Returns the shape of the joined arrays.
  private static Shape shape(int axis, List<Items> views) {
    if (views.isEmpty()) {
      throw new IllegalArgumentException("at least one array is needed, found none");
    }
    Items first = views.getFirst();
    if (first.rank() == 0) {
      throw new IllegalArgumentException("arrays of rank 0 cannot be concatenated");
    }
    int along = first.shape().axis(axis);
    long length = 0;
    for (Items view : views) {
      requireLike(first, view, along);
      length = Math.addExact(length, view.size(along));
    }
    long[] sizes = first.shape().toArray();
    sizes[along] = length;
    return Shape.of(sizes);
  }

  private static void requireLike(Items first, Items view, int along) {
    boolean like = view.rank() == first.rank();
    for (int k = 0; like && k < first.rank(); k++) {
      like = k == along || view.size(k) == first.size(k);
    }
    if (!like) {
      throw new IllegalArgumentException(
          "arrays of shapes "
              + first.shape()
              + " and "
              + view.shape()
              + " cannot be concatenated along axis "
              + along);
    }
  }
}
