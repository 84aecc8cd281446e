package io.ndmap.pickle;

import java.io.Serial;

/// A limit of [PickleLimits] is exceeded; the reader adds the offset and throws
/// [io.ndmap.npy.ResourceLimitException].
final class ExcessException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final String what;
  private final long most;

  ExcessException(String what, long most) {
    super(what);
    this.what = what;
    this.most = most;
  }

  String what() {
    return what;
  }

  long most() {
    return most;
  }
}
