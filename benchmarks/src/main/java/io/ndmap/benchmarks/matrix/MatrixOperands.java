package io.ndmap.benchmarks.matrix;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.mmap.OpenOptions;
import io.ndmap.nd.ByteView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Casting;
import io.ndmap.op.Comparison;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/// What the operations of the matrix work on, made when one first asks for it, by the names that
/// `matrix.py` has. Sources are where the cell has its operands, targets are memory of ndmap,
/// touched.
final class MatrixOperands implements AutoCloseable {

  private static final long SCATTER = 2654435761L;
  private static final int EIGHTH = 8;
  private static final double[] EDGES =
      LongStream.rangeClosed(0, 64).mapToDouble(at -> 2 * at).toArray();

  private final Path directory;
  private final MatrixCell cell;
  private final List<NpyFile> files = new ArrayList<>();
  private final Map<String, NdView<?>> views = new HashMap<>();
  private final Map<String, long[]> indices = new HashMap<>();

  /// Prepares nothing yet.
  ///
  /// @param directory of the files
  /// @param cell for whose dtype, layout and size
  MatrixOperands(Path directory, MatrixCell cell) {
    this.directory = directory;
    this.cell = cell;
  }

  /// The axis of an operation along one.
  int axis() {
    return cell.layout().axis();
  }

  /// Whether the items are integers.
  boolean isInteger() {
    return "iu".indexOf(kind()) >= 0;
  }

  private char kind() {
    return cell.dtype().charAt(cell.dtype().length() - 2);
  }

  /// The first operand.
  NdView<?> x() {
    return view("x", () -> cell.layout().of(base()));
  }

  /// The second operand.
  NdView<?> y() {
    return view("y", () -> cell.layout().other(file("y"), x().itemCount()));
  }

  /// A private copy of `x` in its layout, which is changed.
  NdView<?> a() {
    return view("a", () -> cell.layout().of(base().copy()));
  }

  /// Zeros in the layout of `x`.
  NdView<?> w() {
    return view(
        "w",
        () -> {
          NdView<?> zeros = cell.layout().of(base().copy());
          target(x().dtype()).copyTo(zeros, Casting.UNSAFE);
          return zeros;
        });
  }

  /// A target of the native dtype.
  NdView<?> z() {
    return view("z", () -> touched(target(nativeDtype())));
  }

  /// A copy of `x`.
  NdView<?> u() {
    return view("u", () -> x().copy(cell.layout().order()));
  }

  /// A target of quotients.
  NdView<?> d() {
    return view("d", () -> touched(target(isInteger() ? DType.FLOAT64 : nativeDtype())));
  }

  /// A target of casts.
  NdView<?> t(DType dtype) {
    return view("t" + dtype, () -> touched(target(dtype)));
  }

  /// A target of the cumulative sums of all items.
  NdView<?> v() {
    return view("v", () -> touched(NdView.zeros(sums(), x().itemCount())));
  }

  /// A target of cumulative sums along an axis.
  NdView<?> va() {
    return view("va", () -> touched(NdView.zeros(sums(), x().shape(), Order.C)));
  }

  /// A target of comparisons.
  ByteView m() {
    return view("m", () -> touched(target(DType.BOOL))).as(ByteView.class);
  }

  /// A mask.
  ByteView s() {
    return view(
            "s",
            () -> {
              ByteView mask = target(DType.BOOL).as(ByteView.class);
              x().compare(Comparison.LESS, 60.0, mask);
              return mask;
            })
        .as(ByteView.class);
  }

  /// A target of selections, as long as all items.
  NdView<?> q() {
    return view("q", () -> touched(NdView.zeros(x().dtype(), x().itemCount())));
  }

  /// Scattered indices in C order.
  long[] i() {
    return once(indices, "i", () -> scattered(x().itemCount() / EIGHTH, x().itemCount()));
  }

  /// The same as coordinates.
  long[][] ij() {
    if (x().rank() == 1) {
      return new long[][] {i()};
    }
    long width = x().size(1);
    return new long[][] {
      once(indices, "rows", () -> Arrays.stream(i()).map(at -> at / width).toArray()),
      once(indices, "columns", () -> Arrays.stream(i()).map(at -> at % width).toArray())
    };
  }

