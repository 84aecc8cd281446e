package io.ndmap.cli.csv;

import io.ndmap.file.AccessRights;
import io.ndmap.file.ReplacedFile;
import io.ndmap.file.TemporaryFile;
import io.ndmap.posix.Disk;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;

/// CSV files, which are recognised by their name.
public final class CsvFile {

  private static final int BUFFER = 1 << 16;

  private CsvFile() {}

  /// Writes the content of a file.
  public interface Content {
    void write(Writer out) throws IOException;
  }

  /// Whether the name of a file ends in `.csv`.
  public static boolean is(Path file) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".csv");
  }

  /// Creates a CSV file. The file appears complete or not at all. A replaced file keeps its
  /// permissions; if `replacing` is true, links are followed.
  ///
  /// @throws FileAlreadyExistsException if the file exists and must not be replaced
  public static void create(Path file, boolean replacing, Content content) throws IOException {
    if (!replacing && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(file.toString());
    }
    Path target = replacing ? ReplacedFile.of(file) : file;
    boolean replaces = Files.exists(target);
    try (TemporaryFile temporary = TemporaryFile.createPrivate(target)) {
      // This encoder throws an exception for a character that UTF-8 cannot encode, instead of
      // replacing it. CSV text has no such characters, because TextEncoding rejects them.
      Writer out =
          new BufferedWriter(
              Channels.newWriter(temporary.channel(), StandardCharsets.UTF_8.newEncoder(), BUFFER),
              BUFFER);
      content.write(out);
      out.flush();
      (replaces ? AccessRights.of(target) : AccessRights.ofNew(target)).giveTo(temporary.path());
      Disk.force(temporary.channel(), target);
      if (replacing) {
        temporary.replace(target);
      } else {
        temporary.publish(target);
      }
    }
  }
}
