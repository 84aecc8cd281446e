package io.ndmap.memory;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Constructor;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Defines a class once more, hidden, with data of its own, which are constants for HotSpot: each
/// loop is compiled for one operation and one lane type, and keeps its own profile. A loop or a
/// lambda that two lane types share takes ten to a hundred times as long for the second.
public final class Templates {

  private Templates() {}

  /// A new object of a hidden copy of a class, which has the interfaces of the class alone.
  ///
  /// @param lookup of its package
  /// @param template with a constructor without parameters
  /// @param data what [#data] gives it
  /// @return the object
  public static Object define(MethodHandles.Lookup lookup, Class<?> template, Object data) {
    String file = template.getName().substring(template.getPackageName().length() + 1) + ".class";
    try (InputStream code = template.getResourceAsStream(file)) {
      return define(lookup, Objects.requireNonNull(code, file).readAllBytes(), data);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A new object of a hidden class that has one method, whose code is written.
  ///
  /// @param lookup of its package
  /// @param type the interface of the object
  /// @param method its only method
  /// @param descriptor of the method
  /// @param body writes its code
  /// @param data what [#data(ClassDesc)] stands for
  /// @return the object
  public static Object define(
      MethodHandles.Lookup lookup,
      Class<?> type,
      String method,
      MethodTypeDesc descriptor,
      Consumer<CodeBuilder> body,
      Object data) {
    ClassDesc name = ClassDesc.of(lookup.lookupClass().getName() + "Code");
    byte[] code =
        ClassFile.of()
            .build(
                name,
                made ->
                    made.withFlags(AccessFlag.FINAL, AccessFlag.SYNTHETIC)
                        .withInterfaceSymbols(type.describeConstable().orElseThrow())
                        .withMethodBody(
                            ConstantDescs.INIT_NAME,
                            ConstantDescs.MTD_void,
                            0,
                            one ->
                                one.aload(0)
                                    .invokespecial(
                                        ConstantDescs.CD_Object,
                                        ConstantDescs.INIT_NAME,
                                        ConstantDescs.MTD_void)
                                    .return_())
                        .withMethodBody(method, descriptor, ClassFile.ACC_PUBLIC, body));
    return define(lookup, code, data);
  }

  private static Object define(MethodHandles.Lookup lookup, byte[] code, Object data) {
    try {
      MethodHandles.Lookup hidden = lookup.defineHiddenClassWithClassData(code, data, true);
      // By a method handle the first call would take some milliseconds more.
      Constructor<?> constructor = hidden.lookupClass().getDeclaredConstructor();
      constructor.setAccessible(true);
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(lookup.lookupClass().getName(), e);
    }
  }

  /// The data of a class whose code is written, as a constant.
  ///
  /// @param type what they are
  /// @return the constant to be pushed
  public static ConstantDesc data(ClassDesc type) {
    return DynamicConstantDesc.ofNamed(
        ConstantDescs.BSM_CLASS_DATA, ConstantDescs.DEFAULT_NAME, type);
  }

  /// The data of a hidden class.
  ///
  /// @param <T> what the data are
  /// @param lookup of that class
  /// @param type its class
  /// @return null in the class that it was made of
  public static <T> @Nullable T data(MethodHandles.Lookup lookup, Class<T> type) {
    try {
      return MethodHandles.classData(lookup, "_", type);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
