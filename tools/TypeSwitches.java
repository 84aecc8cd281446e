import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Replaces type `switch`es in the classes of an archive by chains of `instanceof`.
///
/// javac compiles such a `switch` to a call of `SwitchBootstraps.typeSwitch`, which generates a
/// class when it is first executed. An AOT cache does not hold these classes, and generating five
/// of them took a tenth of the time of `ndmap info`. A method in the class itself, with the same
/// result, is cached.
///
/// ```
/// java tools/TypeSwitches.java ARCHIVE.jar LIBRARY.jar...
/// ```
///
/// The libraries contain the superclasses of the archive's classes.
final class TypeSwitches {

  private static final ClassDesc BOOTSTRAPS = ClassDesc.of("java.lang.runtime.SwitchBootstraps");

  private TypeSwitches() {}

  public static void main(String[] args) throws IOException {
    if (args.length == 0) {
      System.err.println("Usage: TypeSwitches ARCHIVE.jar LIBRARY.jar...");
      System.exit(2);
    }
    List<URL> all = new ArrayList<>();
    for (String library : args) {
      all.add(Path.of(library).toUri().toURL());
    }
    Path archive = Path.of(args[0]);
    Path changed = archive.resolveSibling(archive.getFileName() + ".new");
    try (ZipFile in = new ZipFile(archive.toFile());
        URLClassLoader classes = new URLClassLoader(all.toArray(URL[]::new));
        OutputStream bytes = Files.newOutputStream(changed);
        ZipOutputStream out = new ZipOutputStream(bytes)) {
      ClassFile reader =
          ClassFile.of(
              ClassHierarchyResolverOption.of(
                  ClassHierarchyResolver.ofResourceParsing(classes)
                      .orElse(ClassHierarchyResolver.defaultResolver())));
      for (ZipEntry entry : Collections.list(in.entries())) {
        out.putNextEntry(new ZipEntry(entry.getName()));
        try (InputStream content = in.getInputStream(entry)) {
          byte[] old = content.readAllBytes();
          boolean isClass =
              entry.getName().endsWith(".class") && !entry.getName().endsWith("-info.class");
          out.write(isClass ? chained(reader, old) : old);
        }
      }
    }
    Files.move(changed, archive, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] chained(ClassFile reader, byte[] bytes) {
    ClassModel old = reader.parse(bytes);
    boolean isInterface = (old.flags().flagsMask() & ClassFile.ACC_INTERFACE) != 0;
    ClassDesc owner = old.thisClass().asSymbol();
    List<InvokeDynamicInstruction> found = new ArrayList<>();
    CodeTransform calls =
        (code, element) -> {
          if (element instanceof InvokeDynamicInstruction call && isTypeSwitch(call)) {
            code.invokestatic(owner, name(found.size()), call.typeSymbol(), isInterface);
            found.add(call);
          } else {
            code.with(element);
          }
        };
    ClassTransform chains = ClassTransform.endHandler(added -> add(added, found));
    byte[] made =
        reader.transformClass(old, ClassTransform.transformingMethodBodies(calls).andThen(chains));
    return found.isEmpty() ? bytes : made;
  }

  private static void add(ClassBuilder added, List<InvokeDynamicInstruction> found) {
    for (int i = 0; i < found.size(); i++) {
      MethodTypeDesc type = found.get(i).typeSymbol();
      List<LoadableConstantEntry> labels = found.get(i).invokedynamic().bootstrap().arguments();
      int flags = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;
      added.withMethodBody(
          name(i),
          type,
          flags,
          code -> {
            code.aload(0).ifThen(Opcode.IFNULL, b -> b.loadConstant(-1).ireturn());
            for (int label = 0; label < labels.size(); label++) {
              int index = label;
              ClassDesc match = ((ClassEntry) labels.get(label)).asSymbol();
              // The second operand is the first label to test.
              code.iload(1)
                  .loadConstant(index)
                  .ifThen(
                      Opcode.IF_ICMPLE,
                      b ->
                          b.aload(0)
                              .instanceOf(match)
                              .ifThen(c -> c.loadConstant(index).ireturn()));
            }
            code.loadConstant(labels.size()).ireturn();
          });
    }
  }

  private static String name(int number) {
    return "typeSwitch$" + number;
  }

  /// Whether all labels of a call are types; strings, numbers and enum constants are possible, too.
  private static boolean isTypeSwitch(InvokeDynamicInstruction call) {
    return call.bootstrapMethod().owner().equals(BOOTSTRAPS)
        && call.bootstrapMethod().methodName().equals("typeSwitch")
        && call.invokedynamic().bootstrap().arguments().stream()
            .allMatch(ClassEntry.class::isInstance);
  }
}
