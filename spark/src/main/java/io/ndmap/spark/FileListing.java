package io.ndmap.spark;

import io.ndmap.mmap.NpyFile;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzMember;
import io.ndmap.spark.column.NpySourceException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
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
import org.apache.spark.sql.execution.datasources.PathFilterStrategy;

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
  /// @throws UncheckedIOException if a path names no file
  List<ArrayFile> arrays() {
    List<Found> found = new ArrayList<>();
    try {
      for (String path : options.paths()) {
        found.addAll(find(path));
      }
      if (found.isEmpty()) {
        throw new FileNotFoundException(
            String.join(", ", options.paths())
                + ": no file is one that the options pathGlobFilter, modifiedBefore and"
                + " modifiedAfter ask for");
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
    List<FileStatus> all = new ArrayList<>();
    for (FileStatus each : matches(files, files.makeQualified(path), text)) {
      if (each.isDirectory()) {
        requireNoMember(each.getPath(), member);
        all.addAll(inFolder(files, each.getPath()));
      } else {
        all.add(each);
      }
    }
    return filtered(all).stream().map(each -> new Found(each, member)).toList();
  }

  private static void requireNoMember(Path folder, String member) {
    if (!member.isEmpty()) {
      throw new NpySourceException(
          folder
              + ": this is a folder, expected an archive for the option member="
              + member
              + "; several are read by a wildcard such as *.npz");
    }
  }

  private List<FileStatus> filtered(List<FileStatus> files) {
    List<PathFilterStrategy> filters = options.filters();
    return files.stream()
        .filter(file -> filters.stream().allMatch(each -> each.accept(file)))
        .toList();
  }

  /// The file of this name, which may have characters of wildcards, or else what matches it but for
  /// hidden files.
  private static List<FileStatus> matches(FileSystem files, Path path, String text)
      throws IOException {
    try {
      return List.of(files.getFileStatus(path));
    } catch (FileNotFoundException e) {
      List<FileStatus> found =
          Stream.ofNullable(files.globStatus(path))
              .flatMap(Stream::of)
              .filter(each -> !isHidden(each.getPath(), path))
              .toList();
      if (found.isEmpty()) {
        throw new FileNotFoundException(text + ": no such file");
      }
      return found;
    }
  }

  private static boolean isHidden(String name) {
    return name.startsWith(".") || name.startsWith("_");
  }

  /// Whether the name of a file, or of a folder on the way to it, is hidden where the wildcard does
  /// not begin so itself.
  private static boolean isHidden(Path found, Path asked) {
    String[] names = found.toUri().getPath().split(Path.SEPARATOR, -1);
    String[] patterns = asked.toUri().getPath().split(Path.SEPARATOR, -1);
    for (int k = 0; k < names.length; k++) {
      if (isHidden(names[k]) && (k >= patterns.length || !isHidden(patterns[k]))) {
        return true;
      }
    }
    return false;
  }

  /// The `.npy` files of a folder, but for hidden ones.
  private List<FileStatus> inFolder(FileSystem files, Path folder) throws IOException {
    List<FileStatus> found = new ArrayList<>();
    addFiles(files, folder, found);
    if (found.isEmpty()) {
      throw new FileNotFoundException(folder + ": there are no .npy files in this folder");
    }
    found.sort(Comparator.comparing(FileStatus::getPath));
    return found;
  }

  private void addFiles(FileSystem files, Path folder, List<FileStatus> found) throws IOException {
    for (FileStatus each : files.listStatus(folder)) {
      String name = each.getPath().getName();
      if (isHidden(name)) {
        continue;
      }
      if (each.isDirectory() && options.isRecursive()) {
        addFiles(files, each.getPath(), found);
      } else if (each.isFile() && name.endsWith(".npy")) {
        found.add(each);
      }
    }
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
          return new ArrayFile(path, member, rows.array(), true, FileVersion.of(found.file()));
        }
      }
      // After opening, which has network file systems look anew.
      if (member.isEmpty()) {
        requireNoArchive(path);
        try (NpyFile file = NpyFile.open(RowSources.local(path))) {
          ArrayRows rows = ArrayRows.of(file.header(), axis, name);
          return new ArrayFile(path, member, rows, true, FileVersion.of(RowSources.local(path)));
        }
      }
      try (NpzFile archive = NpzFile.open(RowSources.local(path))) {
        NpzMember array = archive.member(member);
        ArrayRows rows = ArrayRows.of(array.header(), axis, name);
        return new ArrayFile(
            path, member, rows, array.isStored(), FileVersion.of(RowSources.local(path)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": " + Reason.of(e, name), e);
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
