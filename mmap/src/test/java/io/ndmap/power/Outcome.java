package io.ndmap.power;

/// The outcome of power cuts.
///
/// @param cuts the number of cuts
/// @param checked the number of acknowledged things checked after them
/// @param repairs the number of things that were refused or left over, and then repaired
/// @param losses the number of cuts after which something was lost
/// @param first the first loss
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

  /// The outcome in a line, which [#parse] reads.
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
