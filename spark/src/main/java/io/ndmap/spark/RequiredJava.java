package io.ndmap.spark;

/// Checks that the JVM is new enough for this data source; Spark itself runs on older versions of
/// Java.
///
/// This class, and all classes that Spark loads before it, are compiled for Java 17, so that an
/// older JVM can show the message.
final class RequiredJava {

  static final int VERSION = 25;

  private RequiredJava() {}

  /// Checks the version of Java.
  ///
  /// @param process the name of the process, such as `executor`
  /// @param setting the setting that makes the process run on another Java
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
