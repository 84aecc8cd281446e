package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.engine.FusedLoop;
import io.ndmap.engine.Loops;
import io.ndmap.loop.Fused;
import io.ndmap.loop.Loop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Replaces consecutive calls of a [Program] by one call of their fused loop. There must be few
/// calls, of one compute type and with few operands (see [Fused]), no other call may read their
/// intermediate results, and the fused loop must be warm.
final class Fusion {

  // The calls before fusion.
  private final List<LoopCall> given;
  private final List<Loop> loops = new ArrayList<>();
  // For the result of each call, the index of the last call that reads it.
  private final int[] lastReads;
  // The operands of a group that are not results of the group, in the order of first use.
  private final int[] taken = new int[Fused.OPERANDS];
  private final List<LoopCall> calls = new ArrayList<>();
  private final List<FusedLoop> cold = new ArrayList<>();

  private Fusion(List<LoopCall> given) {
    this.given = given;
    this.lastReads = new int[given.size()];
    for (int k = 0; k < lastReads.length; k++) {
      loops.add(given.get(k).loop());
      for (int operand : given.get(k).operands()) {
        if (operand < 0) {
          lastReads[~operand] = k;
        }
      }
    }
  }

  /// Fuses calls.
  ///
  /// @param calls the calls in topological order; `~k` denotes the result of the k-th call, both as
  ///   the result of that call and as an operand of later calls
  /// @param isWarm tells whether a fused loop may be used
  static Fusion of(List<LoopCall> calls, Predicate<FusedLoop> isWarm) {
    Fusion fusion = new Fusion(calls);
    fusion.fuse(isWarm);
    return fusion;
  }

  /// Returns the calls, some of which are fused.
  List<LoopCall> calls() {
    return calls;
  }

  /// Returns the fused loops that would replace further calls if they were warm.
  List<FusedLoop> cold() {
    return cold;
  }

  private void fuse(Predicate<FusedLoop> isWarm) {
    // For each given call whose result is read later, the index in the new list of the call that
    // computes this result.
    int[] moved = new int[given.size()];
    int first = 0;
    while (first < moved.length) {
      int end = end(first);
      FusedLoop fused = end - first == 1 ? null : loop(first, end);
      if (fused != null && isWarm.test(fused)) {
        moved[end - 1] = calls.size();
        int[] operands = Arrays.copyOf(taken, fused.operandCount());
        calls.add(new LoopCall(() -> fused, moved(operands, moved), ~calls.size()));
      } else {
        for (int k = first; k < end; k++) {
          moved[k] = calls.size();
          calls.add(given.get(k).with(moved(given.get(k).operands(), moved), ~calls.size()));
        }
        if (fused != null) {
          cold.add(fused);
        }
      }
      first = end;
    }
  }

  /// Returns operands in which results are renumbered for the new list.
  private static int[] moved(int[] operands, int... moved) {
    int[] others = operands.clone();
    for (int k = 0; k < others.length; k++) {
      others[k] = others[k] < 0 ? ~moved[~others[k]] : others[k];
    }
    return others;
  }

  /// Returns the end of the longest group of calls, beginning with `first`, that can be fused.
  private int end(int first) {
    ScalarKind type = FusedLoop.type(loops.get(first));
    int end = first + 1;
    int most = type == null ? first : Math.min(loops.size(), first + Fused.STEPS);
    int count = 0;
    int lastRead = lastReads[first];
    for (int k = first; k < most && type == FusedLoop.type(loops.get(k)); k++) {
      for (int operand : given.get(k).operands()) {
        if (isGiven(operand, first) && index(operand, count) == count) {
          if (count == taken.length) {
            return end;
          }
          taken[count] = operand;
          count++;
        }
      }
      if (lastRead <= k) {
        end = k + 1;
      }
      if (FusedLoop.isTest(loops.get(k))) {
        return end > k && end < loops.size() && loops.get(end).equals(Loops.COUNT) ? end + 1 : end;
      }
      lastRead = Math.max(lastRead, lastReads[k]);
    }
    return end;
  }

  /// Returns whether an operand is not a result of the group that begins with call `first`.
  private static boolean isGiven(int operand, int first) {
    return operand >= 0 || ~operand < first;
  }

  /// Returns the index of an operand among the first `count` of [#taken], or `count` if it is not
  /// there.
  private int index(int operand, int count) {
    int index = 0;
    while (index < count && taken[index] != operand) {
      index++;
    }
    return index;
  }

  private @Nullable FusedLoop loop(int first, int end) {
    int[][] operands = new int[end - first][];
    for (int k = first; k < end; k++) {
      int[] others = given.get(k).operands().clone();
      for (int j = 0; j < others.length; j++) {
        others[j] = isGiven(others[j], first) ? index(others[j], taken.length) : others[j] + first;
      }
      operands[k - first] = others;
    }
    return FusedLoop.of(loops.subList(first, end), operands);
  }
}
