package io.ndmap.cli.mpi;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ndmap.cli.argument.ArrayArgument;
import io.ndmap.cli.argument.LimitOptions;
import io.ndmap.cli.argument.MemberOptions;
import io.ndmap.cli.output.JsonLine;
import io.ndmap.cli.output.Output;
import io.ndmap.cli.run.Session;
import io.ndmap.mpi.AccessPlan;
import io.ndmap.mpi.Communicator;
import io.ndmap.mpi.NpyPart;
import io.ndmap.mpi.ParallelNpy;
import io.ndmap.nd.NdView;
import io.ndmap.npz.ArrayName;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Reads an array on all ranks.
@Command(
    name = "read",
    description = {
      "Reads one array on all ranks, each its part along an axis.",
      "Also reads a stored member of an archive, all.npz::x. Every rank reads an array of rank 0.",
      "Prints the part of each rank in NumPy's format, in the order of the ranks; with --json,"
          + " prints the SHA-256 of its values, as digest does."
    },
    footer = {
      "%nExamples:",
      "  mpirun -n 2 ndmap mpi read x.npy --axis 0",
      "  mpirun -n 4 ndmap mpi read x.npy --axis -1 --json"
    })
final class MpiReadCommand extends RankCommand {

  @Mixin private MemberOptions member = new MemberOptions();

  @Mixin private LimitOptions limits = new LimitOptions();

  MpiReadCommand(Session session) {
    super(session);
  }

  @Override
  ArrayName name(ArrayArgument text) {
    return member.of(text);
  }

  @Override
  AccessPlan plan(ArrayName name, int count) throws IOException {
    return plan(ParallelNpy.header(name, limits.options()), count);
  }

  @Override
  void run(ArrayName name, Communicator comm) throws IOException {
    NpyPart part = ParallelNpy.read(comm, name, axis(), limits.options());
    // Only rank 0 prints, because output of several ranks would be interleaved.
    List<byte[]> texts = comm.allgather(text(name, comm, part).getBytes(UTF_8));
    if (comm.rank() == 0) {
      for (byte[] text : texts) {
        session().out().write(new String(text, UTF_8));
      }
    }
  }

  private String text(ArrayName name, Communicator comm, NpyPart part) throws IOException {
    if (!json()) {
      return "rank %s of %s: %s%n%s%n".formatted(comm.rank(), comm.size(), part.box(), part.view());
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Output out = new Output(bytes)) {
      JsonLine.write(
          out,
          line ->
              box(
                      line.text("file", name.toString())
                          .number("rank", comm.rank())
                          .number("ranks", comm.size()),
                      part.box())
                  .text("values_sha256", sha256(part.view())));
    }
    return bytes.toString(UTF_8);
  }

  private static String sha256(NdView<?> view) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      view.forEachCanonicalBlock(digest::update);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
