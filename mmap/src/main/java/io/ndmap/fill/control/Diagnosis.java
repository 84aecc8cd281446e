package io.ndmap.fill.control;

import io.ndmap.fill.ledger.FillArrayFile;
import io.ndmap.fill.ledger.FillFiles;
import io.ndmap.fill.ledger.Ledger;
import io.ndmap.fill.ledger.LedgerHeader;
import io.ndmap.fill.ledger.Mutex;
import io.ndmap.fill.ledger.WorkerEntry;
import io.ndmap.fill.model.FillFinding;
import io.ndmap.fill.model.FillProgress;
import io.ndmap.fill.model.FillStatus;
import io.ndmap.fill.model.WorkerStatus;
import io.ndmap.npy.FillException;
import io.ndmap.posix.OpenFile;
import io.ndmap.posix.Posix;
import io.ndmap.posix.Proc;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// Diagnoses a fill, or a directory for one, by testing what fills rely on. Does not change the
/// fill; creates test files in the directory and removes them.
///
/// @param files the files of the fill
public record Diagnosis(FillFiles files) {

  /// Runs the tests. If there is no directory, or this JVM does not support the locks, the tests
  /// that need them are left out.
  public List<FillFinding> run() throws IOException {
    List<FillFinding> findings = new ArrayList<>();
    findings.add(nativeAccess());
    findings.add(processes());
    if (!files.hasDirectory()) {
      findings.add(
          problem(
              "directory",
              files.array().toAbsolutePath().getParent() + " does not exist",
              "create it"));
      return findings;
    }
    addDirectory(findings);
    if (OpenFile.obstacle().isEmpty()) {
      addFill(findings);
    }
    return findings;
  }

  private void addDirectory(List<FillFinding> findings) throws IOException {
    Path probe;
    try {
      probe = Files.createTempFile(directory(), ".ndmap-doctor-", ".tmp");
    } catch (FileSystemException e) {
      findings.add(
          problem(
              "directory",
              "takes no file of this user: "
                  + Optional.ofNullable(e.getReason()).orElse("permission denied"),
              "make it writable; or look as the user of the workers"));
      return;
    }
    try {
      findings.add(links(probe));
      if (OpenFile.obstacle().isEmpty()) {
        findings.add(locks(probe));
      }
      findings.add(space(probe));
    } finally {
      Files.deleteIfExists(probe);
    }
  }

  private Path directory() {
    return files.array().resolveSibling(".");
  }

  private static FillFinding nativeAccess() {
    Optional<String> obstacle = OpenFile.obstacle();
    if (obstacle.isPresent()) {
      return problem("native access", obstacle.get(), "start the JVM with that flag");
    }
    return Posix.isEnabled()
        ? ok("native access", "granted")
        : note(
            "native access",
            "used without a flag: the JVM warns once, and disk space is reserved by writing zeros",
            "start the JVM with --enable-native-access");
  }

  private static FillFinding processes() {
    if (!Proc.isOwn()) {
      return note(
          "/proc",
          "is not there, or that of another pid namespace; fills work, but participants cannot be"
              + " seen or evicted from here",
          "mount the /proc of this pid namespace");
    }
    String namespace =
        Proc.namespace().map(inode -> "of pid namespace " + inode).orElse("of this process");
    return Proc.stat(1).isPresent()
        ? ok("/proc", namespace)
        : note(
            "/proc",
            namespace + ", with other users' processes hidden: they cannot be seen or evicted",
            "look as root, or as the user of the workers");
  }

  private FillFinding links(Path probe) throws IOException {
    FileStore store = Files.getFileStore(probe);
    Path link = probe.resolveSibling(probe.getFileName() + ".link");
    try {
      FillFiles.link(probe, link);
      return ok("file system", store.type() + ", with hard links");
    } catch (FillException e) {
      return problem(
          "file system",
          store.type() + " makes no hard links",
          "fill on ext4, xfs, btrfs or tmpfs, and copy the array");
    } finally {
      Files.deleteIfExists(link);
    }
  }

  private static FillFinding locks(Path probe) throws IOException {
    try (OpenFile one = OpenFile.open(probe, false);
        OpenFile other = OpenFile.open(probe, false)) {
      long at = FillArrayFile.FIRST_SLOT;
      if (one.tryLock(at) && !other.tryLock(at) && other.isLockedElsewhere(at, 1)) {
        return ok("locks", "exclude each other");
      }
      return problem(
          "locks",
          "of open file descriptions do not exclude each other here",
          "fill on a local file system");
    } catch (IOException e) {
      return problem("locks", e.toString(), "fill on a local file system");
    }
  }

