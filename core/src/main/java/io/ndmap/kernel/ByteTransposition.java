package io.ndmap.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Transposes items of any size within arrays of bytes. An item moves in two or more words of which
/// the last ends with the item.
final class ByteTransposition {

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private ByteTransposition() {}

  /// @param in holds the rows
  /// @param out takes the columns as its rows
  /// @param pitch bytes from one row to the next in `in`
  /// @param outPitch the same in `out`
  static void transpose(
      byte[] in, byte[] out, int pitch, int outPitch, int height, int width, int itemsize) {
    for (int j = 0; j < width; j++) {
      int at = j * itemsize;
      int to = j * outPitch;
      if (itemsize > 2 * Long.BYTES) {
        blocks(in, at, out, to, pitch, height, itemsize);
      } else if (itemsize >= Long.BYTES) {
        longs(in, at, out, to, pitch, height, itemsize);
      } else if (itemsize >= Integer.BYTES) {
        ints(in, at, out, to, pitch, height, itemsize);
      } else if (itemsize >= Short.BYTES) {
        shorts(in, at, out, to, pitch, height, itemsize);
      } else {
        bytes(in, at, out, to, pitch, height);
      }
    }
  }

  private static void blocks(
      byte[] in, int from, byte[] out, int to, int pitch, int count, int itemsize) {
    int last = itemsize - Long.BYTES;
    int at = from;
    for (int i = 0; i < count; i++) {
      int t = to + i * itemsize;
      LONG.set(out, t, (long) LONG.get(in, at));
      for (int k = Long.BYTES; k < last; k += Long.BYTES) {
        LONG.set(out, t + k, (long) LONG.get(in, at + k));
      }
      LONG.set(out, t + last, (long) LONG.get(in, at + last));
      at += pitch;
    }
  }

  private static void longs(
      byte[] in, int from, byte[] out, int to, int pitch, int count, int itemsize) {
    int last = itemsize - Long.BYTES;
    int at = from;
    for (int i = 0; i < count; i++) {
      int t = to + i * itemsize;
      LONG.set(out, t, (long) LONG.get(in, at));
      LONG.set(out, t + last, (long) LONG.get(in, at + last));
      at += pitch;
    }
  }

  private static void ints(
      byte[] in, int from, byte[] out, int to, int pitch, int count, int itemsize) {
    int last = itemsize - Integer.BYTES;
    int at = from;
    for (int i = 0; i < count; i++) {
      int t = to + i * itemsize;
      INT.set(out, t, (int) INT.get(in, at));
      INT.set(out, t + last, (int) INT.get(in, at + last));
      at += pitch;
    }
  }

  private static void shorts(
      byte[] in, int from, byte[] out, int to, int pitch, int count, int itemsize) {
    int last = itemsize - Short.BYTES;
    int at = from;
    for (int i = 0; i < count; i++) {
      int t = to + i * itemsize;
      SHORT.set(out, t, (short) SHORT.get(in, at));
      SHORT.set(out, t + last, (short) SHORT.get(in, at + last));
      at += pitch;
    }
  }

  private static void bytes(byte[] in, int from, byte[] out, int to, int pitch, int count) {
    int at = from;
    for (int i = 0; i < count; i++) {
      out[to + i] = in[at];
      at += pitch;
    }
  }

  /// Turns the bytes of all units round.
  ///
  /// @param unit 2, 4, 8 or 16
  static void turn(byte[] bytes, int length, int unit) {
    switch (unit) {
      case 2 -> {
        for (int at = 0; at < length; at += Short.BYTES) {
          SHORT.set(bytes, at, Short.reverseBytes((short) SHORT.get(bytes, at)));
        }
      }
      case 4 -> {
        for (int at = 0; at < length; at += Integer.BYTES) {
          INT.set(bytes, at, Integer.reverseBytes((int) INT.get(bytes, at)));
        }
      }
      case 8 -> {
        for (int at = 0; at < length; at += Long.BYTES) {
          LONG.set(bytes, at, Long.reverseBytes((long) LONG.get(bytes, at)));
        }
      }
      default -> {
        for (int at = 0; at < length; at += 2 * Long.BYTES) {
          long head = (long) LONG.get(bytes, at);
          long tail = (long) LONG.get(bytes, at + Long.BYTES);
          LONG.set(bytes, at, Long.reverseBytes(tail));
          LONG.set(bytes, at + Long.BYTES, Long.reverseBytes(head));
        }
      }
    }
  }
}
