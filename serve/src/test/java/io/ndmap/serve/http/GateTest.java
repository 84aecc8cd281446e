package io.ndmap.serve.http;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.serve.answer.Problem;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GateTest {

  private static final Gate GATE =
      new Gate(Optional.empty(), Set.of("localhost", "[::1]"), Set.of("data.example"), Set.of());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost:8888",
        "LocalHost:8888",
        "[::1]:8888",
        "data.example",
        "Data.Example:443",
        "data.example:8888"
      })
  void acceptsItsNames(String host) {
    assertThatCode(() -> GATE.checkHost(host, 8888)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost",
        "localhost:80",
        "localhost:8888:8888",
        "[::1]",
        "::1:8888",
        "evil.example",
        "data.example.evil.example",
        "data.example:",
        "data.example:x",
        "evil.example:data.example"
      })
  void refusesOtherServers(String host) {
    assertThatThrownBy(() -> GATE.checkHost(host, 8888))
        .isInstanceOf(Problem.class)
        .hasMessage("the header Host names another server");
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "", "x:1"})
  void acceptsAnyNameIfPublic(String host) {
    Gate open = new Gate(Optional.empty(), Set.of("localhost"), Set.of("*"), Set.of());
    assertThatCode(() -> open.checkHost(host, 8888)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "localhost:80"})
  void port80MayBeMissing(String host) {
    assertThatCode(() -> GATE.checkHost(host, 80)).doesNotThrowAnyException();
  }
}
