package io.ndmap.fill.model;

import java.util.Optional;

/// One finding of [io.ndmap.fill.FillControl#diagnose].
///
/// @param severity whether the finding needs action
/// @param subject the subject of the test, one or two words
/// @param text the finding; it may contain unescaped names of files and programs
/// @param remedy the action to take; empty if the severity is OK
public record FillFinding(Severity severity, String subject, String text, Optional<String> remedy) {

  /// The severity of a finding.
  public enum Severity {
    /// No problem.
    OK,
    /// The fill works; the finding is a restriction, or the cause of a delay.
    NOTE,
    /// The fill cannot proceed, or not with this process.
    PROBLEM
  }
}
