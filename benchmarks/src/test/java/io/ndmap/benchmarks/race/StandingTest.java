package io.ndmap.benchmarks.race;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandingTest {

  private static final Operation SUM =
      Operation.of("sum f8", "f8", 8_000_000, List.of(), Requirement.numpy(2), Requirement.c(0.9));

  private static long[] millis(long... times) {
    for (int i = 0; i < times.length; i++) {
      times[i] *= 1_000_000;
    }
    return times;
  }

  @Test
  void theMedianIsTheMiddleOneInSize() {
    assertThat(Standing.median(9)).isEqualTo(9);
    assertThat(Standing.median(30, 10, 20)).isEqualTo(20);
    assertThat(Standing.median(4, 1, 3, 2)).isEqualTo(2.5);
  }

  @Test
  void timesAreThoseOfTheWorkDoneOnceAndWhole() {
    Operation cold = SUM.repeated(10, 100).cold("cold", 0.25);

    Standing standing =
        Standing.of(cold, Map.of("ndmap", millis(3, 1, 2), "numpy", millis(5, 5, 5)));

    assertThat(standing.nanos("ndmap")).hasValue(2_000);
    assertThat(standing.nanos("numpy")).hasValue(20_000);
    assertThat(standing.nanos("c")).isEmpty();
  }

  @Test
  void aRatioIsTheTimeOfTheOtherDividedByTheContenders() {
    Standing standing =
        Standing.of(SUM, Map.of("ndmap", millis(2), "numpy", millis(5), "c", millis(1)));

    assertThat(standing.ratio("numpy", "ndmap")).hasValue(2.5);
    assertThat(standing.ratio("c", "ndmap")).hasValue(0.5);
    assertThat(standing.ratio("ffm", "ndmap")).isEmpty();
    assertThat(standing.gigabytesPerSecond("ndmap")).hasValue(4);
  }

  @Test
  void aRequirementIsMissedOnlyAgainstOneWhoTookPart() {
    assertThat(Standing.of(SUM, Map.of("ndmap", millis(2), "numpy", millis(4))).isMet()).isTrue();
    assertThat(Standing.of(SUM, Map.of("ndmap", millis(2), "numpy", millis(3))).isMet()).isFalse();
    assertThat(Standing.of(SUM, Map.of("ndmap", millis(2), "c", millis(1))).isMet()).isFalse();
    assertThat(Standing.of(SUM, Map.of("numpy", millis(1))).isMet()).isTrue();
    assertThat(Requirement.nanos(200).isMet(200, 0)).isTrue();
    assertThat(Requirement.nanos(200).isMet(201, 0)).isFalse();
  }

  @Test
  void eachContenderHasALineOfJson() {
    Standing standing = Standing.of(SUM, Map.of("ndmap", millis(2), "numpy", millis(5)));

    List<String> lines = JsonLines.of(standing);

    assertThat(lines)
        .containsExactly(
            "{\"op\":\"sum f8\",\"contender\":\"ndmap\",\"median_ms\":2.0,\"gb_per_s\":4.0,"
                + "\"ratio_to_numpy\":2.5,\"ratio_to_c\":null}",
            "{\"op\":\"sum f8\",\"contender\":\"numpy\",\"median_ms\":5.0,\"gb_per_s\":1.6,"
                + "\"ratio_to_numpy\":1.0,\"ratio_to_c\":null}");
  }

  @Test
  void jsonIsReadableHoweverSmallTheNumbers() {
    Operation slice = Operation.of("make a slice", "f8", 0, List.of()).repeated(1, 1_000_000);
    Standing standing =
        Standing.of(
            slice, Map.of("ndmap", new long[] {1_234_567}, OneThread.NAME, new long[] {2_469_134}));

    JsonObject line = JsonParser.parseString(JsonLines.of(standing).getFirst()).getAsJsonObject();

    assertThat(line.get("median_ms").getAsDouble()).isEqualTo(1.23457e-6);
    assertThat(line.get("gb_per_s").isJsonNull()).isTrue();
    assertThat(line.get("ratio_to_one_thread").getAsDouble()).isEqualTo(2);
  }

  @Test
  void theTableShowsWhatWasAskedAndWhetherItIsMet() {
    Standing standing =
        Standing.of(SUM, Map.of("ndmap", millis(2), "numpy", millis(5), "c", millis(1)));

    assertThat(ResultTable.row(standing).replaceAll(" +", " "))
        .isEqualTo(
            "| sum f8 | 2.00 ms | 5.00 ms | 1.00 ms | – | 4.00 | 2.50 | 0.50* | – |"
                + " ≥ 2.00 numpy, ≥ 0.90 c: NO |");
  }
}
