package io.ndmap.serve.tree;

import io.ndmap.serve.answer.Problem;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;

/// The resolved location of a name: a path without links below a served directory.
///
/// Between the check of a path and its use, another process may replace a part of the path by a
/// link. So files are opened relative to the served directory, one path segment at a time, without
/// following links. This needs a [SecureDirectoryStream]: on systems without it, such as Windows,
/// the path is opened as a whole.
///
/// @param name the name in the tree, for messages
/// @param base the served directory, without links
/// @param file the path, without links: the directory itself or a path below it
record Location(String name, Path base, Path file) {

  private static final Set<OpenOption> READING =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  /// Opens the file for reading if it is a regular file. Other files, such as FIFOs and devices,
  /// result in a [Problem] with 404: opening them could block or have side effects.
  FileChannel openFile() throws IOException {
    Path last = file.getFileName();
    try (DirectoryStream<Path> directory = directory(directoryOf(file))) {
      if (!(directory instanceof SecureDirectoryStream<Path> secure)) {
        requireRegular(
            Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        return FileChannel.open(file, READING);
      }
      requireRegular(
          secure
              .getFileAttributeView(last, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
              .readAttributes());
      SeekableByteChannel channel = secure.newByteChannel(last, READING);
      if (channel instanceof FileChannel opened) {
        return opened;
      }
      channel.close();
      throw new IOException(name + ": its file system has no channels that can be mapped");
    }
  }

  /// Opens the directory.
  DirectoryStream<Path> openDirectory() throws IOException {
    return directory(file);
  }

  /// Opens the served directory or a directory below it.
  @SuppressWarnings("StreamResourceLeak") // the caller closes what is returned
  private DirectoryStream<Path> directory(Path requested) throws IOException {
    DirectoryStream<Path> reached = Files.newDirectoryStream(base);
    if (requested.equals(base)) {
      return reached;
    }
    if (!(reached instanceof SecureDirectoryStream<Path>)) {
      reached.close();
      return Files.newDirectoryStream(requested);
    }
    for (Path part : base.relativize(requested)) {
      DirectoryStream<Path> above = reached;
      try (above) {
        reached =
            ((SecureDirectoryStream<Path>) above)
                .newDirectoryStream(part, LinkOption.NOFOLLOW_LINKS);
      }
    }
    return reached;
  }

  /// The directory of a file. The root directory is its own directory.
  static Path directoryOf(Path file) {
    return Objects.requireNonNullElse(file.getParent(), file);
  }

  private void requireRegular(BasicFileAttributes attributes) {
    if (!attributes.isRegularFile()) {
      throw new Problem(404, "there is no array '" + name + "': it is not a regular file");
    }
  }
}
