package io.ndmap.spark;

import io.ndmap.mmap.NpyFile;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzMember;
import io.ndmap.spark.column.NpySourceException;
import io.ndmap.spark.option.ArrayPath;
import io.ndmap.spark.option.Reason;
import io.ndmap.spark.option.SourceErrors;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.execution.datasources.PathFilterStrategy;

/// Finds the arrays that the paths name, and reads their headers.
///
/// @param hadoop the configuration of file systems
/// @param options the options of the read
record FileListing(Configuration hadoop, NpyOptions options) {

  private static final String ARRAY = ".npy";

  /// The value of the option `columns` that stands for all arrays of an archive or a folder.
  private static final String ALL = "*";

  /// The number of headers that are read concurrently, because each read waits for a server if the
  /// files are remote.
  private static final int AT_A_TIME = 16;

  /// A file that a path names, and the member of an archive that the path names, or an empty
  /// string.
  private record Found(FileStatus file, String member) {

    Path path() {
      return file.getPath();
    }
  }

  /// Arrays whose headers have been read.
  ///
  /// @param arrays the arrays in the order of the paths, and for each path in the order of names
  /// @param skipped the number of files that could not be read and were skipped
  record Opened(List<ArrayFile> arrays, long skipped) {}

  /// The first arrays that can be read, at most as many as are opened concurrently ([#AT_A_TIME]).
  /// They determine the columns.
  List<ArrayFile> first() {
    List<Found> found = find();
    for (int start = 0; start < found.size(); start += AT_A_TIME) {
      List<ArrayFile> some =
          open(found.subList(start, Math.min(found.size(), start + AT_A_TIME))).arrays();
      if (!some.isEmpty()) {
        return some;
      }
    }
    throw SourceErrors.noSchema(
        named() + ": none of " + found.size() + " files could be read, and all were skipped");
  }

  /// The arrays of the requested files; no other files are opened.
  Opened open(Predicate<Path> requested) {
    Opened opened = open(find().stream().filter(found -> requested.test(found.path())).toList());
    if (opened.skipped() > 0) {
      System.getLogger(FileListing.class.getPackageName())
          .log(
              Level.WARNING,
              named()
                  + ": skipped "
                  + opened.skipped()
                  + " of "
                  + (opened.skipped() + opened.arrays().size())
                  + " files");
    }
    return opened;
  }

  private String named() {
    return String.join(", ", options.paths());
  }

  private Opened open(List<Found> found) {
    List<Optional<ArrayFile>> all =
        found.size() == 1 ? List.of(openOrSkip(found.getFirst())) : openAll(found);
    List<ArrayFile> arrays = all.stream().flatMap(Optional::stream).toList();
    return new Opened(arrays, all.size() - arrays.size());
  }

