package io.ndmap.event;

import java.lang.StackWalker.StackFrame;
import java.util.Set;
import java.util.stream.Stream;

/// Finds, on the stack, the public method that the user called, or the first one in a package of
/// [#PUBLIC] that it led to.
final class CalledMethod {

  private static final String OWN = "io.ndmap.";

  /// Packages whose public methods are named. Operations that begin in another exported package,
  /// such as `io.ndmap.sync`, are named by the method of these packages that it calls.
  private static final Set<String> PUBLIC =
      Set.of(
          "io.ndmap.array",
          "io.ndmap.fill",
          "io.ndmap.grow",
          "io.ndmap.mmap",
          "io.ndmap.nd",
          "io.ndmap.npz",
          "io.ndmap.pickle",
          "io.ndmap.safetensors",
          "io.ndmap.stream");

  /// Packages of the project that count as user code.
  private static final Set<String> USERS =
      Set.of(
          "io.ndmap.cli", "io.ndmap.serve", "io.ndmap.spark", "io.ndmap.mpi", "io.ndmap.picture");

  private CalledMethod() {}

  /// Returns the method that user code called: the outermost frame in a public package among the
  /// frames before the first frame of user code. Frames of the JDK in between, such as those of
  /// streams, are skipped.
  ///
  /// @return a name such as `NdView.sum`; empty if there is none
  static String name() {
    return StackWalker.getInstance().walk(CalledMethod::find);
  }

  private static String find(Stream<StackFrame> frames) {
    return frames
        .filter(frame -> !frame.getClassName().startsWith("java."))
        .takeWhile(frame -> isOfEngine(frame.getClassName()))
        .filter(frame -> PUBLIC.contains(packageOf(frame.getClassName())))
        .filter(frame -> !frame.getMethodName().startsWith("lambda$"))
        .reduce((_, outer) -> outer)
        .map(frame -> simpleName(frame.getClassName()) + "." + frame.getMethodName())
        .orElse("");
  }

  private static boolean isOfEngine(String className) {
    return className.startsWith(OWN)
        && USERS.stream().noneMatch(user -> className.startsWith(user + "."));
  }

  private static String packageOf(String className) {
    return className.substring(0, className.lastIndexOf('.'));
  }

  private static String simpleName(String className) {
    return className.substring(className.lastIndexOf('.') + 1);
  }
}
