package io.ndmap.cli.array;

import io.ndmap.cli.argument.ArrayArgument;
import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.argument.MemberOptions;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.QuantityText;
import io.ndmap.cli.run.FileFailure;
import io.ndmap.cli.run.Session;
import io.ndmap.cli.run.UsageException;
import io.ndmap.grow.GrowthState;
import io.ndmap.grow.NpyGrowth;
import io.ndmap.mmap.NpyFile;
import io.ndmap.mmap.OpenMode;
import io.ndmap.npy.HeaderLimits;
import io.ndmap.npy.NpyHeader;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzRepair;
import io.ndmap.npz.NpzReport;
import io.ndmap.safetensors.SafetensorsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Verifies files.
@Command(
    name = "verify",
    description = {
      "Checks files: header, size, trailing bytes; archives with CRCs.",
      "Checks the directory of an archive, and the header, size and CRC of each member. Changes"
          + " nothing unless --repair is given.",
      "Exits with 1 if a file is not sound. Bytes after the data of an array count as a fault,"
          + " because they may be rows that its header does not count; another array after the data"
          + " is reported, but is not a fault."
    })
public final class VerifyCommand implements Callable<Integer> {

  /// The offset of the header's length field.
  private static final int LENGTH_AT = 8;

  private final Session session;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "The .npy, .npz and .safetensors files.")
  private List<ArrayArgument> files = List.of();

  @Mixin private MemberOptions member = new MemberOptions();

  @Mixin private LimitOptions limits = new LimitOptions();

  @Option(names = "--json", description = "Print one JSON object per line and file.")
  private boolean json;

  @Option(
      names = "--repair",
      description = {
        "Repair first: archives as ndmap npz repair does; .npy files whose appender died, by"
            + " counting the rows that are there in the header."
      })
  private boolean repair;

  @Option(
      names = "--recover",
      description = "With --repair: count whole rows that follow the data, and cut off the rest.")
  private boolean recover;

  @Option(
      names = "--truncate",
      description = "With --repair: cut off all bytes that follow the data.")
  private boolean truncate;

  @Option(names = "--dry-run", description = "Report what --repair would do, and change nothing.")
  private boolean dryRun;

  private boolean isDamaged;

  /// The findings about a file that can be opened.
  ///
  /// @param trailingBytes the number of bytes after the data or the archive
  /// @param trailingRows the number of rows that these bytes would form
  private record Findings(
      ArrayName file,
      boolean isSound,
      List<NpzReport.Member> members,
      long trailingBytes,
      long trailingRows) {}

  public VerifyCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    if (dryRun && !repair) {
      throw new UsageException("--dry-run is for --repair");
    }
    if ((recover || truncate) && !repair) {
      throw new UsageException("--recover and --truncate are for --repair");
    }
    UsageException.requireOneOf("--recover", recover, "--truncate", truncate);
    UsageException.requireOneOf("--repair", repair, "--json", json);
    List<ArrayName> names = member.of(files);
    if (repair && names.stream().anyMatch(name -> name.member().isPresent())) {
      throw new UsageException("--repair is for whole files, not for members");
    }
    int exit = session.runArrays(names, json, this::verify);
    return isDamaged ? Session.FAILED : exit;
  }

  private void verify(ArrayName name) throws IOException {
    if (name.member().isPresent()) {
      verifyMember(name, name.member().get());
      return;
    }
    Path file = name.file();
    if (SafetensorsFile.isSafetensors(file)) {
      if (repair) {
        throw new IOException("a .safetensors file, which has no checksums to repair");
      }
      // Opening checks everything that the header claims.
      SafetensorsFile.open(file, OpenMode.READ_ONLY, limits.options().members()).close();
      show(new Findings(name, true, List.of(), 0, 0));
      return;
    }
    boolean isArchive = NpzFile.isArchive(file);
    if (repair) {
      if (isArchive) {
        ArchiveRepair.run(session, file, dryRun, limits.options());
      } else {
        ArrayRepair.run(session, file, ArrayRepair.decision(recover, truncate), dryRun);
      }
      // Keep the report of the repair even if the file cannot be read afterwards.
      session.out().flush();
      session.out().begin();
    }
    if (isArchive) {
      NpzReport report = NpzRepair.verify(file, limits.options());
      if (report.damage().isPresent()) {
        throw report.damage().get();
      }
      show(new Findings(name, report.isSound(), report.members(), report.trailingBytes(), 0));
      return;
    }
    NpyHeader header = NpyFile.readHeader(file, limits.headers());
    if (header.dtype().hasObject()) {
      // The end of a pickle can only be found by reading its objects.
      show(new Findings(name, true, List.of(), 0, 0));
    } else if (header.shape().rank() > 0) {
      verifyGrowth(name, header);
    } else {
      long end = header.dataOffset() + header.dataBytes();
      show(new Findings(name, true, List.of(), Files.size(file) - end, 0));
    }
  }

  /// Suggests how to treat trailing bytes that may be rows. Appenders reject headers that are
  /// longer than NumPy's limit, so arrays with such a header are not repaired.
  private static String remedy(NpyHeader header, GrowthState found) {
    long characters = header.dataOffset() - LENGTH_AT - header.version().lengthBytes();
    if (characters <= HeaderLimits.DEFAULT_MAX_CHARACTERS) {
      return found.rowBytes() == 0
          ? "; --repair --truncate cuts them off"
          : "; --repair --recover counts the rows, --repair --truncate cuts all of them off";
    }
    return "; arrays with so long a header do not grow and are not repaired: ndmap convert"
        + " --max-header makes a copy without these bytes";
  }

  private void verifyMember(ArrayName name, String key) throws IOException {
    if (SafetensorsFile.isSafetensors(name.file())) {
      NamedArray.open(name, limits.options()).close();
      show(new Findings(name, true, List.of(), 0, 0));
      return;
    }
    try (NpzFile archive = NpzFile.open(name.file(), OpenMode.READ_ONLY, limits.options())) {
      NpzReport.Member found = NpzRepair.verify(archive.member(key));
      show(new Findings(name, found.state() == NpzReport.State.SOUND, List.of(found), 0, 0));
    } catch (NoSuchElementException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  private void verifyGrowth(ArrayName name, NpyHeader header) throws IOException {
    Path file = name.file();
    GrowthState found = NpyGrowth.inspect(file, limits.headers());
    boolean isUncounted =
        found.trailingBytes() > 0 && !found.hasFollowingArray() && !NpyGrowth.isBeingAppended(file);
    boolean isSound = !found.isPaddingInterrupted() && !isUncounted;
    show(new Findings(name, isSound, List.of(), found.trailingBytes(), found.trailingRows()));
    if (json) {
      return;
    }
    if (found.isPaddingInterrupted()) {
      session.say(file, "a process is extending its header, or died while it did");
    }
    if (isUncounted) {
      session.say(file, ArrayRepair.trailing(found) + remedy(header, found));
    }
    if (found.hasFollowingArray()) {
      session.say(file, "another array begins after the end");
    }
  }

  private void show(Findings found) throws IOException {
    isDamaged |= !found.isSound();
    if (json) {
      JsonLine.write(session.out(), line -> write(line, found));
      return;
    }
    session.say(found.file(), text(found));
    for (NpzReport.Member member : found.members()) {
      if (member.state() != NpzReport.State.SOUND) {
        session.say(
            found.file(),
            "member '"
                + member.name()
                + "': "
                + state(member)
                + ": "
                + FileFailure.inOptions(member.message()));
      }
    }
  }

  private static void write(JsonLine line, Findings found) throws IOException {
    line.text("file", found.file().toString())
        .bool("sound", found.isSound())
        .number("trailing_bytes", found.trailingBytes())
        .number("trailing_rows", found.trailingRows());
    line.objects(
        "members",
        found.members(),
        (each, member) ->
            each.text("name", member.name())
                .text("state", state(member))
                .text("message", FileFailure.inOptions(member.message())));
  }

  private static String text(Findings found) {
    String members =
        found.members().isEmpty()
            ? ""
            : QuantityText.count(found.members().size(), "member") + ", ";
    String trailing =
        found.trailingBytes() == 0
            ? ""
            : ", and " + QuantityText.count(found.trailingBytes(), "byte") + " after the end";
    return members + (found.isSound() ? "sound" : "not sound") + trailing;
  }

  private static String state(NpzReport.Member member) {
    return member.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
