package io.ndmap.fill.participant;

import io.ndmap.fill.ledger.FillFiles;
import io.ndmap.fill.ledger.Ledger;
import io.ndmap.fill.ledger.LedgerHeader;
import io.ndmap.npy.FillMismatchException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/// Publishes an array, under the mutex: gives it its name and removes all other files. If a process
/// is killed after a step, the next one continues there.
///
/// @param files their names
/// @param progress told each step
public record Publication(FillFiles files, Consumer<FillStep> progress) {

  /// Publishes an array of which all chunks are DONE.
  void run(Ledger ledger) throws IOException {
    LedgerHeader header = ledger.header();
    progress.accept(FillStep.COMPLETE);
    // The same file: a publisher was killed right after the naming.
    boolean named = FillFiles.inode(files.array()) == header.inode();
    Path data = named ? files.array() : files.data(header.visible());
    if (FillFiles.inode(data) != header.inode()) {
      throw new FillMismatchException(
          data.toString(), "file", "the one that was filled", "another one, or gone");
    }
    if (header.durable()) {
      // Not by a channel, which an interrupt would close.
      try (RandomAccessFile file = new RandomAccessFile(data.toFile(), "r")) {
        file.getFD().sync();
      }
    }
    if (!named) {
      FillFiles.link(files.working(), files.array());
    }
    files.forceNames(header.durable());
    progress.accept(FillStep.PUBLISHED);
    ledger.setState(Ledger.PUBLISHED);
    progress.accept(FillStep.ANNOUNCED);
    removeFiles(header.inode());
  }

  /// Completes a publication whose process was killed after the array had got its name.
  ///
  /// @param header of the fill's ledger
  void finish(LedgerHeader header) throws IOException {
    files.forceNames(header.durable());
    removeFiles(header.inode());
  }

  /// Removes what a published array does not need.
  ///
  /// @param inode of the array; another file with the working name is not ours to remove
  private void removeFiles(long inode) throws IOException {
    if (FillFiles.inode(files.working()) == inode) {
      Files.delete(files.working());
    }
    progress.accept(FillStep.WORKING_REMOVED);
    Files.deleteIfExists(files.ledger());
    progress.accept(FillStep.LEDGER_REMOVED);
    Files.deleteIfExists(files.reasons());
    Files.deleteIfExists(files.lock());
    // What reappears after a crash is removed by the next participant.
    files.forceNames(false);
    progress.accept(FillStep.LOCK_REMOVED);
  }
}
