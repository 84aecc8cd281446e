package io.ndmap.spark;

import io.ndmap.mmap.NpyFile;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzMember;
import io.ndmap.spark.column.NpySourceException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/// Finds the arrays that paths name, and reads their headers.
///
/// @param hadoop the configuration of file systems
/// @param options what else is said about the arrays
record FileListing(Configuration hadoop, NpyOptions options) {

  private static final String ARCHIVE = ".npz";
  private static final String SEPARATOR = "::";

  /// Headers read at a time: each waits for a server where files are far away.
  private static final int AT_A_TIME = 16;

  /// A file that a path names, and the member that it names in it.
  private record Found(FileStatus file, String member) {}

  /// The arrays, of each path in the order of their names.
  ///
  /// @throws NpySourceException if a path names no file
  List<ArrayFile> arrays() {
    List<Found> found = new ArrayList<>();
    try {
      for (String path : options.paths()) {
        found.addAll(find(path));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
    if (found.size() == 1) {
      return List.of(open(found.getFirst()));
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME)) {
      List<CompletableFuture<ArrayFile>> files =
          found.stream()
              .map(each -> CompletableFuture.supplyAsync(() -> open(each), threads))
              .toList();
      return files.stream().map(CompletableFuture::join).toList();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private List<Found> find(String text) throws IOException {
    int at = text.indexOf(ARCHIVE + SEPARATOR);
    String file = at < 0 ? text : text.substring(0, at + ARCHIVE.length());
    String member =
        at < 0 ? options.member() : text.substring(at + ARCHIVE.length() + SEPARATOR.length());
    Path path = new Path(file);
    FileSystem files = path.getFileSystem(hadoop);
    List<Found> found = new ArrayList<>();
    for (FileStatus each : matches(files, files.makeQualified(path), text)) {
      if (each.isDirectory()) {
        found.addAll(below(files, each.getPath()));
      } else {
        found.add(new Found(each, member));
      }
    }
    return found;
  }

  /// The file of this name, which may have characters of wildcards, or else what matches it but for
  /// hidden files.
  private static List<FileStatus> matches(FileSystem files, Path path, String text)
      throws IOException {
    try {
      return List.of(files.getFileStatus(path));
    } catch (FileNotFoundException e) {
      FileStatus[] all = files.globStatus(path);
      boolean asked = isHidden(path);
      List<FileStatus> found =
          Stream.ofNullable(all)
              .flatMap(Stream::of)
              .filter(each -> asked || !isHidden(each.getPath()))
              .toList();
      if (found.isEmpty()) {
        throw new UncheckedIOException(new FileNotFoundException(text + ": no such file"));
      }
      return found;
    }
  }

  private static boolean isHidden(Path path) {
    return path.getName().startsWith(".") || path.getName().startsWith("_");
  }

  /// The `.npy` files of a folder, but for hidden ones.
  private static List<Found> below(FileSystem files, Path folder) throws IOException {
    List<Found> found =
        Arrays.stream(files.listStatus(folder))
            .filter(FileStatus::isFile)
            .filter(each -> each.getPath().getName().endsWith(".npy") && !isHidden(each.getPath()))
            .sorted(Comparator.comparing(FileStatus::getPath))
            .map(each -> new Found(each, ""))
            .toList();
    if (found.isEmpty()) {
      throw new UncheckedIOException(
          new FileNotFoundException(folder + ": there are no .npy files in this folder"));
    }
    return found;
  }

  private ArrayFile open(Found found) {
    Path path = found.file().getPath();
    String member = found.member();
    String name = ArrayFile.name(path, member);
    int axis = options.reading().axis();
    try {
      if (!RowSources.isLocal(path)) {
        RowSources.requireNoMember(path, member);
        try (RangedRows rows = RangedRows.open(found.file(), hadoop, axis)) {
          return new ArrayFile(path, member, rows.array(), true);
        }
      }
      if (member.isEmpty()) {
        requireNoArchive(path);
        try (NpyFile file = NpyFile.open(RowSources.local(path))) {
          return new ArrayFile(path, member, ArrayRows.of(file.header(), axis, name), true);
        }
      }
      try (NpzFile archive = NpzFile.open(RowSources.local(path))) {
        NpzMember array = archive.member(member);
        return new ArrayFile(
            path, member, ArrayRows.of(array.header(), axis, name), array.isStored());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": " + e.getMessage(), e);
    }
  }

  private static void requireNoArchive(Path path) throws IOException {
    if (path.getName().endsWith(ARCHIVE)) {
      try (NpzFile archive = NpzFile.open(RowSources.local(path))) {
        throw new NpySourceException(
            path.toUri().getPath()
                + ": an archive has several arrays; name one as "
                + path.getName()
                + "::member or with the option member, of "
                + archive.keys());
      }
    }
  }
}
