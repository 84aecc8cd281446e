package io.ndmap.cli.value;

import io.ndmap.dtype.Field;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.VoidType;
import io.ndmap.nd.NdView;
import java.lang.foreign.ValueLayout;

/// Stores one value into every element, like `a[...] = value`.
public final class ValueBroadcast {

  private ValueBroadcast() {}

  /// Stores a value. The fields of a structure are stored one by one, so that padding bytes of the
  /// target are kept.
  ///
  /// @param item a value of the target's dtype, of rank 0 or of the shape of the target's last axes
  public static void store(NdView<?> item, NdView<?> target) {
    if (target.dtype() instanceof StructType struct) {
      for (Field field : struct.fields()) {
        store(item.field(field.name()), target.field(field.name()));
      }
    } else if (item.rank() > 0) {
      target.copyFrom(item.broadcastTo(target.shape()));
    } else {
      int itemsize = item.dtype().itemsize();
      byte[] bytes =
          item.segment().asSlice(item.strided().offset(), itemsize).toArray(ValueLayout.JAVA_BYTE);
      NdView.of(target.segment(), new VoidType(itemsize), target.strided(), target.backing())
          .fill(bytes);
    }
  }
}
