package io.ndmap.mpi;

import io.ndmap.dtype.DTypeException;
import io.ndmap.layout.Box;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npy.TruncatedDataException;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzOptions;
import io.ndmap.op.FileClosedException;
import io.ndmap.op.MappingFaultException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;

/// Writes or reads one `.npy` file by all ranks of an MPI program. Each rank writes or reads its
/// own part.
///
/// ```java
/// try (Communicator comm = Communicator.world()) {
///   ParallelNpy.write(comm, path, columns, 1);           // the parts side by side along axis 1
///   NpyPart rows = ParallelNpy.read(comm, path, 0);      // the same array, cut along axis 0
/// }
/// ```
///
/// **Collective.** All ranks call a method together, with the same path and options. If ranks fail,
/// all ranks throw the exception of the lowest rank that failed, with its type and its message (as
/// [MpiException] with its text if it cannot be serialised). The whole job ends only if one of its
/// processes ends, or if ranks do not return from a collective MPI-IO call in time.
///
/// **Atomic.** The file appears under its name when the elements of all ranks are on the disk.
/// Until then it is called `x.npy.writing.` plus a number, and `x.npy.written` records which
/// elements are on the disk. If the write fails, both files are deleted; with
/// [ParallelWriteOptions#withResuming] both stay. If the job is killed, both files stay and do no
/// harm: the next write starts from the beginning or, with resuming, writes only the blocks that
/// are not recorded. Resuming requires the same dtype, shape, order and format version
/// ([WriteMismatchException] otherwise) and the same elements, which are not checked; the number of
/// ranks and their boxes may differ. A lock on `x.npy.written` rejects a second job, if the file
/// system supports locks.
///
/// **Any part.** The view that a rank writes may have any layout and be in memory or in a mapped
/// file. MPI-IO writes off-heap memory directly if it is contiguous in the order of the file and
/// not mapped from a file; all other elements are copied to a buffer in blocks of at most 32 MiB,
/// or of one element. If the target file is mapped, no buffer is needed. Parts may be empty, differ
/// in size, and have more than 2³¹ elements.
///
/// **Shared file systems.** Rank 0 creates the file and reads headers; all ranks must see the file
/// under the same path. If all ranks and the file system are on one machine, each rank maps the
/// file; otherwise the ranks use MPI-IO, see [Access]. Every rank forces its elements to the disk
/// before the file gets its name. `docs/mpi.md` describes NFS and parallel file systems.
public final class ParallelNpy {

  private ParallelNpy() {}

  /// Writes the parts of all ranks, joined along an axis in the order of the ranks, into a new file
  /// in C order.
  ///
  /// @param comm all ranks
  /// @param path the file, on the default file system, in a directory that exists
  /// @param part the elements of this rank, in any layout; the parts of all ranks have the same
  ///   dtype and, except along the axis, the same shape
  /// @param axis the axis, from `-n` to `n - 1` for an array of n axes; negative values count from
  ///   the end
  /// @throws IOException as [#write(Communicator, Path, NdView, int, ParallelWriteOptions)], which
  ///   also lists the other exceptions
  public static void write(Communicator comm, Path path, NdView<?> part, int axis)
      throws IOException {
    write(comm, path, part, axis, ParallelWriteOptions.DEFAULT);
  }

