package io.ndmap.mpi;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// One array, which ranks write in parts along an axis. All processes make the same list of them.
///
/// @param number from 0 on
/// @param axis along which it is cut
record Case(int number, DType dtype, Shape shape, Order order, int axis) {

  private static final List<Shape> SHAPES =
      List.of(
          Shape.of(0),
          Shape.of(1),
          Shape.of(23),
          Shape.of(3, 4),
          Shape.of(0, 5),
          Shape.of(7, 0),
          Shape.of(9, 6),
          Shape.of(2, 3, 4),
          Shape.of(4, 0, 2),
          Shape.of(5, 1, 8),
          Shape.of(3, 2, 1, 4),
          Shape.of(2, 3, 5, 7));

  /// Cases of a dtype in [#all].
  private static final int CASES = 2 * SHAPES.stream().mapToInt(Shape::rank).sum();

  /// All axes of all shapes, for one dtype; and all dtypes, for one shape. The orders take turns.
  static List<Case> fair(List<DType> dtypes) {
    List<Case> cases = new ArrayList<>();
    for (int k = 0; k < SHAPES.size(); k++) {
      for (int axis = 0; axis < SHAPES.get(k).rank(); axis++) {
        addInTurn(cases, DType.parse("<i4"), SHAPES.get(k), axis, k + axis);
      }
    }
    for (DType dtype : dtypes) {
      addInTurn(cases, dtype, Shape.of(5, 3), cases.size() / 2 % 2, cases.size());
    }
    return cases;
  }

  private static void addInTurn(List<Case> cases, DType dtype, Shape shape, int axis, int turn) {
    Order order = turn % 2 == 0 ? Order.C : Order.F;
    cases.add(new Case(cases.size(), dtype, shape, order, axis));
  }

  /// All axes and orders of all shapes, for all dtypes.
  static List<Case> all(List<DType> dtypes) {
    List<Case> cases = new ArrayList<>();
    for (DType dtype : dtypes) {
      SHAPES.forEach(shape -> add(cases, dtype, shape));
    }
    return cases;
  }

  /// The cases of a selection: `fair` or `all`.
  static List<Case> selection(String name, List<DType> dtypes) {
    return switch (name) {
      case "fair" -> fair(dtypes);
      case "all" -> all(dtypes);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static void add(List<Case> cases, DType dtype, Shape shape) {
    for (int axis = 0; axis < shape.rank(); axis++) {
      for (Order order : Order.values()) {
        cases.add(new Case(cases.size(), dtype, shape, order, axis));
      }
    }
  }

  Path file(Path directory) {
    return directory.resolve(number + ".npy");
  }

  /// The bytes of the array, in C order, different in neighbouring elements.
  byte[] bytes() {
    byte[] bytes = new byte[Math.toIntExact(shape.byteSize(dtype.itemsize()))];
    for (int k = 0; k < bytes.length; k++) {
      bytes[k] = (byte) (k * 37 + k / 251 + number);
    }
    return bytes;
  }

  NdView<?> whole() {
    return NdView.of(MemorySegment.ofArray(bytes()), dtype, shape, Order.C);
  }

  /// The part that each rank writes: even parts, uneven ones, or a grid.
  List<Box> boxes(int ranks) {
    return switch (number % 3) {
      case 0 -> boxes(Partition.alongAxis(shape, axis, ranks), ranks);
      case 1 -> uneven(ranks);
      default -> boxes(Partition.blocks(shape, grid(ranks)), ranks);
    };
  }

  private static List<Box> boxes(Partition parts, int ranks) {
    List<Box> boxes = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      boxes.add(parts.box(rank));
    }
    return boxes;
  }

  private List<Box> uneven(int ranks) {
    Random random = new Random(number * 31L + ranks);
    long[] cuts = new long[ranks + 1];
    for (int k = 1; k < ranks; k++) {
      cuts[k] = random.nextLong(shape.size(axis) + 1);
    }
    cuts[ranks] = shape.size(axis);
    Arrays.sort(cuts);
    List<Box> boxes = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      long[] start = new long[shape.rank()];
      long[] end = shape.toArray();
      start[axis] = cuts[rank];
      end[axis] = cuts[rank + 1];
      boxes.add(Box.of(start, end));
    }
    return boxes;
  }

  /// Whether the parts are moved in several blocks.
  boolean isInBlocks() {
    return number % 7 == 3;
  }

  /// Bytes of a block of which an even part has three, and uneven ones other numbers.
  long block(int ranks) {
    return Math.max(1, shape.byteSize(dtype.itemsize()) / (3L * ranks));
  }

  /// A box that a rank may ask for; it may be empty, and have elements in common with others.
  Box anyBox(int rank) {
    Random random = new Random(number * 31L + rank);
    long[] start = new long[shape.rank()];
    long[] end = new long[shape.rank()];
    for (int k = 0; k < start.length; k++) {
      start[k] = random.nextLong(shape.size(k) + 1);
      end[k] = random.nextLong(start[k], shape.size(k) + 1);
    }
    return Box.of(start, end);
  }

  /// A grid of as many parts, along the axis and, if it can be, another one.
  private long[] grid(int ranks) {
    long[] grid = new long[shape.rank()];
    Arrays.fill(grid, 1);
    boolean both = shape.rank() > 1 && ranks % 2 == 0;
    grid[axis] = both ? ranks / 2 : ranks;
    if (both) {
      grid[(axis + 1) % shape.rank()] = 2;
    }
    return grid;
  }

  /// Whether the parts lie side by side along the axis.
  boolean isJoined() {
    return number % 3 != 2;
  }

  /// The elements of a box: a part of another array, dense outside the heap, or in a Java array.
  NdView<?> part(Box box) {
    NdView<?> part = whole().slice(box);
    // Both orders, and each case of all dtypes, in all of these.
    return switch ((number / 2 + number / CASES) % 4) {
      case 0 -> part;
      case 1 -> copy(part, Arena.ofAuto().allocate(1 + size(part)));
      case 2 -> part.copy(order);
      default -> copy(part.flip(axis), Arena.ofAuto().allocate(1 + size(part))).flip(axis);
    };
  }

  private long size(NdView<?> part) {
    return part.itemCount() * part.dtype().itemsize();
  }

  private NdView<?> copy(NdView<?> part, MemorySegment memory) {
    NdView<?> copy = NdView.of(memory, part.dtype(), part.shape(), order);
    part.copyTo(copy);
    return copy;
  }
}
