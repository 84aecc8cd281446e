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

/// Checks what a jar must have and must not: the licence, and nothing of the JVM that Maven ran on,
/// so that two builds of one commit are equal to the byte.
///
/// ```
/// java tools/Jars.java DIRECTORY...
/// ```
final class Jars {

  private static final String DESCRIPTOR = "module-info.class";

  /// Entries of manifests that name the JVM of Maven.
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
      return faults; // pages, with the licences of what javadoc adds
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
