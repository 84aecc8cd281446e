package io.ndmap.power;

import io.ndmap.testing.ChildJvm;
import io.ndmap.testing.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// Runs work on a logged disk, and then cuts the power repeatedly, each time at another moment.
/// Runs in its own namespaces: its mounts and processes end with it.
final class PowerRig {

  /// How close to an acknowledgement half of the cuts are, in entries.
  private static final int NEAR = 3;

  /// Flags of JVMs in PID namespaces: their process IDs are low, so their performance data files
  /// could have the names of those of other JVMs.
  static final List<String> JVM_FLAGS = List.of(ChildJvm.NATIVE, "-XX:-UsePerfData");

  private PowerRig() {}

  /// The work completed when the log had a number of entries.
  private record Note(int entries, String text) {

    static Note parse(String line) {
      String[] parts = line.split(" ", 2);
      return new Note(Integer.parseInt(parts[0]), parts[1]);
    }
  }

  /// Runs the rig.
  ///
  /// @param arguments an empty directory, the work, the format of the disk, the number of cuts,
  ///   whether to end at the first loss; and a command under which the work runs
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    Work work = Work.valueOf(arguments[1]);
    DiskFormat format = DiskFormat.valueOf(arguments[2]);
    int cuts = Integer.parseInt(arguments[3]);
    boolean untilLoss = Boolean.parseBoolean(arguments[4]);
    List<String> wrapper = List.of(arguments).subList(5, arguments.length);
    Commands.require("mount", "-t", "tmpfs", "none", directory.toString());
    LoggedDisk disk = LoggedDisk.open(directory, format);
    List<Note> notes;
    try (ChildJvm child =
        ChildJvm.start(wrapper, JVM_FLAGS, PowerChild.class, work, disk.directory(), disk.log())) {
      notes = child.finish().stream().map(Note::parse).toList();
    }
    // Unmounting is not part of the work.
    int entries = Math.toIntExact(WriteLog.count(disk.log()));
    disk.end();
    try (PowerCut power =
        PowerCut.of(disk.log(), directory.resolve("flushed"), format.diskBytes())) {
      Outcome outcome = Outcome.NONE;
      Random random = new Random(7);
      for (int end : ends(notes, power.flushes(), entries, cuts, random)) {
        outcome = outcome.and(cut(power, end, random, directory, format, work.load(), notes));
        if (untilLoss && outcome.losses() > 0) {
          break;
        }
      }
      System.out.println(outcome.line());
    }
  }

  /// The numbers of entries at which the power is cut: half of them close to a note, the others
  /// anywhere, but often when much is unflushed.
  private static List<Integer> ends(
      List<Note> notes, List<Integer> flushes, int entries, int cuts, Random random) {
    int begin = notes.getFirst().entries();
    List<Integer> late = flushes.stream().filter(at -> at > begin && at < entries).toList();
    return IntStream.range(0, cuts)
        .map(
            i -> {
              int at =
                  switch (i % 8) {
                    case 0, 1, 2, 3 ->
                        notes.get(random.nextInt(notes.size())).entries()
                            + random.nextInt(2 * NEAR + 1)
                            - NEAR;
                    case 4 -> begin + random.nextInt(entries - begin + 1);
                    default -> late.isEmpty() ? entries : late.get(random.nextInt(late.size()));
                  };
              return Math.clamp(at, begin, entries);
            })
        .sorted()
        .boxed()
        .toList();
  }

  private static Outcome cut(
      PowerCut power,
      int end,
      Random random,
      Path directory,
      DiskFormat format,
      Workload load,
      List<Note> notes)
      throws IOException, InterruptedException {
    List<String> noted = new ArrayList<>();
    for (Note note : notes.subList(1, notes.size())) {
      if (note.entries() <= end) {
        noted.add(note.text());
      }
    }
    Path disk = directory.resolve("cut");
    Path mounted = Files.createDirectories(directory.resolve("mounted"));
    power.at(end, random, disk);
    Commands.require(format.mount(disk, mounted));
    try {
      Findings findings = new Findings();
      String loss = "";
      try {
        load.check(mounted, noted, findings);
      } catch (Exception | AssertionError e) {
        loss = "cut at " + end + " after " + noted.size() + " notes: " + e;
      }
      return Outcome.ofCut(findings, loss);
    } finally {
      // Recently closed mappings are unmapped a little later, and the disk can be unmounted only
      // after them.
      Commands.require("umount", "--lazy", mounted.toString());
      Files.delete(disk);
    }
  }
}
