package io.ndmap.loop;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// Calls a loop so that HotSpot does not inline it. HotSpot inlines 15 levels of calls: of a loop
/// that is inlined into its callers, the accesses to memory or the calls of the Vector API would
/// not be inlined. In a program with a single operation, half of the JVMs then took five to a
/// hundred times as long.
public final class SeparateLoop implements Loop {

  private static final MethodHandle RUN = run();

  // HotSpot inlines only constant handles.
  private final MethodHandle run;
  private final boolean isPlain;

  /// @param loop without state of its own
  public SeparateLoop(Loop loop) {
    this.run = RUN.bindTo(loop);
    this.isPlain = loop.isPlain();
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
      run.invokeExact(operands, result, count);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public boolean isPlain() {
    return isPlain;
  }
}