  /// What is scattered.
  NdView<?> h() {
    return view(
        "h",
        () -> {
          NdView<?> values = NdView.zeros(x().dtype(), i().length);
          NdView<?> counted = NdView.zeros(DType.INT64, i().length);
          for (int k = 0; k < i().length; k++) {
            counted.setLong(new long[] {k}, k);
          }
          counted.copyTo(values, Casting.UNSAFE);
          return values;
        });
  }

  /// A target of what is gathered.
  NdView<?> g() {
    return view("g", () -> touched(NdView.zeros(x().dtype(), i().length)));
  }

  /// Scattered positions on an axis.
  long[] k() {
    return once(indices, "k", () -> scattered(Math.max(1, x().size(axis()) / 2), x().size(axis())));
  }

  /// A target of what is taken.
  NdView<?> p() {
    return view(
        "p",
        () -> {
          long[] sizes = new long[x().rank()];
          Arrays.setAll(sizes, axis -> axis == axis() ? k().length : x().size(axis));
          return touched(NdView.zeros(x().dtype(), Shape.of(sizes), Order.C));
        });
  }

  /// The edges of bins.
  double[] e() {
    return EDGES.clone();
  }

  /// Sorted items.
  NdView<?> o() {
    return view("o", () -> file("sorted"));
  }

  /// An eighth of `y`, in a row.
  NdView<?> f() {
    return view("f", () -> file("y").slice(0, 0, file("y").itemCount() / EIGHTH, 1).copy());
  }

  /// Sets `a` to `x`, if it is there.
  void reset() {
    if (views.containsKey("a")) {
      a().copyFrom(x());
    }
  }

  private static long[] scattered(long count, long size) {
    return LongStream.range(0, count).map(at -> at * SCATTER % size).toArray();
  }

  private NdView<?> target(DType dtype) {
    return NdView.zeros(dtype, x().shape(), cell.layout().order());
  }

  private static NdView<?> touched(NdView<?> fresh) {
    fresh.fill(new byte[fresh.dtype().itemsize()]);
    return fresh;
  }

  private DType nativeDtype() {
    return x().dtype().withByteOrder(ByteOrder.nativeOrder());
  }

  private DType sums() {
    return switch (kind()) {
      case 'u' -> DType.UINT64;
      case 'i', 'b' -> DType.INT64;
      default -> nativeDtype();
    };
  }

  /// Where the layout starts: all items, or records.
  private NdView<?> base() {
    return cell.layout() == MatrixLayout.FIELD ? whole("records") : file("x");
  }

  private NdView<?> file(String name) {
    return view("file " + name, () -> whole(name).slice(0, 0, cell.items(), 1));
  }

  private NdView<?> whole(String name) {
    return view(
        "whole " + name,
        () -> {
          try {
            boolean promises = cell.place() == MatrixMemory.PROMISED;
            NpyFile file =
                NpyFile.open(
                    directory.resolve(name + "-" + cell.dtype() + "-" + cell.bytes() + ".npy"),
                    OpenMode.READ_ONLY,
                    promises ? OpenOptions.DEFAULT.promisingSize() : OpenOptions.DEFAULT);
            files.add(file);
            return cell.place() == MatrixMemory.OWN ? own(file.view()) : file.view();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static NdView<?> own(NdView<?> mapped) {
    NdView<?> copy = NdView.zeros(mapped.dtype(), mapped.shape(), Order.C);
    copy.copyFrom(mapped);
    return copy;
  }

  private NdView<?> view(String name, Supplier<NdView<?>> make) {
    return once(views, name, make);
  }

  private static <T> T once(Map<String, T> made, String name, Supplier<T> make) {
    T found = made.get(name);
    if (found == null) {
      found = Objects.requireNonNull(make.get());
      made.put(name, found);
    }
    return found;
  }

  @Override
  public void close() {
    files.forEach(NpyFile::close);
  }
}
