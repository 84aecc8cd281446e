package io.ndmap.serve.tree;

import io.ndmap.format.container.ArrayContainer;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An open file that requests share. It is closed once it is retired and no longer in use.
final class ServedFile {

  private final FileState identity;
  private final ArrayContainer arrays;
  private final InflatedMemory memory;

  /// The claimed bytes of each inflated member.
  private final Map<String, Long> inflated = new HashMap<>();

  private volatile String etag = "";
  private int users;
  private boolean retired;

  /// The `System.nanoTime` at which the last use ended.
  private long lastUse = System.nanoTime();

  /// @param memory counts the memory of the inflated members of this file
  ServedFile(FileState identity, ArrayContainer arrays, InflatedMemory memory) {
    this.identity = identity;
    this.arrays = arrays;
    this.memory = memory;
  }

  /// Claims the memory of a compressed member, once, until the file is closed.
  ///
  /// @param member the name of the member
  /// @return false if the member was already claimed
  /// @throws io.ndmap.serve.answer.Problem with 503 if the memory limit is reached
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

  /// Releases the claim of a member that could not be inflated.
  void release(String member) {
    synchronized (inflated) {
      Long bytes = inflated.remove(member);
      memory.release(bytes == null ? 0 : bytes);
    }
  }

  FileState identity() {
    return identity;
  }

  /// As [FileState#etag], but computed once if the file did not change recently.
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

  /// Starts a use of the file.
  ///
  /// @return false if the file is retired
  synchronized boolean acquire() {
    if (retired) {
      return false;
    }
    users++;
    return true;
  }

  /// Ends a use of the file.
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

  /// Prevents new uses, and closes the file once no request uses it.
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

  /// The `System.nanoTime` at which the last use ended, or `Long.MAX_VALUE` if the file is in use.
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
      // Nothing was written, so nothing can be lost.
    }
  }
}
