package io.ndmap.pass;

/// Provokes the overflow of a nearly full stack before a pin begins: an overflow while a pin ends
/// would leave the memory pinned, and closing the file would wait forever.
final class StackHeadroom {

  /// The depth of calls that the check ensures: several times the depth needed to end a pin.
  private static final int CALLS = 48;

  private StackHeadroom() {}

  /// Checks that the stack has enough space.
  ///
  /// @throws StackOverflowError if it does not
  static void require() {
    var _ = calls(CALLS);
  }

  // The recursion uses the stack: HotSpot does not turn it into a loop.
  private static int calls(int more) {
    return more == 0 ? 0 : 1 + calls(more - 1);
  }
}
