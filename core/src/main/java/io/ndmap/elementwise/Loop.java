package io.ndmap.elementwise;

/// One plain loop over dense items.
public interface Loop {

  /// Bytes of a piece: with 4 KiB, half of what vectors gain is lost, as each begins anew.
  int PIECE = 1 << 15;

  /// Computes; each place is read before it is written, so that the results may replace operands.
  ///
  /// @param x the first operand
  /// @param y the second, or the first again if there is none
  /// @param z takes the results
  /// @param count how many items each has
  void run(Run x, Run y, Run z, int count);

  /// The same in pieces of 32 KiB, for loops that compute four items before they store the first:
  /// HotSpot 25 makes a vector of four whose loads all come before the stores. What is left over
  /// such a loop reads from the runs and not from its buffers, which would else be objects that the
  /// loop must look at each time (decision 43).
  ///
  /// A loop that is called with many items is called seldom; what it calls itself before the first
  /// of them, such as for its buffers, HotSpot then takes for rare and does not inline, so that it
  /// does not know their class.
  ///
  /// @param itemsize bytes of an item of each operand and of the results
  static Loop inPieces(int itemsize, Loop loop) {
    int most = PIECE / itemsize;
    return (x, y, z, count) -> {
      for (int done = 0; done < count; done += most) {
        long at = (long) done * itemsize;
        loop.run(x.shift(at), y.shift(at), z.shift(at), Math.min(most, count - done));
      }
    };
  }
}
