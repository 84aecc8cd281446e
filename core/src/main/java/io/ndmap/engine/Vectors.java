package io.ndmap.engine;

import io.ndmap.loop.vector.VectorTable;
import java.util.Locale;

/// Decides whether loops of the Vector API are enabled and available.
///
/// The system property `ndmap.vectors` controls when these loops are used: `warm`, the default,
/// after a loop has processed many elements; `now`, from the first element; `off`, never.
final class Vectors {

  /// The incubator module of the Vector API; enabled by `--add-modules`.
  static final String MODULE = "jdk.incubator.vector";

  private static final String PROPERTY = "ndmap.vectors";
  private static final String CHOICE =
      System.getProperty(PROPERTY, "warm").toLowerCase(Locale.ROOT);

  /// Whether loops may use vectors in this JVM.
  static final boolean ENABLED = !CHOICE.equals("off") && isReadable() && VectorTable.exist();

  /// Whether loops use vectors from the first element.
  static final boolean AT_ONCE = CHOICE.equals("now");

  private Vectors() {}

  /// Returns whether the module is present, and adds a read edge to it. This module's descriptor
  /// does not require it, because compilers would then warn all users of an incubator module.
  private static boolean isReadable() {
    ModuleLayer.boot().findModule(MODULE).ifPresent(Vectors.class.getModule()::addReads);
    return isThere();
  }

  private static boolean isThere() {
    return ModuleLayer.boot().findModule(MODULE).isPresent();
  }

  /// Describes how loops run in this JVM, as text for users.
  static String description() {
    if (ENABLED) {
      return "by the Vector API once they are warm; tiles of mapped files are first copied to a"
          + " buffer, except with OpenOptions.promisingSize()";
    }
    if (CHOICE.equals("off")) {
      return "plain, as -D" + PROPERTY + "=off says";
    }
    return isThere()
        ? "plain: the processor has no vectors of 32 bytes, or native access is off"
        : "plain; --add-modules " + MODULE + " makes them faster";
  }
}
