package io.ndmap.mpi;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.op.Binary;
import io.ndmap.op.Casting;
import io.ndmap.op.ReadOnlyViewException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/// Results of collective calls, compared with those that are computed here.
final class Collectives {

  private static final List<String> NUMBERS =
      List.of("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8");

  private final Communicator comm;

  private Collectives(Communicator comm) {
    this.comm = comm;
  }

  static void check(Communicator comm) {
    Collectives collectives = new Collectives(comm);
    collectives.bcast();
    collectives.allgather();
    collectives.messages();
    for (String dtype : NUMBERS) {
      collectives.reduce(DType.parse("<" + dtype));
      collectives.reduce(DType.parse(">" + dtype));
    }
    collectives.complex(DType.COMPLEX64, DType.FLOAT32);
    collectives.complex(DType.COMPLEX128, DType.FLOAT64);
    collectives.nan(DType.FLOAT32);
    collectives.nan(DType.parse(">f8"));
    collectives.large();
    collectives.refusals();
  }

  private void require(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError("rank " + comm.rank() + ": " + what);
    }
  }

  /// Elements that tell rank and place.
  private static NdView<?> items(DType dtype, int rank) {
    NdView<?> items = NdView.zeros(dtype, 3, 4);
    double[] values = new double[12];
    for (int k = 0; k < values.length; k++) {
      values[k] = 1 + (k + 5 * rank) % 7;
    }
    NdView<?> source =
        NdView.of(MemorySegment.ofArray(values), DType.FLOAT64, Shape.of(3, 4), Order.C);
    source.copyTo(items, Casting.UNSAFE);
    return items;
  }

  private void bcast() {
    int root = comm.size() - 1;
    // A part with gaps: what is between stays as it is.
    NdView<?> whole = items(DType.parse(">i2"), comm.rank());
    NdView<?> part = whole.slice("1:, ::2");
    comm.bcast(part, root);
    require(part.contentEquals(items(DType.parse(">i2"), root).slice("1:, ::2")), "bcast " + part);
    require(
        whole.slice("0").contentEquals(items(DType.parse(">i2"), comm.rank()).slice("0")),
        "bcast around " + whole);
    NdView<?> text = NdView.zeros(DType.parse("U5"), 0, 3);
    comm.bcast(text, 0);
  }

  private void allgather() {
    DType dtype = DType.parse("<f8");
    NdView<?> all = NdView.zeros(dtype, comm.size(), 4, 3);
    comm.allgather(items(dtype, comm.rank()).transpose(), all);
    for (int rank = 0; rank < comm.size(); rank++) {
      require(all.index(0, rank).contentEquals(items(dtype, rank).transpose()), "allgather " + all);
    }
  }

  private void messages() {
    for (int length : new int[] {0, 1, 252, 253, 100_000}) {
      byte[] own = new byte[length * (comm.rank() + 1) % 100_001];
      Arrays.fill(own, (byte) comm.rank());
      List<byte[]> all = comm.allgather(own);
      for (int rank = 0; rank < comm.size(); rank++) {
        byte[] expected = new byte[length * (rank + 1) % 100_001];
        Arrays.fill(expected, (byte) rank);
        require(Arrays.equals(all.get(rank), expected), "message of " + length);
      }
    }
  }

  private void reduce(DType dtype) {
    for (ReduceOp op : ReduceOp.values()) {
      NdView<?> own = items(dtype, comm.rank());
      NdView<?> expected = items(DType.FLOAT64, 0);
      for (int rank = 1; rank < comm.size(); rank++) {
        NdView<?> next = items(DType.FLOAT64, rank);
        switch (op) {
          case SUM -> expected.plus(next, expected);
          case PROD -> expected.times(next, expected);
          case MIN -> expected = expected.combine(Binary.MINIMUM, next);
          case MAX -> expected = expected.combine(Binary.MAXIMUM, next);
        }
      }
      // Products beyond a byte wrap around.
      boolean exact = op != ReduceOp.PROD || dtype.itemsize() > 2 || comm.size() < 3;
      NdView<?> all = NdView.zeros(dtype, 3, 4);
      comm.allreduce(own, all, op);
      int root = comm.size() / 2;
      NdView<?> one = NdView.zeros(dtype, 3, 4);
      comm.reduce(own, comm.rank() == root ? one : null, op, root);
      if (exact) {
        String what = op + " of " + dtype + ": " + all + ", not " + expected;
        require(all.astype(DType.FLOAT64).contentEquals(expected), what);
        require(comm.rank() != root || one.astype(DType.FLOAT64).contentEquals(expected), what);
      }
      comm.allreduce(own, own, op);
      require(own.contentEquals(all), op + " in place");
    }
  }

  /// NaN on one rank or another, infinities and zeros: all ranks have what NumPy has.
  private void nan(DType dtype) {
    double[][] numbers = {
      {Double.NaN, 1, Double.NEGATIVE_INFINITY, -1.5, 0.0, Double.NaN},
      {1, Double.NaN, Double.POSITIVE_INFINITY, -2.5, -0.0, Double.NaN}
    };
    double[][] expected = {
      {Double.NaN, Double.NaN, Double.NEGATIVE_INFINITY, -2.5, -0.0, Double.NaN},
      {Double.NaN, Double.NaN, Double.POSITIVE_INFINITY, -1.5, 0.0, Double.NaN}
    };
    if (comm.size() == 1) {
      return;
    }
    NdView<?> own = ofNumbers(dtype, numbers[comm.rank() % 2]);
    for (ReduceOp op : List.of(ReduceOp.MIN, ReduceOp.MAX)) {
      NdView<?> reference = ofNumbers(dtype, expected[op == ReduceOp.MIN ? 0 : 1]);
      NdView<?> all = NdView.zeros(dtype, own.shape(), Order.C);
      comm.allreduce(own, all, op);
      require(Arrays.equals(bytes(all), bytes(reference)), op + " with NaN: " + all);
      comm.reduce(own, comm.rank() == 0 ? all : null, op, 0);
      require(Arrays.equals(bytes(all), bytes(reference)), op + " with NaN to one: " + all);
    }
  }

  private static NdView<?> ofNumbers(DType dtype, double... numbers) {
    NdView<?> items = NdView.zeros(dtype, numbers.length);
    NdView.of(MemorySegment.ofArray(numbers), DType.FLOAT64, items.shape(), Order.C)
        .copyTo(items, Casting.UNSAFE);
    return items;
  }

  private static byte[] bytes(NdView<?> items) {
    return items.segment().toArray(ValueLayout.JAVA_BYTE);
  }

  /// Sums and products of numbers k + 1 + (rank + 1)i.
  private void complex(DType dtype, DType part) {
    NdView<?> own = NdView.zeros(dtype, 4);
    NdView<?> parts = NdView.of(own.segment(), part, Shape.of(4, 2), Order.C);
    double[][] sum = new double[4][2];
    double[][] product = new double[4][2];
    double[] values = new double[8];
    for (int k = 0; k < 4; k++) {
      product[k][0] = 1;
      for (int rank = 0; rank < comm.size(); rank++) {
        double real = product[k][0] * (k + 1) - product[k][1] * (rank + 1);
        product[k][1] = product[k][0] * (rank + 1) + product[k][1] * (k + 1);
        product[k][0] = real;
        sum[k][0] += k + 1;
        sum[k][1] += rank + 1;
      }
      values[2 * k] = k + 1;
      values[2 * k + 1] = comm.rank() + 1;
    }
    pairs(values).copyTo(parts, Casting.UNSAFE);
    for (ReduceOp op : List.of(ReduceOp.SUM, ReduceOp.PROD)) {
      NdView<?> all = NdView.zeros(dtype, 4);
      comm.allreduce(own, all, op);
      double[] expected =
          Arrays.stream(op == ReduceOp.SUM ? sum : product)
              .flatMapToDouble(Arrays::stream)
              .toArray();
      NdView<?> found = NdView.of(all.segment(), part, Shape.of(4, 2), Order.C);
      require(
          found.astype(DType.FLOAT64).contentEquals(pairs(expected)),
          op + " of " + dtype + ": " + all);
    }
  }

  private static NdView<?> pairs(double[] values) {
    return NdView.of(MemorySegment.ofArray(values), DType.FLOAT64, Shape.of(4, 2), Order.C);
  }

  /// More than a block.
  private void large() {
    DoubleView many = NdView.zeros(DType.FLOAT64, 3_000_000).as(DoubleView.class);
    many.fill(comm.rank() + 1.0);
    comm.allreduce(many, many, ReduceOp.SUM);
    double expected = comm.size() * (comm.size() + 1) / 2.0;
    require(many.min() == expected && many.max() == expected, "large: " + many);
  }

  private void refusals() {
    refused(DTypeException.class, () -> reduceOf("f2", ReduceOp.SUM));
    refused(DTypeException.class, () -> reduceOf("c8", ReduceOp.MAX));
    refused(IllegalArgumentException.class, () -> comm.bcast(items(DType.INT32, 0), comm.size()));
    refused(
        IllegalArgumentException.class,
        () -> comm.allgather(items(DType.INT32, 0), items(DType.INT32, 0)));
    NdView<?> fixed =
        NdView.of(
            MemorySegment.ofArray(new int[2]).asReadOnly(), DType.INT32, Shape.of(2), Order.C);
    refused(
        ReadOnlyViewException.class,
        () -> comm.allreduce(NdView.zeros(DType.INT32, 2), fixed, ReduceOp.SUM));
    refused(
        ReadOnlyViewException.class,
        () ->
            comm.allgather(
                NdView.zeros(DType.INT32, 0),
                NdView.of(fixed.segment(), DType.INT32, Shape.of(comm.size(), 0), Order.C)));
    Communicator closed = Communicator.world();
    closed.close();
    refused(IllegalStateException.class, closed::barrier);
  }

  private void reduceOf(String dtype, ReduceOp op) {
    NdView<?> items = NdView.zeros(DType.parse(dtype), 2);
    comm.allreduce(items, items, op);
  }

  private void refused(Class<? extends Exception> type, Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      require(type.isInstance(e), type + " expected, found " + e);
      return;
    }
    throw new AssertionError("nothing was refused: " + type);
  }
}
