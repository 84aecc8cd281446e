package io.ndmap.benchmarks.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ndmap.benchmarks.contest.Clock;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RaceOptionsTest {

  @Test
  void withoutArgumentsTheWholeRaceIsRun() {
    RaceOptions options = RaceOptions.parse();

    assertThat(options.scale()).isEqualTo(Scale.FULL);
    assertThat(options.json()).isEmpty();
    assertThat(options.only().matcher("sum f8").find()).isTrue();
  }

  @Test
  void argumentsAreRead() {
    RaceOptions options =
        RaceOptions.parse(
            "--quick",
            "--cpu",
            "--rounds",
            "3",
            "--only",
            "^sum",
            "--json",
            "x.json",
            "--dir",
            "data");

    assertThat(options.scale()).isEqualTo(Scale.QUICK.withRounds(3).by(Clock.CPU));
    assertThat(options.json()).hasValue(Path.of("x.json"));
    assertThat(options.directory()).isEqualTo(Path.of("data"));
    assertThat(options.only().matcher("cold sum f8").find()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "--fast, unknown argument: --fast",
    "--json, --json needs a value",
    "--rounds 0, '--rounds takes 1 to 99999, found ''0'''",
    "--only [, --only is not an expression: Unclosed character class near index 0",
  })
  void otherArgumentsAreRefused(String arguments, String message) {
    assertThatThrownBy(() -> RaceOptions.parse(arguments.split(" ")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }
}
