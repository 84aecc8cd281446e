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

/// One `.npy` file that all ranks of an MPI program write, or read, each its own part.
///
/// ```java
/// try (Communicator comm = Communicator.world()) {
///   ParallelNpy.write(comm, path, columns, 1);           // the parts side by side along axis 1
///   NpyPart rows = ParallelNpy.read(comm, path, 0);      // the same array, cut along axis 0
/// }
/// ```
///
/// **Collective.** All ranks call with the same path and options. When one fails, all throw: each
/// the exception of the first rank that failed, with its type and its text. Only what ends a
/// process ends the job, as MPI does it.
///
/// **Whole or not at all.** The file appears under its name when the elements of all ranks are on
/// the disk: until then it is called `x.npy.writing.` and a number, and what of it is on the disk
/// is noted in `x.npy.written`. If the write fails, both are deleted, unless it is one that
/// resumes. If the job is killed, they stay, and do no harm: the next write begins anew, or, with
/// [ParallelWriteOptions#withResuming], writes only the blocks that are not noted. That takes the
/// same dtype, shape and order ([WriteMismatchException] if not), and the same elements, which
/// nobody checks; the number of ranks and their boxes may be others. A lock on `x.npy.written`
/// keeps a second job away, where the file system has locks.
///
/// **Any part.** Views of any layout, in memory or in mapped files, are written: into a mapping as
/// they are; by MPI-IO dense memory outside the heap as it is, all else copied in blocks of 32 MiB.
/// Parts may be empty, of different sizes, and have more than 2³¹ elements.
///
/// **Shared file systems.** Rank 0 makes the file, and reads headers; all ranks must see it under
/// the same path. On file systems of one machine each rank maps it, on others it is accessed by
/// MPI-IO, see [Access]. Every rank forces what it wrote before the file gets its name.
/// `docs/mpi.md` says what holds on NFS and parallel file systems.
public final class ParallelNpy {

  private ParallelNpy() {}

