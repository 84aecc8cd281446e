package io.ndmap.fill;

import io.ndmap.posix.Directories;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/// The end of a fill, by who holds the mutex: the array gets its name, and all else goes. Each step
/// may be the last of a process that is killed; the next one goes on behind it.
///
/// @param files their names
/// @param progress told each step
record Publication(FillFiles files, Consumer<FillStep> progress) {

  /// Publishes an array of which all chunks are DONE.
  void run(Ledger ledger) throws IOException {
    LedgerHeader header = ledger.header();
    progress.accept(FillStep.COMPLETE);
    if (header.durable()) {
      try (FileChannel channel =
          FileChannel.open(files.data(header.visible()), StandardOpenOption.WRITE)) {
        channel.force(true);
      }
    }
    // The same file: somebody was killed right behind this.
    if (!header.visible() && FillCreation.inode(files.array()) != header.inode()) {
      FillCreation.link(files.working(), files.array());
    }
    Directories.forceThatOf(files.array());
    progress.accept(FillStep.PUBLISHED);
    ledger.setState(Ledger.PUBLISHED);
    progress.accept(FillStep.ANNOUNCED);
    removeFiles();
  }

  /// Removes what a published array does not need.
  void removeFiles() throws IOException {
    Files.deleteIfExists(files.working());
    progress.accept(FillStep.WORKING_REMOVED);
    Files.deleteIfExists(files.ledger());
    progress.accept(FillStep.LEDGER_REMOVED);
    Files.deleteIfExists(files.reasons());
    Files.deleteIfExists(files.lock());
    Directories.forceThatOf(files.array());
    progress.accept(FillStep.LOCK_REMOVED);
  }
}
