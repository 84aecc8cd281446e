package io.ndmap.select;

import io.ndmap.axes.Layouts;
import io.ndmap.copy.CopyBuffer;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Items;
import java.util.function.BiConsumer;

/// Traverses a view in windows, in C order. A mask is computed for one window at a time, so that
/// the memory for masks does not grow with the view.
final class MaskWindows {

  /// The maximum number of elements of a window. Its mask has one byte for each element.
  static final long ITEMS = 1L << 24;

  /// Processes a window.
  interface Body {

    /// Processes the next window.
    ///
    /// @param box the position of the window in the view
    /// @param mask the window's mask, valid only during the call
    void take(Box box, Items window, Items mask);
  }

  private MaskWindows() {}

  /// Processes all windows.
  ///
  /// @param test computes the mask (second argument) of a window (first argument)
  static void forEach(Items view, BiConsumer<Items, Items> test, Body body) {
    Partition windows = Partition.chunksOf(view.shape(), Order.C, 1, ITEMS);
    try (CopyBuffer buffer = new CopyBuffer()) {
      for (long k = 0; k < windows.count(); k++) {
        Box box = windows.box(k);
        Items window = view.at(view.strided().slice(box));
        Strided layout = Layouts.packed(window.strided(), 1);
        Items mask = buffer.view(0, window.itemCount(), DType.BOOL, layout);
        test.accept(window, mask);
        body.take(box, window, mask);
      }
    }
  }
}
