package io.ndmap.serve.api;

import io.ndmap.serve.answer.Answer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A least-recently-used cache of computed results. A key consists of the request and the state of
/// the file. The size in bytes is limited. Thread-safe.
public final class ResultCache {

  /// The approximate memory of a result without its key and its body, in bytes.
  private static final int OVERHEAD = 500;

  private final long most;
  private final Map<Object, Kept> results = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;
  private long hits;
  private long misses;

  /// A result.
  ///
  /// @param type the media type
  /// @param headers the headers besides `ETag`
  /// @param bytes the body
  record Result(
      String type,
      Map<String, String> headers,
      @SuppressWarnings("ArrayRecordComponent") byte[] bytes) {

    /// Returns the answer with this result.
    ///
    /// @param etag the value of the header `ETag`
    Answer answer(String etag) {
      Map<String, String> all = new LinkedHashMap<>(headers);
      all.put("ETag", etag);
      return new Answer(200, type, Map.copyOf(all), Answer.of(type, bytes).body());
    }
  }

  private record Kept(Result result, long size) {}

  /// @param most the maximum number of bytes
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

  /// Looks up a result again after a miss. Only a hit is counted.
  synchronized Optional<Result> again(Object key) {
    return results.containsKey(key) ? get(key) : Optional.empty();
  }

  /// Adds a result unless it takes more than a quarter of the limit, and removes the least recently
  /// used results beyond the limit.
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

  /// The approximate memory of a result, in bytes. It includes the key, because the key contains
  /// text from the client, which may be long.
  private static long size(Object key, Result result) {
    return OVERHEAD + 2L * key.toString().length() + result.bytes().length;
  }

  /// The number of bytes in the cache.
  public synchronized long bytes() {
    return bytes;
  }

  /// The number of lookups that found a result.
  public synchronized long hits() {
    return hits;
  }

  /// The number of lookups that found no result, without repeated lookups by [#again].
  public synchronized long misses() {
    return misses;
  }
}
