package io.ndmap.external;

import io.ndmap.axes.FlatBoxes;
import io.ndmap.copy.ItemCopy;
import io.ndmap.layout.Order;
import io.ndmap.layout.Strided;
import io.ndmap.op.Execution;
import io.ndmap.pass.Items;

/// A sequence of elements, in an array or on disk, that is read and written piece by piece.
interface Strip {

  /// Reads a piece.
  ///
  /// @param first the index of the piece's first element
  /// @param to receives the elements; part of a [Block]
  void read(long first, Items to);

  /// Writes a piece.
  ///
  /// @param first the index of the piece's first element
  /// @param from the elements; part of a [Block]
  void write(long first, Items from);

  /// Returns the elements of an array in C order.
  ///
  /// @param items an array of rank 1 or more
  /// @param how the execution of copies
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
        FlatBoxes.forEachBox(
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

  /// Returns elements on disk.
  ///
  /// @param base file offset of the first element
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
