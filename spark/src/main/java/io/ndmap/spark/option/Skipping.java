package io.ndmap.spark.option;

import io.ndmap.npy.MappingLimitException;
import io.ndmap.npy.MissingLibraryException;
import io.ndmap.npy.NpyFormatException;
import io.ndmap.op.MappingFaultException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.spark.sql.catalyst.FileSourceOptions;
import scala.collection.immutable.Map$;
import scala.jdk.javaapi.CollectionConverters;

/// Which files are skipped instead of failing the query.
///
/// @param corrupt whether to skip files that cannot be read; rows read before the failure are kept
/// @param missing whether to skip files that were deleted after their folder was listed
public record Skipping(boolean corrupt, boolean missing) implements Serializable {

  private static final long serialVersionUID = 1L;

  /// Returns the values of the options `ignoreCorruptFiles` and `ignoreMissingFiles`, or else the
  /// session's settings.
  ///
  /// @param options the options of a read
  /// @return which files are skipped
  public static Skipping of(Map<String, String> options) {
    FileSourceOptions spark =
        new FileSourceOptions(
            Map$.MODULE$.<String, String>from(CollectionConverters.asScala(options)));
    return new Skipping(spark.ignoreCorruptFiles(), spark.ignoreMissingFiles());
  }

  /// Whether to skip a file after a failure. A skipped file is logged.
  ///
  /// @param e the failure
  /// @param file the name of the file
  /// @return false if the query must fail
  public boolean skips(Exception e, String file) {
    boolean isMissing = isMissing(e);
    boolean isSkipped = isMissing ? missing : corrupt && isCorrupt(e);
    if (isSkipped) {
      System.getLogger(Skipping.class.getPackageName())
          .log(
              Level.WARNING,
              file
                  + ": skipped, as ignore"
                  + (isMissing ? "MissingFiles" : "CorruptFiles")
                  + " says: "
                  + e.getMessage());
    }
    return isSkipped;
  }

  private static boolean isMissing(Exception e) {
    return hasCause(
        e,
        each ->
            !isOutOfFiles(each)
                && (each instanceof NoSuchFileException || each instanceof FileNotFoundException));
  }

  private static boolean isCorrupt(Exception e) {
    return !hasCause(e, Skipping::isOfProcess)
        && (e instanceof NpyFormatException
            || e instanceof MappingFaultException
            || e instanceof IOException
            || e instanceof UncheckedIOException);
  }

  private static boolean hasCause(Exception e, Predicate<Throwable> which) {
    for (Throwable each = e; each != null; each = each.getCause()) {
      if (which.test(each)) {
        return true;
      }
    }
    return false;
  }

  /// Whether the failure is due to this process or a server, for instance to missing permissions,
  /// and so says nothing about the file.
  private static boolean isOfProcess(Throwable e) {
    return e instanceof AccessDeniedException
        || e instanceof AccessControlException
        || e instanceof BlockMissingException
        || e instanceof MappingLimitException
        || e instanceof MissingLibraryException
        || e instanceof ClosedChannelException
        || e instanceof InterruptedIOException
        || e instanceof OutOfMemoryError
        || isOutOfFiles(e);
  }

  /// Whether the process has too many open files. Java has no exception for this case: streams
  /// throw [FileNotFoundException], as for missing files.
  private static boolean isOutOfFiles(Throwable e) {
    return e instanceof IOException
        && String.valueOf(e.getMessage()).contains("Too many open files");
  }
}
