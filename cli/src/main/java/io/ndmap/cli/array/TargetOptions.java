package io.ndmap.cli.array;

import io.ndmap.cli.argument.TargetFormat;
import io.ndmap.cli.run.OtherFileException;
import io.ndmap.cli.run.UsageException;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.CreateOptions;
import io.ndmap.mmap.FileSort;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.nd.NdView;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzOptions;
import io.ndmap.npz.NpzWriteOptions;
import io.ndmap.npz.NpzWriter;
import io.ndmap.safetensors.SafetensorsFile;
import io.ndmap.safetensors.SafetensorsWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/// The options of commands that create an array: a `.npy` file, an archive or a member of one, or a
/// tensor of a `.safetensors` file.
final class TargetOptions {

  private static final String SUFFIX = ".npy";

  /// The name of the only member of a new archive, as in `numpy.savez`.
  private static final String FIRST_MEMBER = "arr_0";

  @Option(
      names = "--force",
      description = "Replace an existing file, unless it is write-protected.")
  private boolean force;

  @Option(
      names = "--sparse",
      description =
          "Reserve no disk space, which is faster; a later write may then find the disk full.")
  private boolean sparse;

  /// Rejects a target that is the source file itself. A target in an archive is accepted here, as
  /// two members of one archive are different arrays.
  ///
  /// @throws UsageException if both names denote the same file
  void requireOther(ArrayName source, ArrayName target) throws IOException {
    requireOther("SRC and DST", source, target);
  }

  /// As [#requireOther(ArrayName, ArrayName)], for parameters with other names.
  void requireOther(String labels, ArrayName source, ArrayName target) throws IOException {
    Path from = source.file();
    Path to = target.file();
    if (target.member().isPresent()) {
      return;
    }
    boolean bothAreThere = Files.exists(from) && Files.exists(to);
    if (bothAreThere ? Files.isSameFile(from, to) : plain(from).equals(plain(to))) {
      throw new UsageException(labels + " are the same file: " + source + " and " + target);
    }
  }

  private static Path plain(Path path) {
    return path.toAbsolutePath().normalize();
  }

  /// Rejects an existing file that may not be replaced, before its new content is computed. An
  /// existing member or tensor is rejected later, by the methods that create it.
  ///
  /// @throws OtherFileException if the file exists and may not be replaced
  void requireFree(ArrayName target) throws OtherFileException {
    if (!force && target.member().isEmpty() && Files.exists(target.file())) {
      throw new OtherFileException(
          target, new FileAlreadyExistsException(target.file().toString()));
    }
  }

  /// Whether an existing file may be replaced.
  boolean replaces() {
    return force;
  }

  /// Whether to reserve no disk space.
  boolean isSparse() {
    return sparse;
  }

  /// Creates an array in a `.npy` file.
  private interface ToFile {
    void make(Path file, CreateOptions options) throws IOException;
  }

  /// Creates an array in an archive.
  private interface ToMember {
    void make(NpzWriter writer, String name) throws IOException;
  }

  /// Adds an array to a `.safetensors` file.
  private interface ToTensor {
    SafetensorsWriter add(SafetensorsWriter writer, String name);
  }

  /// Creates an array and sets its elements. A tensor is in C order, whatever `order` is: that of
  /// the source, unless the user has given another one.
  ///
  /// @param filling sets the elements of an array of zeros
  /// @param limits the limits for opening an archive to which a member is added
  /// @throws OtherFileException if the array cannot be created; no partial file remains
  void create(
      ArrayName target,
      DType dtype,
      Shape shape,
      Order order,
      Consumer<? super NdView<?>> filling,
      NpzOptions limits)
      throws OtherFileException {
    create(
        target,
        (file, how) -> NpyFile.create(file, dtype, shape, order, how, filling).close(),
        (writer, name) -> writer.add(name, dtype, shape, order, filling),
        (writer, name) -> writer.add(name, dtype, shape, filling),
        limits);
  }

  /// Creates an array of zeros. A tensor is in C order, whatever `order` is.
  ///
  /// @throws OtherFileException if the array cannot be created; no partial file remains
  void createZeros(ArrayName target, DType dtype, Shape shape, Order order, NpzOptions limits)
      throws OtherFileException {
    create(
        target,
        (file, how) -> NpyFile.create(file, dtype, shape, order, how).close(),
        (writer, name) -> writer.addZeros(name, dtype, shape, order),
        (writer, name) -> writer.add(name, dtype, shape, _ -> {}),
        limits);
  }

