package io.ndmap.pass;

/// Provokes the overflow of a nearly full stack before a pin begins: an overflow while a pin ends
/// would leave the memory pinned, and closing the file would wait forever.
final class StackHeadroom {

  /// Depth of calls that is possible afterwards: several times that of ending a pin.
  private static final int CALLS = 48;

  private StackHeadroom() {}

  /// Checks that the stack has room.
  ///
  /// @throws StackOverflowError if it has not
  static void require() {
    var _ = calls(CALLS);
  }

  // HotSpot does not turn recursion into a loop.
  private static int calls(int more) {
    return more == 0 ? 0 : 1 + calls(more - 1);
  }
}