  private FillFinding space(Path probe) throws IOException {
    long free = Files.getFileStore(probe).getUsableSpace();
    return ok("free space", free + " bytes");
  }

  private void addFill(List<FillFinding> findings) throws IOException {
    FillStatus status;
    try {
      status = new StatusReader(files).read();
    } catch (NoSuchFileException e) {
      findings.add(ok("fill", "none, and no array of that name"));
      return;
    }
    FillProgress progress = status.progress();
    findings.add(
        ok(
            "fill",
            status.isCounted()
                ? status.state().name().toLowerCase(Locale.ROOT)
                    + ", "
                    + progress.done()
                    + " of "
                    + progress.chunks()
                    + " chunks done"
                : "published"));
    if (status.missingBytes() > 0) {
      findings.add(
          problem(
              "array",
              "was truncated: " + status.missingBytes() + " bytes are missing",
              "ndmap fill abort, and fill it again"));
    }
    if (progress.poisoned() > 0) {
      findings.add(
          problem(
              "chunks",
              progress.poisoned() + " failed too often; ndmap fill status shows why",
              "ndmap fill retry"));
    }
    try (Ledger ledger = Ledger.open(files.ledger(), false)) {
      addLedger(findings, ledger, status);
    } catch (NoSuchFileException e) {
      // The array is published.
    }
  }

  private void addLedger(List<FillFinding> findings, Ledger ledger, FillStatus status)
      throws IOException {
    if (ledger.mayHaveLost()) {
      findings.add(
          problem(
              "restart",
              "the system was rebooted since this fast fill was created: what is marked done may"
                  + " be lost",
              "ndmap fill recover --refill or --trust, or ndmap fill abort"));
    }
    Optional<Path> array = files.named(ledger.header().inode());
    if (array.isEmpty()) {
      findings.add(
          problem(
              "array", "is gone, though it has a ledger", "ndmap fill abort, or create it again"));
      return;
    }
    try (FillArrayFile file = FillArrayFile.openReadOnly(array.get())) {
      boolean alive = false;
      for (int slot = 0; slot < LedgerHeader.SLOTS; slot++) {
        if (file.isAlive(slot)) {
          alive = true;
          findings.add(holder(slot, ledger.worker(slot), array.get()));
        }
      }
      if (!Mutex.idOf(files.lock()).equals(OptionalLong.of(ledger.lockId()))) {
        boolean replaced = Files.exists(files.lock());
        findings.add(
            note(
                "lock file",
                replaced ? "was replaced" : "was removed",
                alive
                    ? "participants may continue; others may join when they have left"
                    : "nothing: the next process to join "
                        + (replaced ? "takes this" : "makes a new")
                        + " one"));
      }
    }
    for (WorkerStatus worker : status.workers()) {
      if (!worker.alive()) {
        findings.add(
            note(
                "slot " + worker.slot(),
                "%s process %s is dead and had claimed %s chunks"
                    .formatted(worker.kind(), worker.pid(), worker.claimed()),
                "nothing: the next claim frees them"));
      }
    }
  }

  private static FillFinding holder(int slot, WorkerEntry worker, Path array) throws IOException {
    List<Long> holders = Proc.holders(array, FillArrayFile.FIRST_SLOT + slot);
    String subject = "slot " + slot;
    if (holders.isEmpty()) {
      return note(
          subject,
          "held by a process that cannot be seen from here; its entry says process "
              + worker.process().pid()
              + ", by the numbers of its container",
          "to evict it, go there or be root");
    }
    boolean own =
        holders.contains(worker.process().pid())
            || Proc.namespace().filter(here -> here == worker.process().namespace()).isEmpty();
    String names =
        String.join(", ", holders.stream().map(pid -> pid + Proc.command(pid).orElse("")).toList());
    if (worker.process().isStopped()) {
      return note(
          subject,
          "held by process " + names + ", which is stopped",
          "let it go on, or ndmap fill evict " + slot);
    }
    return own
        ? ok(subject, "held by process " + names)
        : note(
            subject,
            "process %s is dead; what it had claimed is held by what it forked: process %s"
                .formatted(worker.process().pid(), names),
            "wait for its end, or ndmap fill evict " + slot);
  }

  private static FillFinding ok(String subject, String text) {
    return new FillFinding(FillFinding.Severity.OK, subject, text, Optional.empty());
  }

  private static FillFinding note(String subject, String text, String remedy) {
    return new FillFinding(FillFinding.Severity.NOTE, subject, text, Optional.of(remedy));
  }

  private static FillFinding problem(String subject, String text, String remedy) {
    return new FillFinding(FillFinding.Severity.PROBLEM, subject, text, Optional.of(remedy));
  }
}
