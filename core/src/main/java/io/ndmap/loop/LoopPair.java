package io.ndmap.loop;

/// Two loops that compute as one, such as a product and a sum.
///
/// @param work calls them
public record LoopPair(Loop first, Loop second, Work work) implements Loop {

  /// Computes by two loops.
  public interface Work {
    void run(Loop first, Loop second, Run[] operands, Run result, int count);
  }

  @Override
  public void run(Run[] operands, Run result, int count) {
    work.run(first, second, operands, result, count);
  }

  @Override
  public Loop chosen(long items, boolean copies) {
    return new LoopPair(first.chosen(items, copies), second.chosen(items, copies), work);
  }

  @Override
  public Loop plain() {
    return new LoopPair(first.plain(), second.plain(), work);
  }

  @Override
  public boolean isPlain() {
    return first.isPlain() && second.isPlain();
  }
}
