package io.ndmap.pass;

/// Lets a stack that is nearly full overflow now, before something begins that must be ended: an
/// overflow in the middle of ending a hold would leave the hold, and closing the file would wait
/// for ever.
final class StackRoom {

  /// Calls that are possible afterwards: several times as many as the end of a hold has.
  private static final int CALLS = 48;

  private StackRoom() {}

  /// Does nothing if there is room.
  ///
  /// @throws StackOverflowError if there is not
  static void require() {
    var _ = calls(CALLS);
  }

  // HotSpot compiles no call of a method by itself to a loop.
  private static int calls(int more) {
    return more == 0 ? 0 : 1 + calls(more - 1);
  }
}
