package io.ndmap.mmap;

import io.ndmap.dtype.DType;
import io.ndmap.nd.Casting;
import io.ndmap.nd.DoubleView;
import io.ndmap.nd.NdView;
import io.ndmap.nd.Reduction;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/// The bulk operations, each on the items of a file that may be truncated at any time.
enum FaultKernel {
  SUM((x, y) -> x.sum()),
  SUM_OF_FEW((x, y) -> x.index(0, 0).sum()),
  SUM_OF_SOME((x, y) -> x.slice("::2, ::3").sum()),
  SUM_BACKWARDS((x, y) -> x.slice("::-1, ::-1").sum()),
  SUM_OF_BYTES((x, y) -> x.viewAs(DType.UINT8).sum()),
  SUM_OF_BOOLEANS((x, y) -> x.viewAs(DType.BOOL).sum()),
  SUM_OF_SHORTS((x, y) -> x.viewAs(DType.INT16).sum()),
  SUM_OF_INTS((x, y) -> x.viewAs(DType.INT32).sumLong()),
  SUM_OF_LONGS((x, y) -> x.viewAs(DType.INT64).sumLong()),
  SUM_OF_HALVES((x, y) -> x.viewAs(DType.FLOAT16).sum()),
  SUM_OF_FLOATS((x, y) -> x.viewAs(DType.FLOAT32).sum()),
  SUM_OF_BIG_ENDIAN((x, y) -> big(x).sum()),
  SUM_OF_COMPLEX((x, y) -> x.viewAs(DType.COMPLEX128).reduce(Reduction.SUM).itemCount()),
  MEAN((x, y) -> x.mean()),
  STD((x, y) -> x.std()),
  NAN_STD((x, y) -> x.nanStd()),
  MIN((x, y) -> x.min()),
  MAX((x, y) -> x.max()),
  MAX_OF_INTS((x, y) -> x.viewAs(DType.INT32).max()),
  ARG_MAX((x, y) -> x.argMax()),
  ANY((x, y) -> x.any() ? 1 : 0),
  COUNT_NON_ZERO((x, y) -> x.countNonZero()),
  SUM_ALONG_COLUMNS((x, y) -> x.sum(0).itemCount()),
  SUM_ALONG_ROWS((x, y) -> x.sum(1).itemCount()),
  STD_ALONG_COLUMNS((x, y) -> x.std(0, 0).itemCount()),
  MAX_ALONG_ROWS((x, y) -> x.max(1).itemCount()),
  ARG_MIN_ALONG_COLUMNS((x, y) -> x.argMin(0).itemCount()),
  COPY_FROM_FILE((x, y) -> copy(x, y)),
  COPY_INTO_FILE((x, y) -> copy(y, x)),
  TRANSPOSE_FROM_FILE((x, y) -> copy(x.transpose(), y)),
  TRANSPOSE_INTO_FILE((x, y) -> copy(y.transpose(), x)),
  COPY_OF_SOME((x, y) -> copy(x.slice("::2, ::3"), y.slice("::2, ::3"))),
  COPY_SWAPPED((x, y) -> copy(big(x), y)),
  COPY_TO_ARRAY((x, y) -> x.toArray().length),
  CAST_TO_FLOATS((x, y) -> x.astype(DType.FLOAT32).itemCount()),
  CAST_TO_INTS((x, y) -> x.astype(DType.INT32).itemCount()),
  CAST_TO_HALVES((x, y) -> x.astype(DType.FLOAT16).itemCount()),
  CAST_OF_INTS((x, y) -> x.viewAs(DType.INT32).astype(DType.FLOAT64).itemCount()),
  CAST_OF_BYTES((x, y) -> x.viewAs(DType.UINT8).astype(DType.FLOAT32).itemCount()),
  CAST_OF_BIG_ENDIAN((x, y) -> big(x).astype(DType.FLOAT32).itemCount()),
  CAST_INTO_FILE((x, y) -> cast(y, x.viewAs(DType.FLOAT32).slice("..., ::2"))),
  FILL((x, y) -> done(() -> x.fill(2.5))),
  ASSIGN((x, y) -> done(() -> x.assign(y.index(0, 0)))),
  PLUS((x, y) -> done(() -> x.plus(1.5, x))),
  PLUS_INTS((x, y) -> done(() -> ints(x).plus(3, ints(x)))),
  TIMES_FROM_FILE((x, y) -> done(() -> x.times(y, y))),
  DIVIDE_INTO_FILE((x, y) -> done(() -> y.dividedBy(2.0, x))),
  ADD_SCALED((x, y) -> done(() -> x.addScaled(y, 0.5))),
  ADD_SCALED_FROM_FILE((x, y) -> done(() -> y.addScaled(x, 0.5))),
  CLIP((x, y) -> done(() -> x.clip(0.0, 1.0))),
  APPLY((x, y) -> done(() -> x.apply(v -> 0.5 * v))),
  ZIP((x, y) -> done(() -> x.zip(y, (a, b) -> a - b, y))),
  RUNS((x, y) -> done(() -> x.forEachRun((memory, at, stride, count) -> memory.get(ValueLayout.JAVA_BYTE, at)))),
  TAKE((x, y) -> x.take(backwards(400), 0).itemCount()),
  TAKE_COLUMNS((x, y) -> done(() -> x.take(backwards(400), 1, y))),
  TAKE_INTO_FILE((x, y) -> done(() -> y.take(backwards(400), 0, x))),
  GATHER((x, y) -> x.gather(backwards(20_000)).itemCount()),
  GATHER_AT((x, y) -> x.gatherAt(backwards(400), backwards(400)).itemCount()),
  CONTENT_EQUALS((x, y) -> x.contentEquals(y, true) ? 1 : 0),
  STREAM((x, y) -> x.stream().sum());

  private final ToDoubleBiFunction<DoubleView, DoubleView> work;

  FaultKernel(ToDoubleBiFunction<DoubleView, DoubleView> work) {
    this.work = work;
  }

  /// Runs it.
  ///
  /// @param x of the file, of shape (400, 400)
  /// @param y of another one of the same shape, which stays whole
  /// @return anything that depends on the items
  double run(DoubleView x, DoubleView y) {
    return work.applyAsDouble(x, y);
  }

  private static NdView<?> big(DoubleView view) {
    return view.viewAs(DType.FLOAT64.withByteOrder(ByteOrder.BIG_ENDIAN));
  }

  private static NdView<?> ints(DoubleView view) {
    return view.viewAs(DType.INT32);
  }

  private static double copy(NdView<?> source, NdView<?> target) {
    source.copyTo(target);
    return 0;
  }

  private static double cast(NdView<?> source, NdView<?> target) {
    source.copyTo(target, Casting.UNSAFE);
    return 0;
  }

  private static double done(Runnable operation) {
    operation.run();
    return 0;
  }

  private static long[] backwards(int count) {
    return IntStream.range(0, count).mapToLong(i -> count - 1 - i).toArray();
  }
}
