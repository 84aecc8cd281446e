package io.ndmap.spark;

/// The version of Java that this data source needs; Spark itself runs on older ones.
///
/// This class, and all that Spark loads before it, is compiled for Java 17: an older JVM must get
/// as far as the message.
final class RequiredJava {

  static final int VERSION = 25;

  private RequiredJava() {}

  /// @param process such as `executor`
  /// @param setting what to set for it to run on another Java
  /// @throws UnsupportedOperationException if this JVM is too old
  static void check(String process, String setting) {
    int found = Runtime.version().feature();
    if (found < VERSION) {
      throw new UnsupportedOperationException(
          "the data source npy needs Java "
              + VERSION
              + ", this "
              + process
              + " runs on Java "
              + Runtime.version()
              + " in "
              + System.getProperty("java.home")
              + "; set "
              + setting
              + " to the home of a JDK "
              + VERSION);
    }
  }

  static void checkDriver() {
    check("driver", "JAVA_HOME");
  }

  static void checkExecutor() {
    check("executor", "spark.executorEnv.JAVA_HOME");
  }
}