  /// Writes the parts of all ranks, joined along an axis in the order of the ranks. The file is
  /// byte for byte the one that `numpy.save` writes for `numpy.concatenate(parts, axis)` in the
  /// given memory order, with one exception: the header states the given order even if the array is
  /// contiguous in both orders, where `numpy.save` states C.
  ///
  /// @param comm all ranks
  /// @param path the file, on the default file system, in a directory that exists
  /// @param part the elements of this rank, in any layout; the parts of all ranks have the same
  ///   dtype and, except along the axis, the same shape
  /// @param axis the axis, from `-n` to `n - 1` for an array of n axes; negative values count from
  ///   the end
  /// @param options the memory order and other options, the same on all ranks
  /// @throws FileAlreadyExistsException if there is a file of this name and replacing is not
  ///   requested
  /// @throws IOException if the file cannot be written, for instance because the disk of one rank
  ///   is full, or another job is writing the file
  /// @throws WriteMismatchException if the ranks' dtypes, shapes or options are inconsistent, or do
  ///   not match the file to resume
  /// @throws DTypeException if the elements are Python objects, or the dtype cannot be written into
  ///   a header
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if [Access#MAPPED] is requested but the ranks are on several
  ///   machines, or the requested format version cannot express the header
  /// @throws MappingFaultException if the memory of a view cannot be accessed
  /// @throws FileClosedException if the file that a view belongs to is closed
  /// @throws MpiException if MPI reports an error of communication
  public static void write(
      Communicator comm, Path path, NdView<?> part, int axis, ParallelWriteOptions options)
      throws IOException {
    write(comm, path, part, axis, options, _ -> {});
  }

  /// Writes as the public method does, and reports each step.
  ///
  /// @param progress called after each step of this rank
  static void write(
      Communicator comm,
      Path path,
      NdView<?> part,
      int axis,
      ParallelWriteOptions options,
      Writing.Progress progress)
      throws IOException {
    List<Offer> offers = Offer.exchange(comm, () -> Offer.along(path, part, axis, options));
    AccessPlan plan = Agreement.same(comm, () -> Offer.joined(path, offers));
    new Writing(comm, path, plan, options, progress).run(part);
  }

  /// Writes the boxes of all ranks into a new file. The boxes must cover the whole array and must
  /// not overlap.
  ///
  /// @param comm all ranks
  /// @param path the file, on the default file system, in a directory that exists
  /// @param shape the shape of the whole array, the same on all ranks
  /// @param box the box that this rank writes; an empty box may be anywhere within the array. For
  ///   an array without axes every box contains its one element; the element of rank 0 is written
  /// @param part the elements of the box, with the shape of the box, in any layout, and of the same
  ///   dtype on all ranks
  /// @param options the memory order and other options, the same on all ranks
  /// @throws IOException as [#write(Communicator, Path, NdView, int, ParallelWriteOptions)], which
  ///   also lists the other exceptions
  /// @throws WriteMismatchException if the ranks' dtypes, shapes or options are inconsistent, boxes
  ///   overlap, or boxes do not cover the array
  /// @throws IllegalArgumentException if a part has another shape than its box
  /// @throws IndexOutOfBoundsException if a box reaches beyond the array
  public static void write(
      Communicator comm,
      Path path,
      Shape shape,
      Box box,
      NdView<?> part,
      ParallelWriteOptions options)
      throws IOException {
    List<Offer> offers = Offer.exchange(comm, () -> Offer.of(path, part, shape, box, options));
    AccessPlan plan = Agreement.same(comm, () -> Offer.placed(path, offers));
    NdView<?> items = part;
    if (shape.rank() == 0) {
      items = NdView.zeros(part.dtype(), shape, options.order());
      items.copyFrom(part);
      comm.bcast(items, 0);
    }
    new Writing(comm, path, plan, options, _ -> {}).run(items);
  }

  /// Reads a file; each rank reads its part along an axis. With n ranks, the first `length % n`
  /// ranks get one index of the axis more than the others.
  ///
  /// @param comm all ranks
  /// @param path the file, the same on all ranks, written by any program
  /// @param axis the axis, from `-n` to `n - 1` for an array of n axes, the same on all ranks;
  ///   negative values count from the end
  /// @return the part of this rank, in new memory
  /// @throws IOException as [#read(Communicator, Path, Box)], which also lists the other exceptions
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if the path or the axis is not the same on all ranks
  public static NpyPart read(Communicator comm, Path path, int axis) throws IOException {
    Reading reading = Reading.of(comm, path, axis);
    return reading.run(reading.alongAxis(axis), null);
  }

  /// Reads a file as [#read(Communicator, Path, int)] does, into memory that the caller frees. Use
  /// it for large parts that are read repeatedly: otherwise their memory is freed only after a
  /// garbage collection.
  ///
  /// @param comm all ranks
  /// @param path the file, the same on all ranks, written by any program
  /// @param axis the axis, from `-n` to `n - 1` for an array of n axes, the same on all ranks;
  ///   negative values count from the end
  /// @param arena the arena of the part's memory, which is in huge pages if the part is large and
  ///   the system has them; views of the part must not be used after the arena is closed
  /// @return the part of this rank
  /// @throws IOException as [#read(Communicator, Path, Box)], which also lists the other exceptions
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if the path or the axis is not the same on all ranks
  public static NpyPart read(Communicator comm, Path path, int axis, Arena arena)
      throws IOException {
    Reading reading = Reading.of(comm, path, axis);
    return reading.run(reading.alongAxis(axis), arena);
  }

  /// Reads a file or a member of an archive; each rank reads its part along an axis. The member
  /// must be stored without compression, because ranks read ranges of the file.
  ///
  /// @param comm all ranks
  /// @param name the file, or the archive and the member, the same on all ranks
  /// @param axis the axis, from `-n` to `n - 1` for an array of n axes, the same on all ranks;
  ///   negative values count from the end. Every rank reads the whole of an array without axes
  /// @return the part of this rank, in new memory
  /// @throws IOException as [#read(Communicator, Path, Box)]; also if there is no such member, or
  ///   the member is compressed
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if the path or the axis is not the same on all ranks
  public static NpyPart read(Communicator comm, ArrayName name, int axis) throws IOException {
    return read(comm, name, axis, NpzOptions.DEFAULT);
  }

  /// Reads as [#read(Communicator, ArrayName, int)] does, with other limits.
  ///
  /// @param comm all ranks
  /// @param name the file, or the archive and the member, the same on all ranks
  /// @param axis as for [#read(Communicator, ArrayName, int)]
  /// @param limits the limits on the length of the header and the number of the archive's members
  /// @return the part of this rank, in new memory
  /// @throws IOException as [#read(Communicator, ArrayName, int)]
  public static NpyPart read(Communicator comm, ArrayName name, int axis, NpzOptions limits)
      throws IOException {
    Reading reading = Reading.of(comm, name, axis, limits);
    return reading.run(reading.alongAxisIfAny(axis), null);
  }

  /// Reads a file; each rank reads the box that it passes.
  ///
  /// @param comm all ranks
  /// @param path the file, the same on all ranks, written by any program
  /// @param box the box that this rank reads; boxes may overlap and need not cover the array
  /// @return the part of this rank, in new memory
  /// @throws IOException if a rank does not find the file or may not read it, the file is an
  ///   archive or is replaced meanwhile, or reading fails
  /// @throws NpyFormatException if the file has no valid `.npy` header
  /// @throws TruncatedDataException if the file has fewer bytes than its header states, also if it
  ///   is truncated while it is read
  /// @throws MappingFaultException if the file is truncated while short runs are read through a
  ///   mapping
  /// @throws IndexOutOfBoundsException if a box ends beyond the array
  /// @throws IllegalArgumentException if a box has another number of axes than the array, or the
  ///   path is not the same on all ranks
  /// @throws OutOfMemoryError if there is not enough memory for a part
  /// @throws MpiException if MPI reports an error of communication
  public static NpyPart read(Communicator comm, Path path, Box box) throws IOException {
    Reading reading = Reading.of(comm, path);
    return reading.run(reading.of(Offer.exchangeBoxes(comm, box)), null);
  }

  /// Reads a file as [#read(Communicator, Path, Box)] does, into memory that the caller frees.
  ///
  /// @param comm all ranks
  /// @param path the file, the same on all ranks, written by any program
  /// @param box the box that this rank reads; boxes may overlap and need not cover the array
  /// @param arena the arena of the part's memory, which is in huge pages if the part is large and
  ///   the system has them; views of the part must not be used after the arena is closed
  /// @return the part of this rank
  /// @throws IOException as [#read(Communicator, Path, Box)]
  public static NpyPart read(Communicator comm, Path path, Box box, Arena arena)
      throws IOException {
    Reading reading = Reading.of(comm, path);
    return reading.run(reading.of(Offer.exchangeBoxes(comm, box)), arena);
  }

  /// Reads the header of a file or of a member of an archive, for an [AccessPlan]. Not collective,
  /// and needs no MPI.
  ///
  /// @param name the file, or the archive and the stored member
  /// @return the header, with the offset of the data in the file
  /// @throws IOException as [#read(Communicator, ArrayName, int)]
  public static NpyHeader header(ArrayName name) throws IOException {
    return header(name, NpzOptions.DEFAULT);
  }

  /// Returns the header as [#header(ArrayName)] does, with other limits.
  ///
  /// @param name the file, or the archive and the stored member
  /// @param limits the limits on the length of the header and the number of the archive's members
  /// @return the header, with the offset of the data in the file
  /// @throws IOException as [#read(Communicator, ArrayName, int)]
  public static NpyHeader header(ArrayName name, NpzOptions limits) throws IOException {
    return Reading.header(name, limits);
  }

  /// Reads the header of a file on rank 0, and sends it to the other ranks.
  ///
  /// @param comm all ranks
  /// @param path the file
  /// @return the header, on all ranks
  /// @throws IOException as [#read(Communicator, Path, Box)]
  public static NpyHeader header(Communicator comm, Path path) throws IOException {
    return Reading.of(comm, path).header();
  }
}
