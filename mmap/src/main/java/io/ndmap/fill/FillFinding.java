package io.ndmap.fill;

import java.util.Optional;

/// One thing that [FillControl#diagnose] has looked at.
///
/// @param severity whether something is to be done about it
/// @param subject what was looked at, one or two words
/// @param text what was found; it may hold names of files and programs as they are
/// @param remedy what to do
public record FillFinding(Severity severity, String subject, String text, Optional<String> remedy) {

  /// How bad it is.
  public enum Severity {
    /// All is well.
    OK,
    /// It works, but there is something to know.
    NOTE,
    /// The fill cannot go on, or not with this process.
    PROBLEM
  }

  static FillFinding ok(String subject, String text) {
    return new FillFinding(Severity.OK, subject, text, Optional.empty());
  }

  static FillFinding note(String subject, String text, String remedy) {
    return new FillFinding(Severity.NOTE, subject, text, Optional.of(remedy));
  }

  static FillFinding problem(String subject, String text, String remedy) {
    return new FillFinding(Severity.PROBLEM, subject, text, Optional.of(remedy));
  }
}