  private List<Optional<ArrayFile>> openAll(List<Found> found) {
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME)) {
      List<CompletableFuture<Optional<ArrayFile>>> files =
          found.stream()
              .map(each -> CompletableFuture.supplyAsync(() -> openOrSkip(each), threads))
              .toList();
      return files.stream().map(CompletableFuture::join).toList();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private Optional<ArrayFile> openOrSkip(Found found) {
    try {
      return Optional.of(open(found));
    } catch (RuntimeException e) {
      if (options.reading().skipping().skips(e, found.path().toString())) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private List<Found> find() {
    if (options.paths().isEmpty()) {
      throw SourceErrors.noSchema("no path is given: use load(path) or the option path");
    }
    List<Found> found = new ArrayList<>();
    try {
      for (String path : options.paths()) {
        found.addAll(find(path));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
    if (found.isEmpty()) {
      throw SourceErrors.noSchema(
          named()
              + ": no file is one that the options pathGlobFilter, modifiedBefore and"
              + " modifiedAfter ask for");
    }
    return found;
  }

  private List<Found> find(String text) throws IOException {
    ArrayPath name = ArrayPath.parse(text, this::exists);
    String member = name.member().isEmpty() ? options.member() : name.member();
    Path path = ArrayPath.path(name.file());
    FileSystem files = path.getFileSystem(hadoop);
    List<Found> found = new ArrayList<>();
    for (FileStatus each : matches(files, files.makeQualified(path), name.member())) {
      if (!each.isDirectory()) {
        filtered(List.of(each)).forEach(file -> found.add(new Found(file, member)));
      } else if (options.columns().isEmpty()) {
        requireNoMember(each.getPath(), member);
        filtered(inFolder(files, each.getPath())).forEach(file -> found.add(new Found(file, "")));
      } else {
        found.add(new Found(each, member));
      }
    }
    return found;
  }

  private boolean exists(String name) {
    try {
      Path path = ArrayPath.path(name);
      return path.getFileSystem(hadoop).exists(path);
    } catch (IllegalArgumentException e) {
      // The text is the part of a URI before `::`.
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": " + Reason.of(e, name), e);
    }
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

  /// The file with exactly this name, even if the name contains wildcard characters. If there is no
  /// such file, the files that match the name as a pattern, without hidden files.
  private static List<FileStatus> matches(FileSystem files, Path path, String member)
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
        throw SourceErrors.pathNotFound(member.isEmpty() ? path.toString() : path + "::" + member);
      }
      return found;
    }
  }

  private static boolean isHidden(String name) {
    return name.startsWith(".") || name.startsWith("_");
  }

  /// Whether a file, or a folder on the path to the file, has a hidden name that the pattern does
  /// not ask for: the pattern has no hidden name at the same depth.
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

  /// The `.npy` files of a folder, and of its subfolders if the options say so, without hidden
  /// files.
  private List<FileStatus> inFolder(FileSystem files, Path folder) throws IOException {
    List<FileStatus> found = new ArrayList<>();
    addFiles(files, folder, found);
    if (found.isEmpty()) {
      throw SourceErrors.noSchema(
          folder + ": there are no .npy files in this folder" + hint(files, folder));
    }
    found.sort(Comparator.comparing(FileStatus::getPath));
    return found;
  }

  private String hint(FileSystem files, Path folder) throws IOException {
    String hint = "";
    for (FileStatus each : files.listStatus(folder)) {
      String name = each.getPath().getName();
      if (each.isDirectory() && !isHidden(name) && !options.isRecursive()) {
        return "; the option recursiveFileLookup=true reads the folders in it, such as " + name;
      }
      if (ArrayName.isArchiveName(name)) {
        hint = "; archives such as " + name + " are named, or found by a wildcard";
      }
    }
    return hint;
  }

  private void addFiles(FileSystem files, Path folder, List<FileStatus> found) throws IOException {
    for (FileStatus each : files.listStatus(folder)) {
      String name = each.getPath().getName();
      if (isHidden(name)) {
        continue;
      }
      if (each.isDirectory() && options.isRecursive()) {
        addFiles(files, each.getPath(), found);
      } else if (each.isFile() && name.endsWith(ARRAY)) {
        found.add(each);
      }
    }
  }

  private ArrayFile open(Found found) {
    Path path = found.path();
    String name = RowSources.name(path, found.member());
    try {
      if (!options.columns().isEmpty()) {
        return openColumns(found, name);
      }
      return found.member().isEmpty() && !ArrayName.isArchiveName(path.getName())
          ? openFile(found.file())
          : openMember(path, found.member());
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": " + Reason.of(e, name), e);
    }
  }

  private ArrayFile openFile(FileStatus file) throws IOException {
    Path path = file.getPath();
    int axis = options.reading().axis();
    if (!RowSources.isLocal(path)) {
      try (RangedRows rows = RangedRows.open(file, hadoop, axis)) {
        return new ArrayFile(path, "", rows.array(), true, FileVersion.of(file));
      }
    }
    try (NpyFile array = NpyFile.open(RowSources.local(path))) {
      ArrayRows rows = ArrayRows.of(array.header(), axis, RowSources.name(path, ""));
      // The version is read after opening, because that makes network file systems revalidate
      // attributes.
      return new ArrayFile(path, "", rows, true, FileVersion.of(RowSources.local(path)));
    }
  }

  private ArrayFile openMember(Path path, String member) throws IOException {
    RowSources.requireMappable(path, member);
    try (NpzFile archive = NpzFile.open(RowSources.local(path))) {
      return member(archive, path, member.isEmpty() ? onlyMember(archive, path) : member);
    }
  }

  private ArrayFile member(NpzFile archive, Path path, String member) throws IOException {
    NpzMember array = archive.member(member);
    ArrayRows rows =
        ArrayRows.of(array.header(), options.reading().axis(), RowSources.name(path, member));
    return new ArrayFile(
        path, member, rows, array.isStored(), FileVersion.of(RowSources.local(path)));
  }

  private static String onlyMember(NpzFile archive, Path path) {
    List<String> members = archive.members().stream().map(NpzMember::key).toList();
    if (members.size() != 1) {
      throw new NpySourceException(
          path.toUri().getPath()
              + ": an archive has several arrays; name one as "
              + path.getName()
              + "::member or with the option member, or several as columns with the option columns,"
              + " of "
              + members);
    }
    return members.getFirst();
  }

  /// The arrays of an archive or a folder, each as a column.
  private ArrayFile openColumns(Found found, String name) throws IOException {
    Path path = found.path();
    if (!found.member().isEmpty()) {
      throw new NpySourceException(
          name + ": a member is given, and the option columns, which names all that are read");
    }
    List<ArrayFile> columns = new ArrayList<>();
    if (found.file().isDirectory()) {
      FileSystem files = path.getFileSystem(hadoop);
      for (FileStatus file : columnFiles(files, path)) {
        String column = file.getPath().getName();
        columns.add(openFile(file).asColumn(withoutEnding(column)));
      }
    } else if (ArrayName.isArchiveName(path.getName())) {
      RowSources.requireMappable(path, "");
      try (NpzFile archive = NpzFile.open(RowSources.local(path))) {
        for (String column :
            isAll() ? archive.members().stream().map(NpzMember::key).toList() : options.columns()) {
          columns.add(member(archive, path, column).asColumn(withoutEnding(column)));
        }
      }
    } else {
      throw new NpySourceException(
          name + ": this is one array, expected an archive or a folder for the option columns");
    }
    if (columns.isEmpty()) {
      throw new NpySourceException(name + ": the archive has no arrays");
    }
    requireSameRows(columns);
    return ArrayFile.ofColumns(path, columns);
  }

  private boolean isAll() {
    return options.columns().equals(List.of(ALL));
  }

  private static String withoutEnding(String name) {
    return name.endsWith(ARRAY) ? name.substring(0, name.length() - ARRAY.length()) : name;
  }

  private List<FileStatus> columnFiles(FileSystem files, Path folder) throws IOException {
    if (isAll()) {
      return filtered(inFolder(files, folder));
    }
    List<FileStatus> found = new ArrayList<>();
    for (String column : options.columns()) {
      Path path = new Path(folder, new Path(null, null, column));
      found.addAll(
          matches(files, files.exists(path) ? path : new Path(folder, column + ARRAY), ""));
    }
    return found;
  }

  private static void requireSameRows(List<ArrayFile> columns) {
    ArrayFile first = columns.getFirst();
    for (ArrayFile each : columns) {
      if (each.array().rows() != first.array().rows()) {
        throw new NpySourceException(
            each.name()
                + ": the option columns needs arrays of one length, found "
                + each.array().rows()
                + " rows, and "
                + first.array().rows()
                + " in "
                + first.name());
      }
    }
  }
}
