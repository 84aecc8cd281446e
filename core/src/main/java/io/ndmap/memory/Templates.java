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

/// Defines hidden copies of a class, each with its own class data. HotSpot treats the class data as
/// constants, so each loop is compiled for one operation and one compute type, with its own
/// profile. A loop or lambda shared by two compute types is ten to a hundred times slower for the
/// second type.
public final class Templates {

  private Templates() {}

  /// Returns an instance of a hidden copy of a class, to be used through the interfaces of the
  /// class.
  ///
  /// @param lookup a lookup of the package
  /// @param template a class with a constructor without parameters
  /// @param data the class data, returned by [#data]
  /// @return the object
  public static Object define(MethodHandles.Lookup lookup, Class<?> template, Object data) {
    String file = template.getName().substring(template.getPackageName().length() + 1) + ".class";
    try (InputStream code = template.getResourceAsStream(file)) {
      return define(lookup, Objects.requireNonNull(code, file).readAllBytes(), data);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns an instance of a hidden class that has one method of generated code.
  ///
  /// @param lookup a lookup of the package
  /// @param type the interface of the instance
  /// @param method its only method
  /// @param descriptor the type of the method
  /// @param body writes the code of the method
  /// @param data the class data, loaded by [#data(ClassDesc)]
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
      // A method handle of the constructor is avoided: its first call would take a few milliseconds
      // more.
      Constructor<?> constructor = hidden.lookupClass().getDeclaredConstructor();
      constructor.setAccessible(true);
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(lookup.lookupClass().getName(), e);
    }
  }

  /// Returns the class data of a generated class, as a loadable constant.
  ///
  /// @param type the type of the data
  /// @return the constant for `ldc`
  public static ConstantDesc data(ClassDesc type) {
    return DynamicConstantDesc.ofNamed(
        ConstantDescs.BSM_CLASS_DATA, ConstantDescs.DEFAULT_NAME, type);
  }

  /// Returns an element of the class data of a generated class, which is a list, as a loadable
  /// constant.
  ///
  /// @param type the type of the element
  /// @param index the index of the element
  /// @return the constant for `ldc`
  public static ConstantDesc data(ClassDesc type, int index) {
    return DynamicConstantDesc.ofNamed(
        ConstantDescs.BSM_CLASS_DATA_AT, ConstantDescs.DEFAULT_NAME, type, index);
  }

  /// Returns the class data of a hidden class.
  ///
  /// @param <T> the type of the data
  /// @param lookup a lookup of the hidden class
  /// @param type the class of the data
  /// @return the data; null in the template class itself, which has no class data
  public static <T> @Nullable T data(MethodHandles.Lookup lookup, Class<T> type) {
    try {
      return MethodHandles.classData(lookup, "_", type);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
