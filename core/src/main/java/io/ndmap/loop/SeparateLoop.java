package io.ndmap.loop;

import io.ndmap.memory.SeparateCalls;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/// A loop that HotSpot does not inline into its callers, see [SeparateCalls].
public final class SeparateLoop implements Loop {

  private static final MethodHandle RUN =
      SeparateCalls.handle(MethodHandles.lookup(), Loop.class, "run");

  private final MethodHandle run;
  private final boolean isPlain;

  /// @param loop the loop to call; its [Loop#isPlain] must not change
  public SeparateLoop(Loop loop) {
    this.run = RUN.bindTo(loop);
    this.isPlain = loop.isPlain();
  }

  @Override
  public void run(Span[] operands, Span result, int count) {
    try {
      run.invokeExact(operands, result, count);
    } catch (Throwable e) {
      throw SeparateCalls.unchecked(e);
    }
  }

  @Override
  public boolean isPlain() {
    return isPlain;
  }
}
