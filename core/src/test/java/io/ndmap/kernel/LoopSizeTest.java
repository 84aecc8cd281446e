package io.ndmap.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Some loops are fast only where HotSpot does not inline them, and what keeps it from that is
/// their methods' size (`-XX:FreqInlineSize`).
class LoopSizeTest {

  private static final int INLINED = 325;

  @ParameterizedTest
  @CsvSource("Lanes, run")
  void isTooLargeToBeInlined(String owner, String method) throws IOException {
    byte[] bytes;
    try (InputStream in = Lanes.class.getResourceAsStream(owner + ".class")) {
      bytes = Objects.requireNonNull(in).readAllBytes();
    }
    List<Integer> sizes =
        ClassFile.of().parse(bytes).methods().stream()
            .filter(model -> model.methodName().equalsString(method))
            .map(LoopSizeTest::size)
            .toList();
    assertThat(sizes).isNotEmpty().allSatisfy(size -> assertThat(size).isGreaterThan(INLINED));
  }

  private static int size(MethodModel method) {
    return ((CodeAttribute) method.code().orElseThrow()).codeLength();
  }
}
