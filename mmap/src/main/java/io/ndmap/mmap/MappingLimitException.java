package io.ndmap.mmap;

import java.io.IOException;
import java.io.Serial;

/// This process has as many mappings of files as it should: a JVM that reaches the system's limit
/// (`vm.max_map_count`) ends. The message names the file and the ways out.
public final class MappingLimitException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  MappingLimitException(String file, long most, long system) {
    super(
        ("%s: this process has mapped %d files and arrays, and the system allows %d mappings, the"
                + " JVM's own included; close files that are not used, put many arrays into one"
                + " .npz archive, which takes one mapping, or raise the limit: sysctl"
                + " vm.max_map_count")
            .formatted(file, most, system));
  }
}
