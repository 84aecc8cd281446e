package io.ndmap.external;

import io.ndmap.axes.FlatRange;
import io.ndmap.copy.ItemCopy;
import io.ndmap.layout.Order;
import io.ndmap.layout.Strided;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;

/// Items one after the other, which are read and written piece by piece.
interface Strip {

  /// Reads a piece.
  ///
  /// @param first the place of its first item
  /// @param to a block's items
  void read(long first, Items to);

  /// Writes a piece.
  ///
  /// @param first the place of its first item
  /// @param from a block's items
  void write(long first, Items from);

  /// The items of an array in C order.
  ///
  /// @param items with at least one axis
  /// @param how pieces are copied
  static Strip of(Items items, Execution how) {
    return new Strip() {
      @Override
      public void read(long first, Items to) {
        copy(first, to, true);
      }

      @Override
      public void write(long first, Items from) {
        copy(first, from, false);
      }

      private void copy(long first, Items piece, boolean reads) {
        long size = piece.itemsize();
        Strided dense = Strided.contiguous(items.shape(), piece.itemsize(), Order.C);
        FlatRange.forEachBox(
            new Strided[] {items.strided(), dense},
            first,
            first + piece.itemCount(),
            box -> {
              Items there = items.at(box[0]);
              Items here = piece.at(box[1].shift(-first * size));
              ItemCopy.copy(reads ? there : here, reads ? here : there, how);
            });
      }
    };
  }

  /// Items on a disk.
  ///
  /// @param base where the first one is
  static Strip of(Spill spill, long base) {
    return new Strip() {
      @Override
      public void read(long first, Items to) {
        spill.read(base + first * to.itemsize(), to.segment());
      }

      @Override
      public void write(long first, Items from) {
        spill.write(base + first * from.itemsize(), from.segment());
      }
    };
  }
}
