package io.ndmap.cli.view;

import io.ndmap.cli.run.OtherFileException;
import io.ndmap.file.AccessRights;
import io.ndmap.file.ReplacedFile;
import io.ndmap.file.TemporaryFile;
import io.ndmap.posix.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// A picture file. It appears complete or not at all, and a later write may replace it by a better
/// picture.
final class PictureFile {

  private final Path path;
  private boolean replaces;

  /// @param replaces whether an existing file may be replaced
  PictureFile(Path path, boolean replaces) {
    this.path = path;
    this.replaces = replaces;
  }

  /// Rejects an existing file before its picture is drawn.
  ///
  /// @throws OtherFileException if the file exists and may not be replaced
  void requireFree() throws OtherFileException {
    if (!replaces && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new OtherFileException(path, new FileAlreadyExistsException(path.toString()));
    }
  }

  /// Writes the file. Later calls replace it.
  ///
  /// @throws OtherFileException if the file cannot be written; an existing file is then unchanged
  void write(byte[] bytes) throws OtherFileException {
    try {
      Path target = replaces ? ReplacedFile.of(path) : path;
      boolean old = Files.exists(target);
      try (TemporaryFile temporary = TemporaryFile.createPrivate(target)) {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
          var _ = temporary.channel().write(rest);
        }
        (old ? AccessRights.of(target) : AccessRights.ofNew(target)).giveTo(temporary.path());
        Disk.force(temporary.channel(), target);
        if (replaces) {
          temporary.replace(target);
        } else {
          temporary.publish(target);
        }
      }
      replaces = true;
    } catch (IOException e) {
      throw new OtherFileException(path, e);
    }
  }
}
