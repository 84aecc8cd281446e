package io.ndmap.serve.api;

import io.ndmap.serve.answer.Answer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Results of computations, by what was asked of which state of a file: the last used ones within a
/// number of bytes. For many threads.
public final class ResultCache {

  /// The memory of a result beyond its bytes.
  private static final int OVERHEAD = 500;

  private final long most;
  private final Map<Object, Kept> results = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;
  private long hits;
  private long misses;

  /// A result.
  ///
  /// @param type the media type
  /// @param headers beside the tag
  /// @param bytes the body
  record Result(
      String type,
      Map<String, String> headers,
      @SuppressWarnings("ArrayRecordComponent") byte[] bytes) {

    /// The answer.
    ///
    /// @param etag the value of the header
    Answer answer(String etag) {
      Map<String, String> all = new LinkedHashMap<>(headers);
      all.put("ETag", etag);
      return new Answer(200, type, Map.copyOf(all), Answer.of(type, bytes).body());
    }
  }

  private record Kept(Result result, long size) {}

  /// @param most how many bytes
  public ResultCache(long most) {
    this.most = most;
  }

  synchronized Optional<Result> get(Object key) {
    Kept kept = results.get(key);
    if (kept == null) {
      misses++;
      return Optional.empty();
    }
    hits++;
    return Optional.of(kept.result());
  }

  /// Looks again for what was missed before; only a hit is counted.
  synchronized Optional<Result> again(Object key) {
    return results.containsKey(key) ? get(key) : Optional.empty();
  }

  synchronized void put(Object key, Result result) {
    long size = size(key, result);
    if (size > most / 4) {
      return;
    }
    Kept before = results.put(key, new Kept(result, size));
    bytes += size - (before == null ? 0 : before.size());
    Iterator<Kept> oldest = results.values().iterator();
    while (bytes > most) {
      bytes -= oldest.next().size();
      oldest.remove();
    }
  }

  /// The key counts too: it has what the client sent, whatever that is.
  private static long size(Object key, Result result) {
    return OVERHEAD + 2L * key.toString().length() + result.bytes().length;
  }

  /// How many bytes it has.
  public synchronized long bytes() {
    return bytes;
  }

  /// How many results were found in it.
  public synchronized long hits() {
    return hits;
  }

  /// How many were not.
  public synchronized long misses() {
    return misses;
  }
}
