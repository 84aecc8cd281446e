package io.ndmap.serve.tree;

import io.ndmap.format.container.ArrayContainer;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An open file that requests share: closed when it is retired and nobody uses it any more.
final class ServedFile {

  private final FileState identity;
  private final ArrayContainer arrays;
  private final InflatedMemory memory;
  private final Map<String, Long> inflated = new HashMap<>();
  private volatile String etag = "";
  private int users;
  private boolean retired;
  private long lastUse = System.nanoTime();

  /// @param memory what its compressed members are counted in
  ServedFile(FileState identity, ArrayContainer arrays, InflatedMemory memory) {
    this.identity = identity;
    this.arrays = arrays;
    this.memory = memory;
  }

  /// Counts the memory of a compressed member, once, until the file is closed.
  ///
  /// @param member its name
  /// @return false if it is counted already
  /// @throws io.ndmap.serve.answer.Problem with 503 if there is too little
  boolean claim(String member, long bytes) {
    synchronized (inflated) {
      if (inflated.containsKey(member)) {
        return false;
      }
      memory.claim(member, bytes);
      inflated.put(member, bytes);
      return true;
    }
  }

  /// Ends the claim of a member that could not be inflated.
  void release(String member) {
    synchronized (inflated) {
      Long bytes = inflated.remove(member);
      memory.release(bytes == null ? 0 : bytes);
    }
  }

  FileState identity() {
    return identity;
  }

  /// As [FileState#etag]; made once, as soon as it stays.
  String etag(Instant now) {
    if (identity.isRecent(now)) {
      return identity.etag(now);
    }
    String made = etag;
    if (made.isEmpty()) {
      made = identity.etag(now);
      etag = made;
    }
    return made;
  }

  ArrayContainer arrays() {
    return arrays;
  }

  /// Begins a use.
  ///
  /// @return false if the file is retired
  synchronized boolean acquire() {
    if (retired) {
      return false;
    }
    users++;
    return true;
  }

  /// Ends a use.
  void release() {
    ArrayContainer last = null;
    synchronized (this) {
      users--;
      lastUse = System.nanoTime();
      if (retired && users == 0) {
        last = arrays;
      }
    }
    close(last);
  }

  /// Ends all uses to come.
  void retire() {
    ArrayContainer last = null;
    synchronized (this) {
      if (!retired && users == 0) {
        last = arrays;
      }
      retired = true;
    }
    close(last);
  }

  /// When the last use ended, or the largest number if there is one now.
  synchronized long idleSince() {
    return users > 0 ? Long.MAX_VALUE : lastUse;
  }

  private void close(@Nullable ArrayContainer last) {
    if (last == null) {
      return;
    }
    synchronized (inflated) {
      inflated.values().forEach(memory::release);
      inflated.clear();
    }
    try {
      last.close();
    } catch (IOException | RuntimeException e) {
      // Nothing was stored: there is nothing to lose.
    }
  }
}
