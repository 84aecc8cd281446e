package io.ndmap.select;

import io.ndmap.axes.Layouts;
import io.ndmap.copy.Room;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Box;
import io.ndmap.layout.Order;
import io.ndmap.layout.Partition;
import io.ndmap.layout.Strided;
import io.ndmap.pass.Items;

/// Traverses a view in windows, in C order, with a mask for each, so that the memory of masks does
/// not grow with the view.
final class MaskWindows {

  /// Items of a window: as many bytes of a mask.
  static final long ITEMS = 1L << 24;

  /// Tells about the items of a window.
  interface Test {

    /// Tells about them.
    ///
    /// @param mask of the shape of the window
    void fill(Items window, Items mask);
  }

  /// What is done with a window.
  interface Body {

    /// Does it.
    ///
    /// @param box where the window lies in the view
    /// @param mask lives no longer than the call
    void take(Box box, Items window, Items mask);
  }

  private MaskWindows() {}

  static void forEach(Items view, Test test, Body body) {
    Partition windows = Partition.chunksOf(view.shape(), Order.C, 1, ITEMS);
    try (Room room = new Room()) {
      for (long k = 0; k < windows.count(); k++) {
        Box box = windows.box(k);
        Items window = view.at(view.strided().slice(box));
        Strided layout = Layouts.packed(window.strided(), 1);
        Items mask = room.view(0, window.itemCount(), DType.BOOL, layout);
        test.fill(window, mask);
        body.take(box, window, mask);
      }
    }
  }
}
