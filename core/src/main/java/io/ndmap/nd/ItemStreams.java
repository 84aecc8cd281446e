package io.ndmap.nd;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.value.ItemValue;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Spliterators that read a view's elements in C order and interpret them by their dtype.
final class ItemStreams {

  private ItemStreams() {}

  /// Real numbers, as [NdView#getDouble] reads them.
  static final class Doubles extends ItemCursor implements Spliterator.OfDouble {
    private final NdView<?> view;
    private final ScalarKind kind;

    Doubles(NdView<?> view, ScalarKind kind) {
      super(view);
      this.view = view;
      this.kind = kind;
    }

    private Doubles(Doubles rest, long start) {
      super(rest, start);
      this.view = rest.view;
      this.kind = rest.kind;
    }

    @Override
    public boolean tryAdvance(DoubleConsumer action) {
      long item = nextItem();
      if (item < 0) {
        return false;
      }
      action.accept(read(item));
      return true;
    }

    private double read(long item) {
      try {
        double value = view.doubleAt(kind, item);
        barrier();
        return value;
      } catch (InternalError | IllegalStateException e) {
        throw failure(e);
      }
    }

    @Override
    public void forEachRemaining(DoubleConsumer action) {
      long stride = stride();
      try {
        for (int count = nextRun(); count > 0; count = nextRun()) {
          long at = runOffset();
          for (int i = 0; i < count; i++) {
            action.accept(view.doubleAt(kind, at + i * stride));
          }
        }
        barrier();
      } catch (InternalError | IllegalStateException e) {
        throw failure(e);
      }
    }

    @Override
    public @Nullable Doubles trySplit() {
      long start = splitOff();
      return start < 0 ? null : new Doubles(this, start);
    }
  }

  /// Integers, as [NdView#getLong] reads them.
  static final class Longs extends ItemCursor implements Spliterator.OfLong {
    private final NdView<?> view;
    private final ScalarKind kind;

    Longs(NdView<?> view, ScalarKind kind) {
      super(view);
      this.view = view;
      this.kind = kind;
    }

    private Longs(Longs rest, long start) {
      super(rest, start);
      this.view = rest.view;
      this.kind = rest.kind;
    }

    @Override
    public boolean tryAdvance(LongConsumer action) {
      long item = nextItem();
      if (item < 0) {
        return false;
      }
      action.accept(read(item));
      return true;
    }

    private long read(long item) {
      try {
        long value = view.longAt(kind, item);
        barrier();
        return value;
      } catch (InternalError | IllegalStateException e) {
        throw failure(e);
      }
    }

    @Override
    public void forEachRemaining(LongConsumer action) {
      long stride = stride();
      try {
        for (int count = nextRun(); count > 0; count = nextRun()) {
          long at = runOffset();
          for (int i = 0; i < count; i++) {
            action.accept(view.longAt(kind, at + i * stride));
          }
        }
        barrier();
      } catch (InternalError | IllegalStateException e) {
        throw failure(e);
      }
    }

    @Override
    public @Nullable Longs trySplit() {
      long start = splitOff();
      return start < 0 ? null : new Longs(this, start);
    }
  }

  /// Any elements, as [NdView#value] reads them.
  static final class Values extends ItemCursor implements Spliterator<@Nullable Object> {
    private final NdView<?> view;

    Values(NdView<?> view) {
      super(view);
      this.view = view;
    }

    private Values(Values rest, long start) {
      super(rest, start);
      this.view = rest.view;
    }

    @Override
    public boolean tryAdvance(Consumer<? super @Nullable Object> action) {
      long item = nextItem();
      if (item < 0) {
        return false;
      }
      action.accept(read(item));
      return true;
    }

    private @Nullable Object read(long item) {
      try {
        Object value = ItemValue.read(view.segment(), item, view.dtype, view.objects());
        barrier();
        return value;
      } catch (InternalError | IllegalStateException e) {
        throw failure(e);
      }
    }

    @Override
    public void forEachRemaining(Consumer<? super @Nullable Object> action) {
      long stride = stride();
      try {
        for (int count = nextRun(); count > 0; count = nextRun()) {
          long at = runOffset();
          for (int i = 0; i < count; i++) {
            action.accept(
                ItemValue.read(view.segment(), at + i * stride, view.dtype, view.objects()));
          }
        }
        barrier();
      } catch (InternalError | IllegalStateException e) {
        throw failure(e);
      }
    }

    @Override
    public @Nullable Values trySplit() {
      long start = splitOff();
      return start < 0 ? null : new Values(this, start);
    }
  }
}
