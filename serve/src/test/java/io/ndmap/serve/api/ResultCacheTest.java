package io.ndmap.serve.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultCacheTest {

  private static ResultCache.Result result(int bytes) {
    return new ResultCache.Result("text/plain", Map.of(), new byte[bytes]);
  }

  @Test
  void longKeysCountAsWellAsResults() {
    ResultCache cache = new ResultCache(100_000);
    for (int k = 0; k < 100; k++) {
      cache.put("x".repeat(10_000) + k, result(10));
    }
    assertThat(cache.bytes()).isBetween(60_000L, 100_000L);
    assertThat(cache.get("x".repeat(10_000) + 99)).isPresent();
    assertThat(cache.get("x".repeat(10_000) + 90)).isEmpty();
    cache.put("y".repeat(20_000), result(10));
    assertThat(cache.get("y".repeat(20_000))).isEmpty();
  }

  @Test
  void aResultThatIsReplacedCountsNoMore() {
    ResultCache cache = new ResultCache(100_000);
    cache.put("key", result(10_000));
    long before = cache.bytes();
    cache.put("key", result(9_000));
    assertThat(cache.bytes()).isEqualTo(before - 1000);
    cache.put("key", result(10_000));
    assertThat(cache.bytes()).isEqualTo(before);
  }
}
