package io.ndmap.picture;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.nd.NdView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A kind of picture and the elements of an array that it draws. Along the axes that the picture
/// does not show, only index 0 is drawn.
///
/// @param kind the kind of picture
/// @param view the elements: of rank 2 (rows, columns) for heat maps, 3 (rows, columns, channels)
///   for images, 1 for lines, and of any rank for histograms
/// @param axes the axes of the array that the axes of the view correspond to, in the order of the
///   view
/// @param slice the index expression of the view in the array, such as `[0, :, :]`; empty for the
///   whole array
public record Subject(Kind kind, NdView<?> view, List<Integer> axes, String slice) {

  /// Copies the axes.
  public Subject {
    axes = List.copyOf(axes);
  }

  /// Selects the elements to draw.
  ///
  /// If no kind is requested, the picture is an image if no axis is named, the elements are `u1` or
  /// `f4` and the last of at least three axes has length 3 or 4; a line if one axis is named or the
  /// array has rank 1; otherwise a heat map. By default a heat map shows the last two axes, an
  /// image the last three, and a line the last one. All other axes have index 0. A histogram counts
  /// all elements.
  ///
  /// @param array numbers, booleans or times
  /// @param kind the requested kind; empty for the default
  /// @param named the axes for rows and columns, or for the line, from `-rank` to `rank - 1`; none
  ///   for the default
  /// @return the subject
  /// @throws IllegalArgumentException if the array has fewer axes than the kind draws, the number
  ///   of named axes does not match the kind, an axis is named twice, an axis that is not drawn has
  ///   length 0, or the last axis of an image is named or does not have length 3 or 4
  /// @throws IndexOutOfBoundsException if the array has no axis of a given number
  public static Subject of(NdView<?> array, Optional<Kind> kind, int... named) {
    int[] axes = named.clone();
    for (int k = 0; k < axes.length; k++) {
      axes[k] = array.shape().axis(axes[k]);
    }
    for (int k = 1; k < axes.length; k++) {
      for (int before = 0; before < k; before++) {
        if (axes[before] == axes[k]) {
          throw new IllegalArgumentException("axis " + axes[k] + " is drawn twice");
        }
      }
    }
    Kind drawn = kind.orElseGet(() -> usual(array, axes));
    int needed =
        switch (drawn) {
          case HEATMAP, IMAGE -> 2;
          case LINE -> 1;
          case HISTOGRAM -> 0;
        };
    if (axes.length > 0 && axes.length != needed) {
      throw new IllegalArgumentException(
          text(drawn)
              + (needed == 0 ? " is of all elements" : " is of " + needed + count(needed))
              + ", found "
              + axes.length
              + " named");
    }
    if (drawn == Kind.HISTOGRAM) {
      return new Subject(drawn, array, range(0, array.rank()), "");
    }
    boolean image = drawn == Kind.IMAGE;
    int rank = needed + (image ? 1 : 0);
    if (array.rank() < rank) {
      throw new IllegalArgumentException(
          text(drawn) + " needs " + rank + count(rank) + ", found shape " + array.shape());
    }
    int last = array.rank() - 1;
    if (image) {
      requireChannels(array, axes);
    }
    List<Integer> chosen =
        new ArrayList<>(
            axes.length > 0
                ? Arrays.stream(axes).boxed().toList()
                : range(array.rank() - rank, array.rank() - rank + needed));
    if (image) {
      chosen.add(last);
    }
    return at(array, drawn, chosen);
  }

  /// The default kind for an array and the named axes.
  private static Kind usual(NdView<?> array, int... axes) {
    if (axes.length == 1) {
      return Kind.LINE;
    }
    if (axes.length == 0 && isImage(array)) {
      return Kind.IMAGE;
    }
    return array.rank() == 1 ? Kind.LINE : Kind.HEATMAP;
  }

  private static boolean isImage(NdView<?> array) {
    return array.rank() >= 3
        && hasChannels(array)
        && array.dtype() instanceof ScalarType scalar
        && (scalar.kind() == ScalarKind.UINT8 || scalar.kind() == ScalarKind.FLOAT32);
  }

  private static boolean hasChannels(NdView<?> array) {
    long channels = array.size(array.rank() - 1);
    return channels == 3 || channels == 4;
  }

  private static void requireChannels(NdView<?> array, int... axes) {
    if (!hasChannels(array)) {
      throw new IllegalArgumentException(
          "an image needs 3 or 4 channels along the last axis, found shape " + array.shape());
    }
    int last = array.rank() - 1;
    if (Arrays.stream(axes).anyMatch(axis -> axis == last)) {
      throw new IllegalArgumentException(
          "axis " + last + " has the channels of the image and is not an axis of rows or columns");
    }
  }

  /// Selects index 0 along all axes that are not in `axes`.
  private static Subject at(NdView<?> array, Kind kind, List<Integer> axes) {
    NdView<?> view = array;
    List<Integer> left = new ArrayList<>(range(0, array.rank()));
    for (int axis = array.rank() - 1; axis >= 0; axis--) {
      if (!axes.contains(axis)) {
        if (array.size(axis) == 0) {
          throw new IllegalArgumentException(
              "an array of shape " + array.shape() + " has nothing at 0 of axis " + axis);
        }
        view = view.index(axis, 0);
        left.remove(Integer.valueOf(axis));
      }
    }
    int[] order = axes.stream().mapToInt(left::indexOf).toArray();
    String slice =
        array.rank() == axes.size()
            ? ""
            : IntStream.range(0, array.rank())
                .mapToObj(axis -> axes.contains(axis) ? ":" : "0")
                .collect(Collectors.joining(", ", "[", "]"));
    return new Subject(kind, view.transpose(order), axes, slice);
  }

  private static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  private static String text(Kind kind) {
    return switch (kind) {
      case HEATMAP -> "a heat map";
      case LINE -> "a line";
      case HISTOGRAM -> "a histogram";
      case IMAGE -> "an image";
    };
  }

  private static String count(int axes) {
    return axes == 1 ? " axis" : " axes";
  }
}
