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

/// Publishes an array: links it to its name and removes all other files of the fill. The caller
/// owns the mutex. If the process is killed after a step, the next process continues from that
/// step.
///
/// @param files the names of the files
/// @param progress called after each step
public record Publication(FillFiles files, Consumer<FillStep> progress) {

  /// Publishes an array whose chunks are all DONE.
  void run(Ledger ledger) throws IOException {
    LedgerHeader header = ledger.header();
    progress.accept(FillStep.COMPLETE);
    // True if a publisher was killed right after linking.
    boolean named = FillFiles.inode(files.array()) == header.inode();
    Path data = named ? files.array() : files.data(header.visible());
    if (FillFiles.inode(data) != header.inode()) {
      throw new FillMismatchException(
          data.toString(), "file", "the one that was filled", "another one, or gone");
    }
    if (header.durable()) {
      // Not through a FileChannel, which an interrupt of the thread would close.
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

  /// Completes a publication whose process was killed after linking the array to its name.
  ///
  /// @param header the header of the fill's ledger
  void finish(LedgerHeader header) throws IOException {
    files.forceNames(header.durable());
    removeFiles(header.inode());
  }

  /// Removes the other files of the fill.
  ///
  /// @param inode the inode number of the array; a file with the working name but another inode is
  ///   not removed
  private void removeFiles(long inode) throws IOException {
    if (FillFiles.inode(files.working()) == inode) {
      Files.delete(files.working());
    }
    progress.accept(FillStep.WORKING_REMOVED);
    Files.deleteIfExists(files.ledger());
    progress.accept(FillStep.LEDGER_REMOVED);
    Files.deleteIfExists(files.reasons());
    Files.deleteIfExists(files.lock());
    // Files that reappear after a crash are removed by the next participant.
    files.forceNames(false);
    progress.accept(FillStep.LOCK_REMOVED);
  }
}
