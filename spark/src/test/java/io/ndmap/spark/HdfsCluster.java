package io.ndmap.spark;

import org.apache.hadoop.conf.Configuration;

/// An HDFS with two DataNodes, each a host of its own by name. Prints the port of its NameNode, and
/// ends with its input; see [HdfsTest].
final class HdfsCluster {

  /// Of a jar that only the profile heavy brings.
  private static final String BUILDER = "org.apache.hadoop.hdfs.MiniDFSCluster$Builder";

  private HdfsCluster() {}

  static boolean isPresent() {
    try {
      var _ = Class.forName(BUILDER, false, HdfsCluster.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /// @param args a folder for its data
  public static void main(String[] args) throws Exception {
    Configuration hadoop = new Configuration();
    hadoop.set("hdfs.minidfs.basedir", args[0]);
    Class<?> type = Class.forName(BUILDER);
    Object builder = type.getConstructor(Configuration.class).newInstance(hadoop);
    var _ = type.getMethod("numDataNodes", int.class).invoke(builder, 2);
    var _ =
        type.getMethod("hosts", String[].class)
            .invoke(builder, (Object) new String[] {"one.test", "two.test"});
    Object cluster = type.getMethod("build").invoke(builder);
    System.out.println(cluster.getClass().getMethod("getNameNodePort").invoke(cluster));
    while (System.in.read() >= 0) {
      // Nobody says anything.
    }
    Runtime.getRuntime().halt(0);
  }
}
