package io.ndmap.fill.model;

import java.util.Optional;

/// One thing that [io.ndmap.fill.FillControl#diagnose] has looked at.
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
}
