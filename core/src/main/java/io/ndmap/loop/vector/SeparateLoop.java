package io.ndmap.loop.vector;

import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// Calls a vector loop so that HotSpot does not inline it. Inlined into its callers, it would leave
/// too few levels for the calls of the Vector API, which would then not be inlined: the loop would
/// take five times as long.
final class SeparateLoop implements Loop {

  private static final MethodHandle RUN = run();

  // HotSpot inlines only constant handles.
  private final MethodHandle loop;

  SeparateLoop(Loop loop) {
    this.loop = RUN.bindTo(loop);
  }

  private static MethodHandle run() {
    MethodType type = MethodType.methodType(void.class, Span[].class, Span.class, int.class);
    try {
      return MethodHandles.lookup().findVirtual(Loop.class, "run", type);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  @Override
  public void run(Span[] operands, Span result, int count) {
    try {
      loop.invokeExact(operands, result, count);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
