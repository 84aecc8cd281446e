package io.ndmap.elementwise;

import io.ndmap.loop.Loop;
import java.util.function.Supplier;

/// A call of a loop in a [Program].
final class LoopCall {

  private final Supplier<Loop> loop;
  private final int[] operands;
  private final int result;

  /// @param loop returns the loop, shared or new
  /// @param operands the numbers of the blocks that are read
  /// @param result the number of the block that is written
  LoopCall(Supplier<Loop> loop, int[] operands, int result) {
    this.loop = loop;
    this.operands = operands;
    this.result = result;
  }

  Loop loop() {
    return loop.get();
  }

  int result() {
    return result;
  }

  /// Returns a call of the same loop with other blocks.
  LoopCall with(int[] others, int other) {
    return new LoopCall(loop, others, other);
  }

  /// Returns the internal array, not a copy.
  int[] operands() {
    return operands;
  }

  boolean reads(int block) {
    for (int operand : operands) {
      if (operand == block) {
        return true;
      }
    }
    return false;
  }
}
