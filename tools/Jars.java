import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/// Checks that jars contain the licence, and no trace of the JVM that ran Maven, so that two builds
/// of one commit are byte-identical.
///
/// ```
/// java tools/Jars.java DIRECTORY...
/// ```
final class Jars {

  private static final String DESCRIPTOR = "module-info.class";

  /// Manifest entries that name the JVM that ran Maven.
  private static final List<String> NAMES_A_JVM =
      List.of("Build-Tool-Jdk-Spec", "Build-Jdk", "Built-By");

  private Jars() {}

  public static void main(String[] args) throws IOException {
    if (args.length == 0) {
      System.err.println("Usage: Jars DIRECTORY...");
      System.exit(2);
    }
    List<String> faults = new ArrayList<>();
    for (String directory : args) {
      try (var jars = Files.newDirectoryStream(Path.of(directory), "*.jar")) {
        for (Path path : jars) {
          try (JarFile jar = new JarFile(path.toFile())) {
            faults(jar).forEach(fault -> faults.add(path + ": " + fault));
          }
        }
      }
    }
    faults.forEach(System.err::println);
    if (!faults.isEmpty()) {
      System.exit(1);
    }
  }

  private static List<String> faults(JarFile jar) throws IOException {
    List<String> faults = new ArrayList<>();
    Attributes manifest = jar.getManifest().getMainAttributes();
    NAMES_A_JVM.stream()
        .filter(name -> manifest.getValue(name) != null)
        .forEach(name -> faults.add("the manifest has " + name));
    if (jar.getName().endsWith("-javadoc.jar")) {
      return faults; // contains the licences of what javadoc adds
    }
    for (String file : List.of("META-INF/LICENSE", "META-INF/NOTICE")) {
      if (jar.getEntry(file) == null) {
        faults.add("no " + file);
      }
    }
    ZipEntry descriptor = jar.getEntry(DESCRIPTOR);
    if (descriptor != null) {
      byte[] bytes = jar.getInputStream(descriptor).readAllBytes();
      if (ModuleDescriptor.read(new ByteArrayInputStream(bytes)).packages().isEmpty()) {
        faults.add(DESCRIPTOR + " lists no packages: the jar tool did not write it");
      }
    }
    return faults;
  }
}
