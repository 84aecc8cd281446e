package io.ndmap.nd;

import java.io.Serial;

/// An operation would overwrite items before it reads them, whatever its order, and to copy them
/// first would take more memory than an operation takes of its own. Nothing was written.
public final class OverlapException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  /// Makes the exception.
  ///
  /// @param source the view whose items would be overwritten
  /// @param target the view that is written to
  /// @param bytes that a copy of the items would take
  OverlapException(Items source, Items target, long bytes) {
    super(
        name(source)
            + " shares bytes with the target, "
            + name(target)
            + ", in a way that no order of writing is safe, and a copy of "
            + bytes
            + " bytes exceeds the "
            + SafeOrder.MOST_BYTES
            + " that an operation takes of its own; copy the source first, or work in parts");
  }

  private static String name(Items view) {
    return view.backing().name() + " (" + view.dtype() + ", " + view.strided() + ")";
  }
}
