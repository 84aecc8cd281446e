package io.ndmap.fill;

import io.ndmap.nd.LongView;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// A participant for `python/tests/storm.py`: writes garbage first and then the flat indices, with
/// pauses in which it can be killed or stopped.
final class StormWorker {

  private static final int PIECES = 8;

  private StormWorker() {}

  /// Claims and commits chunks until none is left or it has filled enough.
  ///
  /// @param arguments the array, the maximum number of chunks, milliseconds for each
  public static void main(String[] arguments) throws Exception {
    long most = Long.parseLong(arguments[1]);
    long pause = Long.parseLong(arguments[2]) * 1_000_000 / PIECES;
    try (SharedFill fill = SharedFill.join(Path.of(arguments[0]), SharedFill.DEFAULT_TIMEOUT)) {
      for (long count = 0; count < most; count++) {
        Optional<Claim> next = fill.claim();
        if (next.isEmpty()) {
          return;
        }
        try (Claim claim = next.get()) {
          write(claim, -1 - ProcessHandle.current().pid(), 0, PIECES - 2, pause);
          write(claim, claim.chunk() * claim.view().itemCount(), 1, 2, pause);
          claim.commit();
        }
      }
    }
  }

  private static void write(Claim claim, long first, int step, int pieces, long pause) {
    LongView row = claim.view(LongView.class);
    long count = row.size(1);
    for (int piece = 0; piece < pieces; piece++) {
      for (long j = count * piece / pieces; j < count * (piece + 1) / pieces; j++) {
        row.set(0, j, first + j * step);
      }
      if (pause > 0) {
        LockSupport.parkNanos(pause);
      }
    }
  }
}
