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
import io.ndmap.operations.MeasuredOperands;
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

/// The operands of the operations of the matrix. They are created at first use, and have the same
/// names as in `matrix.py`. Sources are in the kind of memory that the cell names. Targets are new
/// arrays of ndmap, whose pages are already faulted in.
final class MatrixOperands implements MeasuredOperands, AutoCloseable {

  private static final long SCATTER = 2654435761L;
  private static final int EIGHTH = 8;
  private static final double[] EDGES =
      LongStream.rangeClosed(0, 64).mapToDouble(at -> 2 * at).toArray();

  private final Path directory;
  private final MatrixCell cell;
  private final List<NpyFile> files = new ArrayList<>();
  private final Map<String, NdView<?>> views = new HashMap<>();
  private final Map<String, long[]> indices = new HashMap<>();

  /// Creates an object without operands.
  ///
  /// @param directory the directory of the files
  /// @param cell the cell, which determines dtype, layout, size and memory
  MatrixOperands(Path directory, MatrixCell cell) {
    this.directory = directory;
    this.cell = cell;
  }

  @Override
  public int axis() {
    return cell.layout().axis();
  }

  @Override
  public boolean isInteger() {
    return "iu".indexOf(kind()) >= 0;
  }

  private char kind() {
    return cell.dtype().charAt(cell.dtype().length() - 2);
  }

  @Override
  public NdView<?> x() {
    return view("x", () -> cell.layout().of(base()));
  }

  @Override
  public NdView<?> y() {
    return view("y", () -> cell.layout().other(file("y"), x().itemCount()));
  }

  @Override
  public NdView<?> a() {
    return view("a", () -> cell.layout().of(own(base())));
  }

  @Override
  public NdView<?> w() {
    return view(
        "w",
        () -> {
          NdView<?> zeros = cell.layout().of(own(base()));
          target(x().dtype()).copyTo(zeros, Casting.UNSAFE);
          return zeros;
        });
  }

  @Override
  public NdView<?> z() {
    return view("z", () -> touched(target(nativeDtype())));
  }

  @Override
  public NdView<?> u() {
    return view("u", () -> x().copy(cell.layout().order()));
  }

  @Override
  public NdView<?> d() {
    return view("d", () -> touched(target(isInteger() ? DType.FLOAT64 : nativeDtype())));
  }

  @Override
  public NdView<?> t(DType dtype) {
    return view("t" + dtype, () -> touched(target(dtype)));
  }

  @Override
  public NdView<?> v() {
    return view("v", () -> touched(NdView.zeros(sums(), x().itemCount())));
  }

  @Override
  public NdView<?> va() {
    return view("va", () -> touched(NdView.zeros(sums(), x().shape(), Order.C)));
  }

  @Override
  public ByteView m() {
    return view("m", () -> touched(target(DType.BOOL))).as(ByteView.class);
  }

  @Override
  public ByteView s() {
    return view(
            "s",
            () -> {
              ByteView mask = target(DType.BOOL).as(ByteView.class);
              x().compare(Comparison.LESS, 60.0, mask);
              return mask;
            })
        .as(ByteView.class);
  }

  @Override
  public NdView<?> q() {
    return view("q", () -> touched(NdView.zeros(x().dtype(), x().itemCount())));
  }

  @Override
  public long[] i() {
    return once(indices, "i", () -> scattered(x().itemCount() / EIGHTH, x().itemCount()));
  }

  @Override
  public long[][] ij() {
    if (x().rank() == 1) {
      return new long[][] {i()};
    }
    long width = x().size(1);
    return new long[][] {
      once(indices, "rows", () -> Arrays.stream(i()).map(at -> at / width).toArray()),
      once(indices, "columns", () -> Arrays.stream(i()).map(at -> at % width).toArray())
    };
  }

  @Override
  public NdView<?> h() {
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

  @Override
  public NdView<?> g() {
    return view("g", () -> touched(NdView.zeros(x().dtype(), i().length)));
  }

  @Override
  public long[] k() {
    return once(indices, "k", () -> scattered(Math.max(1, x().size(axis()) / 2), x().size(axis())));
  }

  @Override
  public NdView<?> p() {
    return view(
        "p",
        () -> {
          long[] sizes = new long[x().rank()];
          Arrays.setAll(sizes, axis -> axis == axis() ? k().length : x().size(axis));
          return touched(NdView.zeros(x().dtype(), Shape.of(sizes), Order.C));
        });
  }

  @Override
  public double[] e() {
    return EDGES.clone();
  }

  @Override
  public NdView<?> o() {
    return view("o", () -> file("sorted"));
  }

  @Override
  public NdView<?> f() {
    return view("f", () -> own(file("y").slice(0, 0, file("y").itemCount() / EIGHTH, 1)));
  }

  /// Copies `x` to `a`, if `a` has been created.
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

  /// Returns the array to which the layout is applied: all elements, or records.
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
