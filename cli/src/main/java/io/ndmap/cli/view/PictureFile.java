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

/// A file that becomes a picture, complete or not at all, and maybe a better one later.
final class PictureFile {

  private final Path path;
  private boolean replaces;

  /// @param replaces whether a file that is there gives way
  PictureFile(Path path, boolean replaces) {
    this.path = path;
    this.replaces = replaces;
  }

  /// Refuses a file that is there, before a picture is made for it.
  ///
  /// @throws OtherFileException if it is there, and is not replaced
  void requireFree() throws OtherFileException {
    if (!replaces && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new OtherFileException(path, new FileAlreadyExistsException(path.toString()));
    }
  }

  /// Writes the file; the next call replaces it.
  ///
  /// @throws OtherFileException if it cannot be written; then the file is as it was before
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
