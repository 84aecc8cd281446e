package io.ndmap.loop.plain;

import io.ndmap.loop.ArrayBuffers;
import io.ndmap.loop.Loop;
import io.ndmap.loop.Span;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// The plain loop of an operation over 8-bit integers, which are sign- or zero-extended to 32 bits.
/// There is a hidden copy of this class for each operation and scalar type.
final class PlainBytes implements Loop {

  private static final PlainTemplateData DATA = PlainTemplateData.of(MethodHandles.lookup());
  private static final PlainTemplateData.@Nullable IntMap MAP =
      DATA.as(PlainTemplateData.IntMap.class);
  private static final PlainTemplateData.@Nullable IntTest TEST =
      DATA.as(PlainTemplateData.IntTest.class);

  @Override
  public void run(Span[] operands, Span result, int count) {
    ArrayBuffers arrays = result.arrays();
    byte[] a = arrays.bytes(0);
    byte[] b = operands.length > 1 ? arrays.bytes(1) : a;
    byte[] c = operands.length > 2 ? arrays.bytes(2) : a;
    byte[] z = arrays.bytes(ArrayBuffers.RESULTS);
    for (int done = 0; done < count; done += a.length) {
      int n = Math.min(a.length, count - done);
      operands[0].read(a, done, n);
      if (operands.length > 1) {
        operands[1].read(b, done, n);
      }
      if (operands.length > 2) {
        operands[2].read(c, done, n);
      }
      if (TEST == null) {
        map(a, b, c, z, n);
      } else {
        test(a, b, c, z, n);
      }
      result.write(z, done, n);
    }
  }

  @Override
  public boolean isPlain() {
    return true;
  }

  @SuppressWarnings("NullAway") // one of the two is not null
  private static void map(byte[] a, byte[] b, byte[] c, byte[] z, int n) {
    for (int i = 0; i < n; i++) {
      z[i] = (byte) MAP.of(item(a[i]), item(b[i]), item(c[i]));
    }
  }

  @SuppressWarnings("NullAway") // one of the two is not null
  private static void test(byte[] a, byte[] b, byte[] c, byte[] z, int n) {
    for (int i = 0; i < n; i++) {
      z[i] = (byte) TEST.of(item(a[i]), item(b[i]), item(c[i]));
    }
  }

  private static int item(byte bits) {
    return DATA.isUnsigned() ? bits & 0xff : bits;
  }
}
