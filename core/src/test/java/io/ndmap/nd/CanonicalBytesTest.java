package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.BytesType;
import io.ndmap.dtype.DType;
import io.ndmap.dtype.Field;
import io.ndmap.dtype.ObjectType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.dtype.StructType;
import io.ndmap.dtype.SubarrayType;
import io.ndmap.dtype.TextType;
import io.ndmap.dtype.TimeType;
import io.ndmap.dtype.TimeUnit;
import io.ndmap.dtype.VoidType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.layout.Strided;
import io.ndmap.op.Backing;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The canonical bytes are those that going through the elements unit by unit gives.
class CanonicalBytesTest {

  private static final int BLOCK = 1 << 18;

  /// The bytes that a consumer receives, joined.
  private static byte[] canonical(NdView<?> view) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    view.forEachCanonicalBlock(
        block -> {
          assertThat(block.remaining()).isBetween(1, BLOCK);
          while (block.hasRemaining()) {
            out.write(block.get());
          }
        });
    return out.toByteArray();
  }

  /// The same by the definition: element after element, unit after unit.
  private static byte[] naive(NdView<?> view) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long[] index = new long[view.rank()];
    for (long i = 0; i < view.itemCount(); i++) {
      long rest = i;
      for (int axis = view.rank() - 1; axis >= 0; axis--) {
        index[axis] = rest % view.size(axis);
        rest /= view.size(axis);
      }
      byte[] item =
          view.segment()
              .asSlice(view.strided().offsetOf(index), view.dtype().itemsize())
              .toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
      append(out, item, 0, view.dtype());
    }
    return out.toByteArray();
  }

  private static void append(ByteArrayOutputStream out, byte[] item, int at, DType dtype) {
    switch (dtype) {
      case StructType struct ->
          struct.fields().forEach(f -> append(out, item, at + f.offset(), f.dtype()));
      case SubarrayType subarray -> {
        int size = subarray.base().itemsize();
        for (int from = 0; size > 0 && from < subarray.itemsize(); from += size) {
          append(out, item, at + from, subarray.base());
        }
      }
      case ScalarType scalar ->
          units(out, item, at, dtype, scalar.kind().part().itemsize(), scalar.order());
      case TimeType time -> units(out, item, at, dtype, 8, time.order());
      case TextType text -> units(out, item, at, dtype, 4, text.order());
      case BytesType _, VoidType _ -> out.write(item, at, dtype.itemsize());
      case ObjectType _ -> throw new AssertionError("no elements");
    }
  }

  private static void units(
      ByteArrayOutputStream out, byte[] item, int at, DType dtype, int unit, ByteOrder order) {
    for (int from = at; from < at + dtype.itemsize(); from += unit) {
      for (int k = 0; k < unit; k++) {
        out.write(item[order == ByteOrder.LITTLE_ENDIAN ? from + k : from + unit - 1 - k]);
      }
    }
  }

  private static DType dtype(Random random, int depth) {
    ByteOrder order = random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    ScalarKind[] kinds = ScalarKind.values();
    return switch (random.nextInt(depth > 0 ? 11 : 7)) {
      case 0 -> new BytesType(random.nextInt(6));
      case 1 -> new TextType(random.nextInt(4), order);
      case 2 -> new VoidType(random.nextInt(6));
      case 3 -> new TimeType(TimeType.Kind.DATETIME, TimeUnit.SECOND, 1, order);
      case 4, 5, 6 -> new ScalarType(kinds[random.nextInt(kinds.length)], order);
      case 7 -> {
        List<Integer> sizes = new ArrayList<>();
        for (int axis = random.nextInt(1, 4); axis > 0; axis--) {
          sizes.add(random.nextInt(random.nextInt(4) == 0 ? 0 : 1, 4));
        }
        yield new SubarrayType(dtype(random, depth - 1), sizes);
      }
      default -> struct(random, depth - 1);
    };
  }

  /// Fields in any order of their offsets, with gaps between them and behind the last.
  private static StructType struct(Random random, int depth) {
    List<DType> dtypes = new ArrayList<>();
    List<Integer> order = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      order.add(dtypes.size());
      dtypes.add(dtype(random, depth));
    }
    Collections.shuffle(order, random);
    int[] offsets = new int[dtypes.size()];
    int end = 0;
    for (int i : order) {
      end += random.nextInt(3);
      offsets[i] = end;
      end += dtypes.get(i).itemsize();
    }
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < offsets.length; i++) {
      fields.add(new Field("f" + i, null, dtypes.get(i), offsets[i]));
    }
    return new StructType(fields, end + random.nextInt(4));
  }

  private static NdView<?> filled(Random random, DType dtype, Shape shape, Order order) {
    byte[] bytes = new byte[(int) shape.byteSize(dtype.itemsize()) + 3];
    random.nextBytes(bytes);
    Strided where = Strided.contiguous(shape, dtype.itemsize(), order).shift(3);
    return NdView.of(MemorySegment.ofArray(bytes), dtype, where, Backing.MEMORY);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void isWhatTheDefinitionSays(int seed) {
    Random random = new Random(seed);
    for (int run = 0; run < 100; run++) {
      DType dtype = dtype(random, 3);
      if (dtype instanceof SubarrayType) {
        dtype = DType.struct(Field.of("a", dtype));
      }
      long[] sizes = new long[random.nextInt(4)];
      java.util.Arrays.setAll(sizes, axis -> random.nextInt(6));
      Order order = random.nextBoolean() ? Order.C : Order.F;
      NdView<?> view = filled(random, dtype, Shape.of(sizes), order);
      assertThat(canonical(view)).as("%s %s", dtype, view.strided()).isEqualTo(naive(view));
      NdView<?> part = sizes.length == 0 ? view : view.slice("..., ::-2");
      assertThat(canonical(part)).as("%s %s", dtype, part.strided()).isEqualTo(naive(part));
    }
  }

  /// A copy moves every member of every element and leaves the padding of its target alone.
  @ParameterizedTest
  @ValueSource(ints = {11, 12, 13, 14})
  void survivesACopyIntoAnotherLayout(int seed) {
    Random random = new Random(seed);
    for (int run = 0; run < 100; run++) {
      DType dtype = struct(random, 2);
      DType other =
          random.nextBoolean()
              ? DType.canonical(dtype)
              : dtype.withByteOrder(
                  random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
      Shape shape = Shape.of(random.nextInt(4), random.nextInt(1, 5));
      NdView<?> source = filled(random, dtype, shape, Order.C);
      NdView<?> target = filled(random, other, shape, Order.F);
      byte[] before = target.segment().toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
      byte[] expected = naive(source);
      source.copyTo(target);
      assertThat(naive(target)).as("%s into %s", dtype, other).isEqualTo(expected);
      // Copied back and forth the padding must still be what it was.
      NdView<?> old =
          NdView.of(MemorySegment.ofArray(before.clone()), other, target.strided(), Backing.MEMORY);
      old.copyTo(target);
      assertThat(target.segment().toArray(java.lang.foreign.ValueLayout.JAVA_BYTE))
          .as("padding of %s", other)
          .isEqualTo(before);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"<f8", ">f8", "|u1", ">c16", ">f16", ">U3", "|V7", ">M8[s]"})
  void isHandedOverInBlocks(String descr) {
    Random random = new Random(descr.hashCode());
    DType dtype = DType.parse(descr);
    long rows = 2 + 300_000L / dtype.itemsize() / 30;
    for (Order order : Order.values()) {
      NdView<?> view = filled(random, dtype, Shape.of(rows, 30), order);
      assertThat(canonical(view)).isEqualTo(naive(view));
      assertThat(canonical(view.transpose())).isEqualTo(naive(view.transpose()));
    }
  }

  /// An element larger than a block comes in several, and never whole.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "'|V600000'",
        "'|S262145'",
        "'>U70000'",
        "[('a', '>i4'), ('', '|V5'), ('b', '>f8', (40000,)), ('c', [('d', '>U66000'), ('e',"
            + " '|V3')])]",
        "[('a', [('b', '|u1'), ('c', '>f8')], (300, 200))]",
      })
  void splitsLargeItems(String descr) {
    Random random = new Random(descr.hashCode());
    for (Shape shape : List.of(Shape.SCALAR, Shape.of(2), Shape.of(1, 2, 1))) {
      NdView<?> view = filled(random, DType.parse(descr), shape, Order.C);
      assertThat(canonical(view)).isEqualTo(naive(view));
    }
  }

  @Test
  void takesSubarraysOfTheHighestRank() {
    Random random = new Random(64);
    List<Integer> sizes = new ArrayList<>(Collections.nCopies(64, 1));
    sizes.set(3, 2);
    sizes.set(63, 3);
    DType dtype =
        DType.struct(
            Field.of(
                "a", new SubarrayType(DType.FLOAT64.withByteOrder(ByteOrder.BIG_ENDIAN), sizes)),
            Field.of("b", DType.UINT8));
    long[] ones = new long[64];
    java.util.Arrays.fill(ones, 1);
    ones[10] = 4;
    for (Shape shape : List.of(Shape.SCALAR, Shape.of(5), Shape.of(ones))) {
      NdView<?> view = filled(random, dtype, shape, Order.C);
      assertThat(canonical(view)).isEqualTo(naive(view));
    }
  }

  @Test
  void hasNothingToHandOverOfNothing() {
    assertThat(canonical(filled(new Random(1), DType.INT32, Shape.of(3, 0), Order.C))).isEmpty();
    Strided many = Strided.of(0, Shape.of(1_000_000_000_000_000L), 0);
    NdView<?> voids =
        NdView.of(MemorySegment.ofArray(new byte[0]), new VoidType(0), many, Backing.MEMORY);
    assertThat(canonical(voids)).isEmpty();
  }

  @Test
  void namesItsDtype() {
    assertThat(DType.canonical(DType.parse("[('a', '>i4'), ('', '|V4'), ('b', '>U2', (2,))]")))
        .hasToString("[('a', '<i4'), ('b', '<U2', (2,))]");
  }
}
