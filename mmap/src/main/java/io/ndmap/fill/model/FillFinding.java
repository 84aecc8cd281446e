package io.ndmap.fill.model;

import java.util.Optional;

/// One finding of [io.ndmap.fill.FillControl#diagnose].
///
/// @param severity whether it needs action
/// @param subject what was looked at, one or two words
/// @param text what was found; it may hold names of files and programs as they are
/// @param remedy what to do
public record FillFinding(Severity severity, String subject, String text, Optional<String> remedy) {

  /// How bad it is.
  public enum Severity {
    /// All is well.
    OK,
    /// It works, with a restriction.
    NOTE,
    /// The fill cannot proceed, or not with this process.
    PROBLEM
  }
}
