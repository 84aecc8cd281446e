import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.ConstantPoolSharingOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Raises the classes of an archive to the class-file version of Java 8.
///
/// An AOT cache omits classes below version 50 ("Old class has been linked"), and picocli is
/// compiled for Java 5. Loading and verifying its 300 classes at every start took a third of the
/// time of `ndmap info`. The instructions stay the same; stack maps, which version 50 and later
/// require, are generated.
///
/// ```
/// java tools/ModernClasses.java ARCHIVE.jar
/// ```
final class ModernClasses {

  private ModernClasses() {}

  public static void main(String[] args) throws IOException {
    if (args.length != 1) {
      System.err.println("Usage: ModernClasses ARCHIVE.jar");
      System.exit(2);
    }
    Path archive = Path.of(args[0]);
    Path changed = archive.resolveSibling(archive.getFileName() + ".new");
    try (ZipFile in = new ZipFile(archive.toFile());
        URLClassLoader classes = new URLClassLoader(new URL[] {archive.toUri().toURL()});
        OutputStream bytes = Files.newOutputStream(changed);
        ZipOutputStream out = new ZipOutputStream(bytes)) {
      ClassFile reader =
          ClassFile.of(
              ConstantPoolSharingOption.NEW_POOL,
              StackMapsOption.GENERATE_STACK_MAPS,
              ClassHierarchyResolverOption.of(
                  ClassHierarchyResolver.ofResourceParsing(classes)
                      .orElse(ClassHierarchyResolver.defaultResolver())));
      for (ZipEntry entry : Collections.list(in.entries())) {
        out.putNextEntry(new ZipEntry(entry.getName()));
        try (InputStream content = in.getInputStream(entry)) {
          byte[] old = content.readAllBytes();
          out.write(entry.getName().endsWith(".class") ? modern(reader, old) : old);
        }
      }
    }
    Files.move(changed, archive, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] modern(ClassFile reader, byte[] bytes) {
    ClassModel old = reader.parse(bytes);
    if (old.majorVersion() >= ClassFile.JAVA_6_VERSION) {
      return bytes;
    }
    ClassTransform instructions = ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL);
    return reader.transformClass(
        old,
        instructions.andThen(
            (builder, element) -> {
              if (element instanceof ClassFileVersion) {
                builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
              } else {
                builder.with(element);
              }
            }));
  }
}
