package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// An index of some hundred names is one that nobody reads.
class PublicMethodsTest {

  private static final int MOST = 262;

  @Test
  void aViewHasFewMethods() {
    List<String> methods =
        Arrays.stream(DoubleView.class.getMethods())
            .filter(method -> method.getDeclaringClass() != Object.class && !method.isBridge())
            .map(Method::toGenericString)
            .sorted()
            .toList();
    assertThat(methods)
        .as(
            "the public methods of DoubleView: an overload that a caller can spell as shortly, by a"
                + " Number, Axes, a Reduction, as(leaf) or in io.ndmap.array, is none")
        .hasSizeLessThanOrEqualTo(MOST);
  }
}
