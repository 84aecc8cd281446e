package io.ndmap.npy;

import java.io.IOException;
import java.io.Serial;

/// Thrown if this process has reached ndmap's maximum number of mappings, three quarters of the
/// system's limit (`vm.max_map_count`): a JVM that reaches the system's limit crashes. The message
/// names the file and the remedies.
public final class MappingLimitException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates the exception.
  ///
  /// @param file the file that is not mapped
  /// @param most the maximum number of mappings of files and arrays in this process
  /// @param system the system's limit for all mappings of the process, also the JVM's own
  public MappingLimitException(String file, long most, long system) {
    super(
        ("%s: this process has mapped %s files and arrays, and the system allows %s mappings, the"
                + " JVM's own included; close files that are not used, put many arrays into one"
                + " .npz archive, which takes one mapping, or raise the limit: sysctl"
                + " vm.max_map_count")
            .formatted(file, most, system));
  }
}
