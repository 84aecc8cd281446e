package io.ndmap.elementwise;

import io.ndmap.dtype.ScalarKind;
import io.ndmap.engine.FusedLoop;
import io.ndmap.loop.Fused;
import io.ndmap.loop.Loop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Replaces consecutive calls of a [Program] by one call of their fused loop, if they have one
/// compute type and few operands, and no other call reads their intermediate results.
final class Fusion {

  private final List<Program.Call> calls;
  private final List<Loop> loops;
  // The index of the last call that reads each result.
  private final int[] lastReads;

  private Fusion(List<Program.Call> calls) {
    this.calls = calls;
    this.loops = calls.stream().map(Program.Call::loop).toList();
    this.lastReads = new int[calls.size()];
    for (int k = 0; k < lastReads.length; k++) {
      for (int operand : calls.get(k).operands()) {
        if (operand < 0) {
          lastReads[~operand] = k;
        }
      }
    }
  }

  /// Returns the calls with fused loops.
  ///
  /// @param calls in topological order; `~k` denotes the result of the k-th as an operand, and as
  ///   its own result
  static List<Program.Call> of(List<Program.Call> calls) {
    return calls.size() < 2 ? calls : new Fusion(calls).fused();
  }

  private List<Program.Call> fused() {
    List<Program.Call> all = new ArrayList<>();
    // The index in the new list of each call whose result is read.
    int[] moved = new int[calls.size()];
    int first = 0;
    while (first < calls.size()) {
      int end = end(first);
      int[] given = given(first, end);
      Loop loop = end - first == 1 ? null : loop(first, end, given);
      Program.Call call = calls.get(first);
      end = loop == null ? first + 1 : end;
      int[] operands = loop == null ? call.operands() : given;
      for (int k = 0; k < operands.length; k++) {
        operands[k] = operands[k] < 0 ? ~moved[~operands[k]] : operands[k];
      }
      int result = ~all.size();
      all.add(loop == null ? call.with(result) : new Program.Call(() -> loop, operands, result));
      moved[end - 1] = ~result;
      first = end;
    }
    return all;
  }

  /// The end of the longest group that can be fused.
  private int end(int first) {
    ScalarKind type = FusedLoop.type(loops.get(first));
    int end = first + 1;
    int most = Math.min(loops.size(), first + Fused.STEPS);
    int lastRead = lastReads[first];
    for (int k = first; type != null && k < most && type == FusedLoop.type(loops.get(k)); k++) {
      if (given(first, k + 1).length > Fused.OPERANDS) {
        break;
      }
      if (lastRead <= k) {
        end = k + 1;
      }
      if (FusedLoop.isTest(loops.get(k))) {
        break;
      }
      lastRead = Math.max(lastRead, lastReads[k]);
    }
    return end;
  }

  /// The operands of a group that are not its own results.
  private int[] given(int first, int end) {
    return calls.subList(first, end).stream()
        .flatMapToInt(call -> Arrays.stream(call.operands()))
        .filter(operand -> operand >= 0 || ~operand < first)
        .distinct()
        .toArray();
  }

  /// @return null if there are too many fused loops
  private @Nullable Loop loop(int first, int end, int... given) {
    int[][] operands = new int[end - first][];
    for (int k = first; k < end; k++) {
      operands[k - first] =
          Arrays.stream(calls.get(k).operands())
              .map(
                  operand ->
                      operand < 0 && ~operand >= first
                          ? ~(~operand - first)
                          : indexOf(operand, given))
              .toArray();
    }
    return FusedLoop.of(loops.subList(first, end), operands);
  }

  private static int indexOf(int operand, int... given) {
    int index = 0;
    while (given[index] != operand) {
      index++;
    }
    return index;
  }
}
