package io.ndmap.nd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The table of operations by topic at the head of [NdView].
class OperationTableTest {

  private static final Path SOURCE = Path.of("src/main/java/io/ndmap/nd/NdView.java");
  private static final Pattern TABLE =
      Pattern.compile("/// # Operations by topic\n(.*?)\n/// # ", Pattern.DOTALL);
  private static final Pattern METHOD = Pattern.compile("\\[#(\\w+)");

  @Test
  void everyPublicMethodHasATopic() throws IOException {
    var table = TABLE.matcher(Files.readString(SOURCE));
    assertThat(table.find()).isTrue();
    Set<String> named =
        METHOD
            .matcher(table.group(1))
            .results()
            .map(match -> match.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> there =
        Arrays.stream(NdView.class.getMethods())
            .filter(method -> !method.getDeclaringClass().equals(Object.class))
            .map(Method::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(named).isEqualTo(there);
  }
}
