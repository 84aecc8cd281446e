package io.ndmap.sync;

import io.ndmap.nd.IntView;
import io.ndmap.nd.LongView;
import io.ndmap.nd.NdView;
import java.util.function.LongUnaryOperator;

/// `AtomicInts` and `AtomicLongs` behind one face for tests: every operation goes through the form
/// of its method that fits the rank, or through the one for any rank.
interface AtomicAccess {

  static AtomicAccess of(NdView<?> view, boolean anyRank) {
    return switch (view) {
      case IntView ints -> new Ints(AtomicInts.of(ints), anyRank ? -1 : view.rank());
      case LongView longs -> new Longs(AtomicLongs.of(longs), anyRank ? -1 : view.rank());
      default -> throw new AssertionError(view.dtype());
    };
  }

  long get(long... at);

  long getAcquire(long... at);

  long getVolatile(long... at);

  void set(long[] at, long value);

  void setRelease(long[] at, long value);

  void setVolatile(long[] at, long value);

  boolean compareAndSet(long[] at, long expected, long value);

  long compareAndExchange(long[] at, long expected, long value);

  long getAndAdd(long[] at, long delta);

  long addAndGet(long[] at, long delta);

  long getAndUpdate(long[] at, LongUnaryOperator operator);

  /// Over elements of four bytes.
  record Ints(AtomicInts items, int rank) implements AtomicAccess {
    @Override
    public long get(long... at) {
      return switch (rank) {
        case 1 -> items.get(at[0]);
        case 2 -> items.get(at[0], at[1]);
        default -> items.get(at);
      };
    }

    @Override
    public long getAcquire(long... at) {
      return switch (rank) {
        case 1 -> items.getAcquire(at[0]);
        case 2 -> items.getAcquire(at[0], at[1]);
        default -> items.getAcquire(at);
      };
    }

    @Override
    public long getVolatile(long... at) {
      return switch (rank) {
        case 1 -> items.getVolatile(at[0]);
        case 2 -> items.getVolatile(at[0], at[1]);
        default -> items.getVolatile(at);
      };
    }

    @Override
    public void set(long[] at, long value) {
      switch (rank) {
        case 1 -> items.set(at[0], (int) value);
        case 2 -> items.set(at[0], at[1], (int) value);
        default -> items.set(at, (int) value);
      }
    }

    @Override
    public void setRelease(long[] at, long value) {
      switch (rank) {
        case 1 -> items.setRelease(at[0], (int) value);
        case 2 -> items.setRelease(at[0], at[1], (int) value);
        default -> items.setRelease(at, (int) value);
      }
    }

    @Override
    public void setVolatile(long[] at, long value) {
      switch (rank) {
        case 1 -> items.setVolatile(at[0], (int) value);
        case 2 -> items.setVolatile(at[0], at[1], (int) value);
        default -> items.setVolatile(at, (int) value);
      }
    }

    @Override
    public boolean compareAndSet(long[] at, long expected, long value) {
      return switch (rank) {
        case 1 -> items.compareAndSet(at[0], (int) expected, (int) value);
        case 2 -> items.compareAndSet(at[0], at[1], (int) expected, (int) value);
        default -> items.compareAndSet(at, (int) expected, (int) value);
      };
    }

    @Override
    public long compareAndExchange(long[] at, long expected, long value) {
      return switch (rank) {
        case 1 -> items.compareAndExchange(at[0], (int) expected, (int) value);
        case 2 -> items.compareAndExchange(at[0], at[1], (int) expected, (int) value);
        default -> items.compareAndExchange(at, (int) expected, (int) value);
      };
    }

    @Override
    public long getAndAdd(long[] at, long delta) {
      return switch (rank) {
        case 1 -> items.getAndAdd(at[0], (int) delta);
        case 2 -> items.getAndAdd(at[0], at[1], (int) delta);
        default -> items.getAndAdd(at, (int) delta);
      };
    }

    @Override
    public long addAndGet(long[] at, long delta) {
      return switch (rank) {
        case 1 -> items.addAndGet(at[0], (int) delta);
        case 2 -> items.addAndGet(at[0], at[1], (int) delta);
        default -> items.addAndGet(at, (int) delta);
      };
    }

    @Override
    public long getAndUpdate(long[] at, LongUnaryOperator operator) {
      return switch (rank) {
        case 1 -> items.getAndUpdate(at[0], x -> (int) operator.applyAsLong(x));
        case 2 -> items.getAndUpdate(at[0], at[1], x -> (int) operator.applyAsLong(x));
        default -> items.getAndUpdate(at, x -> (int) operator.applyAsLong(x));
      };
    }
  }

  /// Over elements of eight bytes.
  record Longs(AtomicLongs items, int rank) implements AtomicAccess {
    @Override
    public long get(long... at) {
      return switch (rank) {
        case 1 -> items.get(at[0]);
        case 2 -> items.get(at[0], at[1]);
        default -> items.get(at);
      };
    }

    @Override
    public long getAcquire(long... at) {
      return switch (rank) {
        case 1 -> items.getAcquire(at[0]);
        case 2 -> items.getAcquire(at[0], at[1]);
        default -> items.getAcquire(at);
      };
    }

    @Override
    public long getVolatile(long... at) {
      return switch (rank) {
        case 1 -> items.getVolatile(at[0]);
        case 2 -> items.getVolatile(at[0], at[1]);
        default -> items.getVolatile(at);
      };
    }

    @Override
    public void set(long[] at, long value) {
      switch (rank) {
        case 1 -> items.set(at[0], value);
        case 2 -> items.set(at[0], at[1], value);
        default -> items.set(at, value);
      }
    }

    @Override
    public void setRelease(long[] at, long value) {
      switch (rank) {
        case 1 -> items.setRelease(at[0], value);
        case 2 -> items.setRelease(at[0], at[1], value);
        default -> items.setRelease(at, value);
      }
    }

    @Override
    public void setVolatile(long[] at, long value) {
      switch (rank) {
        case 1 -> items.setVolatile(at[0], value);
        case 2 -> items.setVolatile(at[0], at[1], value);
        default -> items.setVolatile(at, value);
      }
    }

    @Override
    public boolean compareAndSet(long[] at, long expected, long value) {
      return switch (rank) {
        case 1 -> items.compareAndSet(at[0], expected, value);
        case 2 -> items.compareAndSet(at[0], at[1], expected, value);
        default -> items.compareAndSet(at, expected, value);
      };
    }

    @Override
    public long compareAndExchange(long[] at, long expected, long value) {
      return switch (rank) {
        case 1 -> items.compareAndExchange(at[0], expected, value);
        case 2 -> items.compareAndExchange(at[0], at[1], expected, value);
        default -> items.compareAndExchange(at, expected, value);
      };
    }

    @Override
    public long getAndAdd(long[] at, long delta) {
      return switch (rank) {
        case 1 -> items.getAndAdd(at[0], delta);
        case 2 -> items.getAndAdd(at[0], at[1], delta);
        default -> items.getAndAdd(at, delta);
      };
    }

    @Override
    public long addAndGet(long[] at, long delta) {
      return switch (rank) {
        case 1 -> items.addAndGet(at[0], delta);
        case 2 -> items.addAndGet(at[0], at[1], delta);
        default -> items.addAndGet(at, delta);
      };
    }

    @Override
    public long getAndUpdate(long[] at, LongUnaryOperator operator) {
      return switch (rank) {
        case 1 -> items.getAndUpdate(at[0], operator);
        case 2 -> items.getAndUpdate(at[0], at[1], operator);
        default -> items.getAndUpdate(at, operator);
      };
    }
  }
}
