package io.ndmap.mmap;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.gson.JsonObject;
import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ObjectType;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.VoidType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.op.Backing;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// The values that `check_roundtrip.py` expects, as canonical bytes; its header describes them.
final class CanonicalValues {

  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private CanonicalValues() {}

  /// The elements in C order as in a file, with zeroed padding.
  static byte[] items(DType dtype, long count, JsonObject generator) {
    DType packed = DType.canonical(dtype);
    byte[] items = new byte[Math.toIntExact(count * dtype.itemsize())];
    if (packed.itemsize() > 0) {
      unpack(canonical(dtype, Math.toIntExact(count), packed.itemsize(), generator), dtype, items);
    }
    return items;
  }

  /// Lays elements out as their dtype specifies, without changing padding.
  static void unpack(byte[] canonical, DType dtype, byte[] items) {
    Shape shape = Shape.of(items.length / dtype.itemsize());
    view(canonical, DType.canonical(dtype), shape).copyTo(view(items, dtype, shape));
  }

  private static NdView<?> view(byte[] bytes, DType dtype, Shape shape) {
    return NdView.of(MemorySegment.ofArray(bytes), dtype, shape, Order.C, Backing.MEMORY);
  }

  private static byte[] canonical(DType dtype, int count, int size, JsonObject generator) {
    String kind = generator.get("kind").getAsString();
    if (kind.equals("hex")) {
      return HexFormat.of().parseHex(generator.get("data").getAsString());
    }
    ByteBuffer out = ByteBuffer.allocate(count * size).order(ByteOrder.LITTLE_ENDIAN);
    if (kind.equals("zeros")) {
      return out.array();
    }
    List<DType> leaves = new ArrayList<>();
    addLeaves(dtype, leaves);
    long number = 0;
    for (int item = 0; item < count; item++) {
      for (DType leaf : leaves) {
        byte[] bytes = new byte[leaf.itemsize()];
        ByteBuffer value = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (kind.equals("iota")) {
          iota(
              leaf,
              generator.get("start").getAsLong() + generator.get("step").getAsLong() * number,
              value);
        } else {
          mixed(leaf, generator.get("seed").getAsLong(), number, bytes, value);
        }
        out.put(bytes);
        number++;
      }
    }
    return out.array();
  }

  private static void addLeaves(DType dtype, List<DType> leaves) {
    switch (dtype) {
      case StructType struct -> {
        for (Field field : struct.fields()) {
          addLeaves(field.dtype(), leaves);
        }
      }
      case SubarrayType subarray -> {
        int items = subarray.shape().stream().reduce(1, (a, b) -> a * b);
        for (int i = 0; i < items; i++) {
          addLeaves(subarray.base(), leaves);
        }
      }
      default -> leaves.add(dtype);
    }
  }

  private static void iota(DType leaf, long v, ByteBuffer value) {
    int size = leaf.itemsize();
    switch (leaf) {
      case ScalarType scalar -> {
        switch (scalar.kind()) {
          case BOOL -> value.put((byte) (v & 1));
          case INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64 -> integer(v, value);
          case FLOAT16, FLOAT32, FLOAT64, LONGDOUBLE -> real(v, size, value);
          // NumPy's headers cannot express these types.
          case BFLOAT16, FLOAT8_E4M3FN, FLOAT8_E5M2 ->
              throw new IllegalArgumentException("not of NumPy: " + leaf);
          case COMPLEX64, COMPLEX128, CLONGDOUBLE -> {
            real(v, size / 2, value);
            real(-v, size / 2, value);
          }
        }
      }
      case TimeType _ -> integer(v, value);
      case BytesType _ -> {
        byte[] text = Long.toString(v).getBytes(US_ASCII);
        value.put(text, 0, Math.min(size, text.length));
      }
      case TextType _ -> {
        String text = Long.toString(v);
        for (int i = 0; i < Math.min(size / 4, text.length()); i++) {
          value.putInt(text.charAt(i));
        }
      }
      case VoidType _ -> {
        for (int k = 0; k < size; k++) {
          value.put((byte) (v + k));
        }
      }
      case StructType _, SubarrayType _, ObjectType _ ->
          throw new IllegalArgumentException("no leaf: " + leaf);
    }
  }

  private static void integer(long v, ByteBuffer value) {
    for (int k = 0; value.hasRemaining(); k++) {
      value.put((byte) (v >> (8 * k)));
    }
  }

  private static void real(long v, int size, ByteBuffer value) {
    switch (size) {
      case 2 -> value.putShort(Float.floatToFloat16((float) v));
      case 4 -> value.putFloat((float) v);
      case 8 -> value.putDouble((double) v);
      default -> {
        int shift = v == 0 ? 0 : Long.numberOfLeadingZeros(Math.abs(v));
        value.putLong(Math.abs(v) << shift);
        value.putShort((short) (v == 0 ? 0 : (v < 0 ? 0x8000 : 0) | (16383 + 63 - shift)));
        value.putShort((short) 0).putInt(0);
      }
    }
  }

  private static void mixed(DType leaf, long seed, long number, byte[] bytes, ByteBuffer value) {
    for (int at = 0; at < bytes.length; at++) {
      long chunk = mix(seed + (number * (1 << 20) + at / 8 + 1) * GOLDEN);
      bytes[at] = (byte) (chunk >>> (at % 8 * 8));
    }
    if (leaf instanceof TextType) {
      for (int at = 0; at < bytes.length; at += 4) {
        value.putInt(at, Integer.remainderUnsigned(value.getInt(at), 0xD800));
      }
    } else if (leaf instanceof ScalarType scalar) {
      switch (scalar.kind()) {
        case BOOL -> bytes[0] &= 1;
        case LONGDOUBLE, CLONGDOUBLE -> {
          for (int at = 0; at < bytes.length; at += 16) {
            bytes[at + 7] |= (byte) 0x80;
            bytes[at + 9] = (byte) ((bytes[at + 9] & 0x80) | 0x3f);
            java.util.Arrays.fill(bytes, at + 10, at + 16, (byte) 0);
          }
        }
        default -> {
          // Any bytes are a value.
        }
      }
    }
  }

  private static long mix(long seed) {
    long z = seed;
    z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
    return z ^ z >>> 31;
  }
}
