package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import io.ndmap.dtype.DType;
import io.ndmap.dtype.ScalarKind;
import io.ndmap.dtype.ScalarType;
import io.ndmap.layout.Order;
import io.ndmap.op.Casting;
import java.lang.foreign.Arena;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Products of matrices are NumPy's: bit by bit of integers, booleans and `f2`, within the bound
/// that [NdView#matmul(NdView)] tells of others; and they have the same bits in all layouts, on all
/// threads, and in targets.
class LiveMatmulTest {
  private static final int FEW_CASES = 50;

  private static final int CASES = 200;
  private static final int MORE_CASES = 500;

  private int products;
  private int bounded;

  @Test
  void multipliesAsNumpyDoes() {
    multipliesAsNumpyDoes(FEW_CASES);
  }

  @Tag("slow")
  @Test
  void multipliesAsNumpyDoesInManyCases() {
    multipliesAsNumpyDoes(CASES);
  }

  @Tag("heavy")
  @Test
  void multipliesAsNumpyDoesInMoreCases() {
    multipliesAsNumpyDoes(MORE_CASES);
  }

  private void multipliesAsNumpyDoes(int cases) {
    int found =
        LiveCases.forEach(
            "matmul.py",
            5,
            cases,
            next -> {
              try (Arena arena = Arena.ofShared()) {
                replay(next, arena);
              }
            });
    assertThat(found).isEqualTo(cases);
    assertThat(products).isGreaterThan(200 * cases);
    assertThat(bounded).isGreaterThan(100 * cases);
  }

  private void replay(LiveCases.Case next, Arena arena) {
    NdView<?> a = next.view("a", arena);
    NdView<?> b = next.view("b", arena);
    NdView<?> expected = next.view("result", arena);
    NdView<?> product = a.matmul(b);
    assertThat(product.dtype()).as("%s", next).isEqualTo(expected.dtype());
    assertThat(product.shape()).as("%s", next).isEqualTo(expected.shape());
    products += (int) product.itemCount();
    ScalarType type = (ScalarType) product.dtype();
    if (next.json().has("exact") && type.kind() != ScalarKind.FLOAT16) {
      double epsilon = next.json().get("epsilon").getAsDouble();
      near(next, product, next.view("exact", arena), next.view("size", arena), depth(a), epsilon);
    } else {
      assertThat(product.contentEquals(expected, true)).as("%s", next).isTrue();
    }
    List<NdView<?>> lefts = layouts(a);
    List<NdView<?>> rights = layouts(b);
    for (int k = 0; k < lefts.size(); k++) {
      NdView<?> left = lefts.get(k).parallel(1 + next.number() % 3);
      NdView<?> right = rights.get((k + next.number()) % rights.size());
      assertThat(left.matmul(right).contentEquals(product, true))
          .as("%s of %s and %s", next, left.strided(), right.strided())
          .isTrue();
    }
    into(next, a, b, product);
  }

  private void near(
      LiveCases.Case next,
      NdView<?> product,
      NdView<?> exact,
      NdView<?> size,
      long depth,
      double epsilon) {
    boolean complex = ((ScalarType) product.dtype()).kind().isComplex();
    double[] sizes = size.doubles().toArray();
    for (int part = 0; part < (complex ? 2 : 1); part++) {
      double[] found = (part == 0 ? product.real() : product.imag()).doubles().toArray();
      double[] reference = (part == 0 ? exact.real() : exact.imag()).doubles().toArray();
      for (int k = 0; k < found.length; k++) {
        if (!Double.isFinite(sizes[k])) {
          assertThat((Double) found[k]).as("%s", next).isEqualTo((Double) reference[k]);
        } else {
          double bound = (complex ? 2 : 1) * depth * epsilon * sizes[k];
          if (!(Math.abs(found[k] - reference[k]) <= bound)) {
            throw new AssertionError(found[k] + ", not " + reference[k] + ": " + next);
          }
          bounded++;
        }
      }
    }
  }

  private static long depth(NdView<?> a) {
    return a.size(a.rank() - 1);
  }

  /// The same elements by columns, backwards, and with gaps, in the other byte order.
  private static List<NdView<?>> layouts(NdView<?> view) {
    NdView<?> backwards = view;
    for (int axis = 0; axis < view.rank(); axis++) {
      backwards = backwards.flip(axis);
    }
    backwards = backwards.copy(Order.C);
    for (int axis = 0; axis < view.rank(); axis++) {
      backwards = backwards.flip(axis);
    }
    long[] sizes = view.shape().toArray();
    sizes[sizes.length - 1] *= 2;
    ScalarType type = (ScalarType) view.dtype();
    DType other =
        type.withByteOrder(
            type.order() == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    NdView<?> gaps = NdView.zeros(other, sizes).slice("..., ::2");
    gaps.copyFrom(view);
    return List.of(view.copy(Order.F), backwards, gaps);
  }

  /// Targets of another layout and dtype take what the product is cast to.
  private static void into(LiveCases.Case next, NdView<?> a, NdView<?> b, NdView<?> product) {
    ScalarKind kind = ((ScalarType) product.dtype()).kind();
    List<String> types =
        kind.isComplex()
            ? List.of(">c8", "c16")
            : kind.isFloat()
                ? List.of("f4", ">f8", ">c16", "f2")
                : List.of(
                    kind == ScalarKind.BOOL ? "u1" : "f4", ">i8", kind.isUnsigned() ? "u2" : ">i2");
    for (String type : types) {
      DType dtype = DType.parse(type);
      if (!Casting.SAME_KIND.allows(product.dtype(), dtype)) {
        continue;
      }
      NdView<?> target = NdView.zeros(dtype, product.shape().toArray()).copy(Order.F);
      a.matmul(b, target);
      assertThat(target.contentEquals(product.astype(dtype, Casting.SAME_KIND), true))
          .as("%s into %s", next, dtype)
          .isTrue();
    }
  }
}
