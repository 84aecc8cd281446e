package io.ndmap.engine;

import io.ndmap.loop.vector.VectorLoops;
import java.util.Locale;

/// Whether loops of the Vector API are wanted and there.
///
/// The system property `ndmap.vectors` says when: `warm`, the default, after a loop has seen many
/// items; `now`, from the first item on; `off`, never.
final class Vectors {

  /// The module that they need, an incubator: `--add-modules` names it.
  static final String MODULE = "jdk.incubator.vector";

  private static final String PROPERTY = "ndmap.vectors";
  private static final String CHOICE =
      System.getProperty(PROPERTY, "warm").toLowerCase(Locale.ROOT);

  /// Whether loops may become vector loops in this JVM.
  static final boolean WANTED = !CHOICE.equals("off") && isReadable() && VectorLoops.exist();

  /// Whether they are from the first item on.
  static final boolean AT_ONCE = CHOICE.equals("now");

  private Vectors() {}

  /// Whether the module is there; from then on ours reads it. The descriptor does not name it:
  /// compilers would warn all users of an incubator.
  private static boolean isReadable() {
    ModuleLayer.boot().findModule(MODULE).ifPresent(Vectors.class.getModule()::addReads);
    return isThere();
  }

  private static boolean isThere() {
    return ModuleLayer.boot().findModule(MODULE).isPresent();
  }

  /// How loops run in this JVM, in a sentence for people.
  static String description() {
    if (WANTED) {
      return "by the Vector API once they are warm; of mapped files tiles are copied for that, but"
          + " for those of OpenOptions.promisingSize()";
    }
    if (CHOICE.equals("off")) {
      return "plain, as -D" + PROPERTY + "=off says";
    }
    return isThere()
        ? "plain: the processor has no vectors of 32 bytes, or native access is off"
        : "plain; --add-modules " + MODULE + " makes them faster";
  }
}