  /// Creates an array of the sorted elements of another array.
  ///
  /// @throws OtherFileException if the array cannot be created, or the disk has no space for the
  ///   temporary file; no partial file remains
  void createSorted(ArrayName target, FileSort sort, NdView<?> source, NpzOptions limits)
      throws OtherFileException {
    create(
        target,
        (file, how) -> sort.write(source, file, how),
        (writer, name) ->
            writer.add(
                name,
                source.dtype(),
                sort.shape(source),
                Order.C,
                made -> sort(sort, source, made, target.file())),
        (writer, name) ->
            writer.add(
                name,
                source.dtype(),
                sort.shape(source),
                made -> sort(sort, source, made, target.file())),
        limits);
  }

  private static void sort(FileSort sort, NdView<?> source, NdView<?> target, Path sibling) {
    try {
      sort.into(source, target, sibling);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void create(
      ArrayName target, ToFile toFile, ToMember toMember, ToTensor toTensor, NpzOptions limits)
      throws OtherFileException {
    try {
      switch (TargetFormat.requireArrays("DST", target)) {
        case NPZ -> createMember(target, toMember, limits);
        case SAFETENSORS -> createTensor(target, toTensor, limits);
        case NPY, CSV -> createFile(target.file(), toFile);
      }
    } catch (UncheckedIOException e) {
      throw new OtherFileException(target, Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw new OtherFileException(target, e);
    }
  }

  private void createFile(Path file, ToFile array) throws IOException {
    if (force && NpzFile.isArchive(file)) {
      throw new IOException(
          "an archive, whose members would be lost; remove it first, or add a member, as %s::NAME"
              .formatted(file));
    }
    array.make(file, new CreateOptions(sparse, force, null));
  }

  private void createMember(ArrayName target, ToMember array, NpzOptions limits)
      throws IOException {
    Path archive = target.file();
    String name = target.member().map(TargetOptions::key).orElse(FIRST_MEMBER);
    boolean adds = target.member().isPresent() && Files.exists(archive);
    if (adds) {
      requireFree(archive, name, limits);
    } else if (!ArrayName.isArchiveName(archive.toString())) {
      throw new IOException("a new archive has a name that ends in .npz or .zip");
    }
    try (NpzWriter writer =
        adds
            ? NpzWriter.append(archive, writeOptions(), limits)
            : NpzWriter.create(archive, writeOptions())) {
      array.make(writer, name);
      writer.publish();
    } catch (FileAlreadyExistsException e) {
      throw new IOException(
          "the archive exists; --force replaces it and all its members, %s::NAME adds one"
              .formatted(archive),
          e);
    }
  }

  /// Adds a tensor to a file. An existing file is rewritten and replaced as a whole.
  private void createTensor(ArrayName target, ToTensor tensor, NpzOptions limits)
      throws IOException {
    Path path = target.file();
    if (target.member().isEmpty()) {
      throw new IOException(path + ": name the tensor, as " + path + "::NAME");
    }
    String name = target.member().get();
    if (!Files.exists(path)) {
      try (SafetensorsWriter writer = SafetensorsWriter.create(path)) {
        tensor.add(writer, name).publish();
      }
      return;
    }
    try (SafetensorsFile old = SafetensorsFile.open(path, OpenMode.READ_ONLY, limits.members());
        SafetensorsWriter writer = SafetensorsWriter.replace(path)) {
      if (old.names().contains(name) && !force) {
        throw new IOException(
            "there is a tensor '%s'; choose another name, replace it with --force, or store"
                    .formatted(name)
                + " into it with ndmap set");
      }
      tensor.add(writer.addAll(old, name), name).publish();
    }
  }

  /// The name of a member without the extension `.npy`.
  private static String key(String member) {
    return member.endsWith(SUFFIX)
        ? member.substring(0, member.length() - SUFFIX.length())
        : member;
  }

  private NpzWriteOptions writeOptions() {
    NpzWriteOptions options = NpzWriteOptions.DEFAULT;
    if (force) {
      options = options.withReplacing();
    }
    return sparse ? options.withoutReserving() : options;
  }

  /// Rejects an existing member before the other members are copied.
  private static void requireFree(Path archive, String name, NpzOptions limits) throws IOException {
    try (NpzFile old = NpzFile.open(archive, OpenMode.READ_ONLY, limits)) {
      if (old.members().stream().anyMatch(member -> member.key().equals(name))) {
        throw new IOException(
            "there is a member '%s', and members are not replaced; choose another name, or store"
                    .formatted(name)
                + " into it with ndmap set");
      }
    }
  }
}