  /// Writes the parts of all ranks, joined along an axis in the order of the ranks, into a new file
  /// in C order.
  ///
  /// @param comm all ranks
  /// @param path the file, on the default file system, in a directory that exists
  /// @param part the elements of this rank, of any layout; of the same dtype on all ranks, and of
  ///   the same shape but for the axis
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @throws IOException as [#write(Communicator, Path, NdView, int, ParallelWriteOptions)]
  public static void write(Communicator comm, Path path, NdView<?> part, int axis)
      throws IOException {
    write(comm, path, part, axis, ParallelWriteOptions.DEFAULT);
  }

  /// Writes the parts of all ranks, joined along an axis in the order of the ranks: the file is
  /// byte for byte the one that `numpy.save` writes of `numpy.concatenate(parts, axis)` in the
  /// given memory order; but the header says the order as it is given, where `numpy.save` says C if
  /// it makes no difference.
  ///
  /// @param comm all ranks
  /// @param path the file, on the default file system, in a directory that exists
  /// @param part the elements of this rank, of any layout; of the same dtype on all ranks, and of
  ///   the same shape but for the axis
  /// @param axis from `-rank` to `rank - 1`; negative ones count from the end
  /// @param options the order and more, the same on all ranks
  /// @throws FileAlreadyExistsException if there is a file of this name and replacing is not
  ///   requested
  /// @throws IOException if the file cannot be written, for instance because the disk of one rank
  ///   is full, or another job is writing it
  /// @throws WriteMismatchException if dtypes or shapes do not fit together, or not to the file
  ///   that is resumed
  /// @throws DTypeException if the elements are Python objects, or the dtype cannot be written into
  ///   a header
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws MappingFaultException if the memory of a view cannot be accessed
  /// @throws FileClosedException if the file that a view belongs to is closed
  /// @throws MpiException if MPI reports an error of communication
  public static void write(
      Communicator comm, Path path, NdView<?> part, int axis, ParallelWriteOptions options)
      throws IOException {
    write(comm, path, part, axis, options, _ -> {});
  }

  /// The same, watched.
  ///
  /// @param progress told each step on this rank
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

  /// Writes the boxes of all ranks into a new file. Together they are the whole array, and no two
  /// have an element in common.
  ///
  /// @param comm all ranks
  /// @param path the file, on the default file system, in a directory that exists
  /// @param shape of the whole array, the same on all ranks
  /// @param box which part of it this rank writes; empty boxes may be anywhere. An array without
  ///   axes has one element, which no rank can leave out: that of rank 0 is written
  /// @param part its elements, of the shape of the box and any layout, of the same dtype on all
  ///   ranks
  /// @param options the order and more, the same on all ranks
  /// @throws IOException as [#write(Communicator, Path, NdView, int, ParallelWriteOptions)]
  /// @throws WriteMismatchException if dtypes or shapes do not fit together, boxes overlap, or
  ///   there are elements in none
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

  /// Reads a file, each rank its part along an axis: the first `size % n` ranks have one position
  /// more than the others.
  ///
  /// @param comm all ranks
  /// @param path the file, the same on all ranks; whatever wrote it
  /// @param axis from `-rank` to `rank - 1`, the same on all ranks; negative ones count from the
  ///   end
  /// @return the part of this rank, in memory of its own
  /// @throws IOException as [#read(Communicator, Path, Box)]
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if it is not the same on all ranks
  public static NpyPart read(Communicator comm, Path path, int axis) throws IOException {
    Reading reading = Reading.of(comm, path, axis);
    return reading.run(reading.alongAxis(axis), null);
  }

  /// Reads a file as [#read(Communicator, Path, int)] does, into memory that the caller frees: the
  /// choice for large parts that are read again and again, which else wait for garbage collections.
  ///
  /// @param comm all ranks
  /// @param path the file, the same on all ranks; whatever wrote it
  /// @param axis from `-rank` to `rank - 1`, the same on all ranks; negative ones count from the
  ///   end
  /// @param arena gets the memory, in huge pages where the system has them; views of the part are
  ///   not to be used after it is closed
  /// @return the part of this rank
  /// @throws IOException as [#read(Communicator, Path, Box)]
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if it is not the same on all ranks
  public static NpyPart read(Communicator comm, Path path, int axis, Arena arena)
      throws IOException {
    Reading reading = Reading.of(comm, path, axis);
    return reading.run(reading.alongAxis(axis), arena);
  }

  /// Reads a file or a member of an archive, each rank its part along an axis. The member is
  /// stored: ranks read ranges of the file.
  ///
  /// @param comm all ranks
  /// @param name the file, or the archive and the member, the same on all ranks
  /// @param axis from `-rank` to `rank - 1`, the same on all ranks; negative ones count from the
  ///   end. An array without axes is read by every rank
  /// @return the part of this rank, in memory of its own
  /// @throws IOException as [#read(Communicator, Path, Box)]; if there is no such member, or it is
  ///   compressed
  /// @throws IndexOutOfBoundsException if there is no such axis
  /// @throws IllegalArgumentException if it is not the same on all ranks
  public static NpyPart read(Communicator comm, ArrayName name, int axis) throws IOException {
    return read(comm, name, axis, NpzOptions.DEFAULT);
  }

  /// The same as [#read(Communicator, ArrayName, int)] within other limits.
  ///
  /// @param comm all ranks
  /// @param name the file, or the archive and the member, the same on all ranks
  /// @param axis as for [#read(Communicator, ArrayName, int)]
  /// @param limits how long the header may be, and how many members the archive may have
  /// @return the part of this rank, in memory of its own
  /// @throws IOException as [#read(Communicator, ArrayName, int)]
  public static NpyPart read(Communicator comm, ArrayName name, int axis, NpzOptions limits)
      throws IOException {
    Reading reading = Reading.of(comm, name, axis, limits);
    return reading.run(reading.alongAxisIfAny(axis), null);
  }

  /// Reads a file, each rank the box that it asks for.
  ///
  /// @param comm all ranks
  /// @param path the file, the same on all ranks; whatever wrote it
  /// @param box what this rank reads; boxes may overlap, and leave elements out
  /// @return the part of this rank, in memory of its own
  /// @throws IOException if there is no such file for a rank, it may not be read, it is replaced
  ///   meanwhile, or reading fails
  /// @throws NpyFormatException if its header is not one of `.npy`
  /// @throws TruncatedDataException if it holds fewer bytes than its header says, also if it is
  ///   truncated while it is read
  /// @throws MappingFaultException the same, where runs are short and read out of a mapping
  /// @throws IndexOutOfBoundsException if a box ends beyond the array
  /// @throws IllegalArgumentException if a box has another number of axes
  /// @throws OutOfMemoryError if there is not enough memory for a part
  /// @throws MpiException if MPI reports an error of communication
  public static NpyPart read(Communicator comm, Path path, Box box) throws IOException {
    Reading reading = Reading.of(comm, path);
    return reading.run(reading.of(Offer.exchangeBoxes(comm, box)), null);
  }

  /// Reads a file as [#read(Communicator, Path, Box)] does, into memory that the caller frees.
  ///
  /// @param comm all ranks
  /// @param path the file, the same on all ranks; whatever wrote it
  /// @param box what this rank reads; boxes may overlap, and leave elements out
  /// @param arena gets the memory, in huge pages where the system has them; views of the part are
  ///   not to be used after it is closed
  /// @return the part of this rank
  /// @throws IOException as [#read(Communicator, Path, Box)]
  public static NpyPart read(Communicator comm, Path path, Box box, Arena arena)
      throws IOException {
    Reading reading = Reading.of(comm, path);
    return reading.run(reading.of(Offer.exchangeBoxes(comm, box)), arena);
  }

  /// The header of a file or of a member of an archive, as this process alone reads it, without
  /// MPI: for an [AccessPlan].
  ///
  /// @param name the file, or the archive and the stored member
  /// @return the header, with the offset of the data in the file
  /// @throws IOException as [#read(Communicator, ArrayName, int)]
  public static NpyHeader header(ArrayName name) throws IOException {
    return header(name, NpzOptions.DEFAULT);
  }

  /// The same as [#header(ArrayName)] within other limits.
  ///
  /// @param name the file, or the archive and the stored member
  /// @param limits how long the header may be, and how many members the archive may have
  /// @return the header, with the offset of the data in the file
  /// @throws IOException as [#read(Communicator, ArrayName, int)]
  public static NpyHeader header(ArrayName name, NpzOptions limits) throws IOException {
    return Reading.header(name, limits);
  }

  /// The header of a file, which rank 0 reads, and tells the others.
  ///
  /// @param comm all ranks
  /// @param path the file
  /// @return the header, on all ranks
  /// @throws IOException as [#read(Communicator, Path, Box)]
  public static NpyHeader header(Communicator comm, Path path) throws IOException {
    return Reading.of(comm, path).header();
  }
}
