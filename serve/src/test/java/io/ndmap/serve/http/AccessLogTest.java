package io.ndmap.serve.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is kept out of the log.
class AccessLogTest {

  @ParameterizedTest
  @CsvSource({
    "/?token=s,/?token=...",
    "/?a=1&token=s&b=2,/?a=1&token=...&b=2",
    "/?%74oken=s,/?token=...",
    "/?%74%6F%6b%65%6e=s&x=%zz,/?token=...&x=%zz",
    "/token=s,/token=s",
    "/?atoken=s,/?atoken=s",
    "/,/",
  })
  void tokensAreNotWritten(String text, String written) {
    assertThat(AccessLog.withoutToken(text)).isEqualTo(written);
  }

  @Test
  void whatFailsIsWrittenAndEndsNothing() {
    List<String> lines = new ArrayList<>();
    new AccessLog(Optional.of(lines::add))
        .unlessFailed(
            () -> {
              throw new IllegalArgumentException("Comparison\nmethod");
            });
    assertThat(lines).hasSize(1);
    assertThat(lines.getFirst()).contains("IllegalArgumentException: Comparison\\u000amethod");
  }
}
