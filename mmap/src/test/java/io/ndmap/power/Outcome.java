package io.ndmap.power;

/// The outcome of power cuts.
///
/// @param cuts how many
/// @param checked how many acknowledged things were checked after them
/// @param repairs how often something was refused or left over, and then repaired
/// @param losses after how many something was lost
/// @param first which was the first
record Outcome(long cuts, long checked, long repairs, long losses, String first) {

  static final Outcome NONE = new Outcome(0, 0, 0, 0, "");

  static Outcome ofCut(Findings findings, String loss) {
    return new Outcome(1, findings.checked(), findings.repairs(), loss.isEmpty() ? 0 : 1, loss);
  }

  Outcome and(Outcome other) {
    return new Outcome(
        cuts + other.cuts,
        checked + other.checked,
        repairs + other.repairs,
        losses + other.losses,
        first.isEmpty() ? other.first : first);
  }

  /// All of it in a line, which [#parse] reads.
  String line() {
    return String.join(
        " ",
        Long.toString(cuts),
        Long.toString(checked),
        Long.toString(repairs),
        Long.toString(losses),
        first.replaceAll("\\s+", " "));
  }

  static Outcome parse(String line) {
    String[] parts = line.split(" ", 5);
    return new Outcome(
        Long.parseLong(parts[0]),
        Long.parseLong(parts[1]),
        Long.parseLong(parts[2]),
        Long.parseLong(parts[3]),
        parts[4]);
  }
}
