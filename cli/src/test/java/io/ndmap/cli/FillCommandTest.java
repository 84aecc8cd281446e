package io.ndmap.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ndmap.fill.FillControl;
import io.ndmap.fill.model.FillProgress;
import io.ndmap.testing.Python;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Fills begun, looked at, worked on and ended by commands, in this process.
class FillCommandTest {

  /// Tests whether each element is its flat index; elements of a subarray have the index of the
  /// element that contains them.
  private static final String IS_INDEX =
      """
      def is_index(a, i):
          if a.dtype.names:
              return all(is_index(a[name], i) for name in a.dtype.names)
          e = i.reshape(i.shape + (1,) * (a.ndim - i.ndim))
          return np.broadcast_to(e, a.shape).astype(a.dtype).tobytes() == a.tobytes()
      for path in argv:
          a = np.load(path)
          assert is_index(a, np.arange(a.size).reshape(a.shape)), path
      """;

  @TempDir private Path directory = Path.of("");
  private Path file = Path.of("");

  @BeforeEach
  void name() {
    file = directory.resolve("x.npy");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private static void requireDone(Cli cli, String line) {
    assertThat(cli.err()).isEmpty();
    assertThat(cli.exit()).isZero();
    assertThat(cli.out()).matches(line + "\n");
  }

  private Cli init(Object... more) {
    List<Object> args = new ArrayList<>(List.of("fill", "init", file));
    args.addAll(List.of(more));
    return Cli.run(args.toArray());
  }

  /// Four chunks of six bytes each.
  private void initBytes(Object... more) {
    List<Object> args = new ArrayList<>(List.of("--dtype", "u1", "--shape", "4,6"));
    args.addAll(List.of("--chunks", "2,3", "--max-failures", "2"));
    args.addAll(List.of(more));
    requireDone(
        init(args.toArray()),
        file + ": 4 chunks of shape \\(2, 3\\), 6 bytes each, 24 bytes in all; 0 done");
  }

  /// Its files could be made, and then nobody could open them.
  @Test
  void anArrayWhoseHeaderNumpyDoesNotReadIsRefused() throws IOException {
    String dtype =
        IntStream.range(0, 400)
            .mapToObj(k -> "('field_number_" + k + "', 'i1')")
            .collect(Collectors.joining(", ", "[", "]"));
    Path array = directory.resolve("long.npy");
    assertThat(Cli.run("fill", "init", array, "--dtype", dtype, "--shape", "3"))
        .isEqualTo(
            new Cli(
                Main.FAILED,
                "",
                "ndmap: "
                    + array
                    + ": its header would have 11584 bytes, and arrays that are filled have at most"
                    + " 10000, as NumPy reads; shorten the names of the fields\n"));
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left.filter(each -> each.toString().contains("long"))).isEmpty();
    }
    assertThat(Cli.run("create", array, "--dtype", dtype, "--shape", "3").err()).isEmpty();
    assertThat(Cli.run("fill", "work", array, "--patience", "0").err())
        .isEqualTo(
            "ndmap: "
                + array
                + ": is there, with a header longer than that of an array that is filled\n");
  }

  @Test
  void aFillFromItsBeginToItsEnd() throws Exception {
    initBytes();
    assertThat(names()).containsExactly("x.npy.claims", "x.npy.filling", "x.npy.lock");
    requireDone(
        Cli.run("fill", "work", file, "--max-chunks", "3"),
        file + ": 3 chunks filled in .*/s; 1 of 4 left");
    Cli unfinished = Cli.run("fill", "finish", file);
    assertThat(unfinished)
        .isEqualTo(new Cli(Main.FAILED, "", "ndmap: " + file + ": 1 of 4 chunks are not done\n"));
    requireDone(
        init("--dtype", "u1", "--shape", "(4, 6)", "--chunks", "2,3", "--max-failures", "2"),
        file + ": 4 chunks of shape .*; 3 done");
    requireDone(
        Cli.run("fill", "work", file, "--workers", "3"),
        file + ": 1 chunk filled in .*; the array is complete");
    assertThat(names()).containsExactly("x.npy");
    String complete = file + ": the array is complete";
    requireDone(Cli.run("fill", "finish", file), complete);
    requireDone(init("--dtype", "u1", "--shape", "4,6"), complete);
    requireDone(Cli.run("fill", "work", file), file + ": 0 chunks filled in .*; .* is complete");
    requireDone(Cli.run("fill", "retry", file), file + ": 0 chunks freed");
    requireDone(Cli.run("fill", "status", file), file + ": published");
    assertThat(Cli.run("get", file, "2:, ::2").out()).isEqualTo("[[12 14 16]\n [18 20 22]]\n");
  }

  @Test
  void aMismatchIsRefused() {
    initBytes();
    assertThat(init("--dtype", "i1", "--shape", "4,6"))
        .isEqualTo(
            new Cli(Main.FAILED, "", "ndmap: " + file + ": its dtype is '|u1', expected '|i1'\n"));
    assertThat(init("--dtype", "u1", "--shape", "4,6", "--durable", "--max-failures", "2").err())
        .isEqualTo("ndmap: " + file + ": its durability is false, expected true\n");
    assertThat(init("--dtype", "u1", "--shape", "4,6", "--chunks", "2,2").err())
        .isEqualTo("ndmap: " + file + ": its chunk shape is (2, 3), expected (2, 2)\n");
  }

  @Test
  void anArrayWithoutItemsIsCompleteAtOnce() throws Exception {
    requireDone(
        init("--dtype", "f8", "--shape", "3,0", "--durable"), file + ": the array is complete");
    assertThat(names()).containsExactly("x.npy");
  }

  @Test
  void aVisibleArrayHasItsNameFromTheBeginning() throws Exception {
    requireDone(
        init("--dtype", "f8", "--shape", "5", "--visible", "--durable"), file + ": 1 chunk .*");
    assertThat(names()).containsExactly("x.npy", "x.npy.claims", "x.npy.lock");
    requireDone(Cli.run("fill", "work", file), file + ": 1 chunk filled .* is complete");
    assertThat(names()).containsExactly("x.npy");
  }

  @Test
  void everyItemIsItsIndexAsNumpyCastsIt() throws Exception {
    requireIndices(false);
  }

  @Tag("heavy")
  @Test
  void everyItemOfEveryOrderIsItsIndex() throws Exception {
    requireIndices(true);
  }

  /// @param all each dtype and shape in both orders, else three of four pairs of them, in one order
  ///   by turns
  private void requireIndices(boolean all) throws Exception {
    List<Object> files = new ArrayList<>();
    int pair = 0;
    for (String dtype :
        List.of(
            "?",
            "i1",
            "u1",
            ">i2",
            "u4",
            "<i8",
            ">u8",
            "f2",
            ">f4",
            "f8",
            "c8",
            ">c16",
            "M8[s]",
            ">m8[3D]",
            "[('a', '<i2'), ('b', '>f8', (2, 2)), ('c', [('d', '|u1'), ('e', '<c8')], (3,))]")) {
      for (String shape : List.of("", "30,50", "3,1,7,2")) {
        pair++;
        if (!all && pair % 4 == 0) {
          continue;
        }
        for (String order : all ? List.of("C", "F") : List.of(pair % 2 == 0 ? "C" : "F")) {
          file = directory.resolve(files.size() + ".npy");
          String chunks = shape.isEmpty() ? "" : shape.equals("30,50") ? "7,20" : "2,1,4,2";
          Cli begun =
              init(
                  "--dtype",
                  dtype,
                  "--shape",
                  shape,
                  "--order",
                  order,
                  files.size() % 4 < 2 ? "--chunks=" + chunks : "--max-deaths=0");
          assertThat(begun.err()).isEmpty();
          requireDone(Cli.run("fill", "work", file, "--workers", "2"), ".* is complete");
          files.add(file);
        }
      }
    }
    var _ = Python.run(IS_INDEX, files.toArray());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "S5  ~ elements of |S5 do not hold an index",
        "U3  ~ elements of <U3 do not hold an index",
        "V2  ~ elements of |V2 do not hold an index",
        "[('a', '<i4'), ('b', [('c', '<U1')])] ~ field 'b': field 'c': elements of <U1 do not hold"
            + " an index",
      })
  void textHoldsNoIndex(String dtype, String message) {
    assertThat(init("--dtype", dtype, "--shape", "3").exit()).isZero();
    Cli cli = Cli.run("fill", "work", file);
    assertThat(cli.exit()).isEqualTo(Main.FAILED);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.err())
        .isEqualTo(
            "ndmap: "
                + file
                + ": "
                + message
                + "; --with const:VALUE and --with cmd:PROGRAM fill them\n");
  }

  @Test
  void oneValueIsWrittenAsSetWritesIt() {
    assertThat(init("--dtype", "[('x', '<f4'), ('s', '<U4')]", "--shape", "3").exit()).isZero();
    assertThat(Cli.run("fill", "work", file, "--with", "const:[1]").err())
        .startsWith("ndmap: " + file + ": ")
        .endsWith("takes a list of 2 values here, found 1\n");
    requireDone(Cli.run("fill", "work", file, "--with", "const:[-1.5, \"a:é\"]"), ".* is complete");
    assertThat(Cli.run("get", file, "--json").out())
        .endsWith("\"values\":[[-1.5,\"a:\\u00e9\"],[-1.5,\"a:\\u00e9\"],[-1.5,\"a:\\u00e9\"]]}\n");
  }

  @Test
  void aProgramMakesEachChunk() throws Exception {
    requireChunksOfAProgram("F");
  }

  @Test
  @Tag("slow")
  void aProgramMakesEachChunkInCOrder() throws Exception {
    requireChunksOfAProgram("C");
  }

  private void requireChunksOfAProgram(String order) throws Exception {
    assertThat(init("--dtype", ">i2", "--shape", "20,30", "--order", order, "--chunks", "7,11"))
        .extracting(Cli::exit)
        .isEqualTo(0);
    Path program = directory.resolve("make it.py");
    Files.writeString(
        program,
        """
        import os, sys
        kind, *boxes = sys.argv[1:]
        assert kind == 'two words', kind
        assert os.environ['NDMAP_BOX'] == ','.join(boxes)
        assert os.environ['NDMAP_FILE'].endswith('x.npy')
        assert os.environ['NDMAP_DTYPE'] == '>i2', os.environ['NDMAP_DTYPE']
        assert 0 <= int(os.environ['NDMAP_CHUNK']) < 9
        (a, b), (c, d) = [map(int, box.split(':')) for box in boxes]
        assert os.environ['NDMAP_SHAPE'] == f'{b - a},{d - c}'
        assert sys.stdin.read() == ''
        items = [i * 100 + j for i in range(a, b) for j in range(c, d)]
        sys.stdout.buffer.write(b''.join(item.to_bytes(2, 'big') for item in items))
        """);
    requireDone(
        Cli.run(
            "fill",
            "work",
            file,
            "--workers",
            "2",
            "--with",
            "cmd:'" + Python.process().command().getFirst() + "' '" + program + "' 'two words'"),
        file + ": 9 chunks filled in .* is complete");
    assertThat(
            Python.run(
                "a = np.load(argv[0]); i, j = np.mgrid[:20, :30]\nprint((a == i * 100 + j).all())",
                file))
        .isEqualTo("True\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "echo first >&2; echo ' that is why ' >&2; echo >&2; exit 3; : ~ exit code 3: that is why",
        "head -c 4 /dev/zero; :             ~ it wrote 4 of 6 bytes",
        "cat /dev/zero; :                   ~ it wrote more than 6 bytes",
        "kill -9 $$; :                      ~ exit code 137",
      })
  void aProgramThatFailsTwicePoisonsItsChunk(String program, String reason) throws Exception {
    requirePoison(program, reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "head -c 4 /dev/zero; exit 1; :     ~ exit code 1",
        "true                               ~ it wrote 0 of 6 bytes",
        "/no/such/program                   ~ exit code 127: sh: 1: /no/such/program: not found",
        "kill -TERM $$; :                   ~ exit code 143",
      })
  @Tag("slow")
  void aProgramThatFailsTwiceInAnotherWayDoesToo(String program, String reason) throws Exception {
    requirePoison(program, reason);
  }

  private void requirePoison(String program, String reason) throws Exception {
    initBytes();
    String two = "case $1 in 2*) case $2 in 3*) " + program;
    Cli cli =
        Cli.run(
            "fill",
            "work",
            file,
            "--with",
            "cmd:f() { "
                + two
                + " \"$@\";; *) good;; esac;;"
                + " *) good;; esac; }; good() { printf abcdef; }; f");
    assertThat(cli.exit()).isEqualTo(Main.FAILED);
    assertThat(cli.out()).matches(file + ": 3 chunks filled in .*; 1 of 4 left\n");
    List<String> errors = cli.err().lines().toList();
    assertThat(errors).hasSize(3);
    assertThat(errors.get(0)).isEqualTo(errors.get(1));
    if (!reason.contains("127")) {
      // Each shell has its own words for that.
      assertThat(errors.get(0)).isEqualTo("ndmap: " + file + ": chunk 3 [2:4, 3:6]: " + reason);
    }
    assertThat(errors.get(2))
        .isEqualTo(
            "ndmap: "
                + file
                + ": 1 chunk of 4 is poisoned; ndmap fill status shows why, and ndmap fill retry"
                + " allows workers to claim them again");
    JsonObject status = Cli.run("fill", "status", "--json", file).json();
    assertThat(status.get("poisoned").getAsLong()).isEqualTo(1);
    JsonObject chunk = status.getAsJsonArray("poisoned_chunks").get(0).getAsJsonObject();
    assertThat(chunk.keySet()).containsExactly("chunk", "failures", "deaths", "reason");
    assertThat(chunk.get("chunk").getAsLong()).isEqualTo(3);
    assertThat(chunk.get("failures").getAsLong()).isEqualTo(2);
    assertThat(chunk.get("deaths").getAsLong()).isZero();
    assertThat(chunk.get("reason").getAsString()).startsWith(reason.split(":", 2)[0]);
    assertThat(Cli.run("fill", "status", file).out())
        .contains(
            "  done         3  (75.0 %)\n", "  chunk 3      poisoned: 2 failures, 0 deaths; ");

    requireDone(Cli.run("fill", "retry", file), file + ": 1 chunk freed");
    requireDone(
        Cli.run("fill", "work", file, "--with", "const:65"), file + ": 1 chunk .* is complete");
    assertThat(names()).containsExactly("x.npy");
    assertThat(Cli.run("get", file, "2:").out())
        .isEqualTo("[[ 97  98  99  65  65  65]\n [100 101 102  65  65  65]]\n");
  }

  @Test
  void oneFailureIsEnoughIfThatWasSaid() {
    requireDone(
        init("--dtype", "u1", "--shape", "6", "--chunks", "3", "--max-failures", "1"),
        file + ": 2 chunks .*");
    Cli cli = Cli.run("fill", "work", file, "--with", "cmd:exit 3; :");
    assertThat(cli.exit()).isEqualTo(Main.FAILED);
    assertThat(cli.out()).matches(file + ": 0 chunks filled in .*; 2 of 2 left\n");
    assertThat(cli.err().lines())
        .containsExactly(
            "ndmap: " + file + ": chunk 0 [0:3]: exit code 3",
            "ndmap: " + file + ": chunk 1 [3:6]: exit code 3",
            "ndmap: "
                + file
                + ": 2 chunks of 2 are poisoned; ndmap fill status shows why, and ndmap fill retry"
                + " allows workers to claim them again");
  }

  @Test
  void aFailureIsSaidAlsoWhereOthersMayTryAgain() {
    initBytes();
    Cli cli = Cli.run("fill", "work", file, "--with", "cmd:exit 3; :", "--max-chunks", "1");
    assertThat(cli.exit()).isEqualTo(Main.FAILED);
    assertThat(cli.out()).matches(file + ": 0 chunks filled in .*; 4 of 4 left\n");
    String why = "chunk 0 [0:2, 0:3]: exit code 3";
    assertThat(cli.err().lines())
        .containsExactly(
            "ndmap: " + file + ": " + why,
            "ndmap: " + file + ": 1 chunk failed and can be retried; the last failure: " + why);
  }

  @Test
  void aFailureThatWasTriedAgainWithSuccessIsNone() {
    initBytes();
    Path once = directory.resolve("once");
    Cli cli =
        Cli.run(
            "fill",
            "work",
            file,
            "--with",
            "cmd:if mkdir '" + once + "'; then exit 3; fi 2>&-; printf abcdef; :");
    assertThat(cli.err()).isEqualTo("ndmap: " + file + ": chunk 0 [0:2, 0:3]: exit code 3\n");
    assertThat(cli.exit()).isZero();
    assertThat(cli.out()).matches(file + ": 4 chunks filled in .*; the array is complete\n");
  }

  @Test
  void theHelpShowsTheCommandAsItIsRun() {
    assertThat(Cli.run("fill", "work", "--help").out())
        .contains(
            "\n  cmd:TEXT   the standard output of a program: exactly the bytes of the chunk's\n",
            "\n               /bin/sh -c 'TEXT \"$@\"' sh 0:16 0:8192\n",
            "Exits with 1 if a chunk that failed here");
  }

  @Test
  void theStatusReportsATruncatedArray() throws Exception {
    initBytes();
    Path data = directory.resolve("x.npy.filling");
    Files.write(data, Arrays.copyOf(Files.readAllBytes(data), 128 + 20));
    assertThat(Cli.run("fill", "status", file).out())
        .startsWith(
            file
                + ": filling, but its data end early: 4 bytes missing, so it cannot be completed\n"
                + "  chunks       4\n");
    JsonObject status = Cli.run("fill", "status", "--json", file).json();
    assertThat(status.get("state").getAsString()).isEqualTo("filling");
    assertThat(status.get("missing_bytes").getAsLong()).isEqualTo(4);
  }

  @Test
  void objectsAreRefusedByTheirDType() {
    Cli cli = init("--dtype", "O", "--shape", "4");
    assertThat(cli.exit()).isEqualTo(Main.WRONG_USAGE);
    assertThat(cli.err())
        .startsWith("ndmap: --dtype: elements of '|O' are Python objects, stored as a pickle: ");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void theStatusAsJson() throws Exception {
    initBytes();
    JsonObject status = Cli.run("fill", "status", "--json", file).json();
    assertThat(status)
        .hasToString(
            "{\"file\":\""
                + file
                + "\",\"state\":\"filling\",\"chunks\":4,\"done\":0,\"claimed\":0,\"dead\":0,"
                + "\"poisoned\":0,\"missing_bytes\":0,\"workers\":[],"
                + "\"rate_per_s\":null,\"eta_s\":null,"
                + "\"poisoned_chunks\":[]}");
    requireDone(Cli.run("fill", "work", file), ".*");
    assertThat(Cli.run("fill", "status", "--json", file).json())
        .hasToString(
            "{\"file\":\""
                + file
                + "\",\"state\":\"published\",\"chunks\":null,\"done\":null,\"claimed\":0,\"dead\":0,"
                + "\"poisoned\":0,\"missing_bytes\":0,\"workers\":[],"
                + "\"rate_per_s\":null,\"eta_s\":null,\"poisoned_chunks\":[]}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "status   | neither an array nor a fill of that name",
        "retry    | neither an array nor a fill of that name",
        "finish   | neither an array nor a fill of that name",
        "abort    | there is no fill of this name",
        "evict    | there is no fill of this name",
        "work     | no fill was created within 0 ms",
      })
  void whereThereIsNoFill(String command, String message) {
    Object[] args =
        switch (command) {
          case "evict" -> new Object[] {"fill", command, file, "0"};
          case "work" -> new Object[] {"fill", command, file, "--patience", "0"};
          default -> new Object[] {"fill", command, file};
        };
    assertThat(Cli.run(args))
        .isEqualTo(new Cli(Main.FAILED, "", "ndmap: " + file + ": " + message + "\n"));
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void failuresAsJson() {
    assertThat(Cli.run("fill", "status", "--json", file))
        .isEqualTo(
            new Cli(
                Main.FAILED,
                "{\"file\":\""
                    + file
                    + "\",\"error\":\"NoSuchFileException\",\"message\":\"neither an array nor a"
                    + " fill of that name\"}\n",
                ""));
  }

  @Test
  void anAbortedFillLeavesNothing() throws Exception {
    initBytes();
    requireDone(Cli.run("fill", "work", file, "--max-chunks", "1"), ".*");
    requireDone(Cli.run("fill", "abort", file), file + ": the fill is aborted");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aCompleteArrayIsNotAborted() {
    initBytes();
    requireDone(Cli.run("fill", "work", file), ".*");
    assertThat(Cli.run("fill", "abort", file).err())
        .isEqualTo("ndmap: " + file + ": this array is complete and not being filled\n");
    assertThat(file).exists();
  }

  @Test
  void anotherFileOfTheNameIsNotReplaced() throws Exception {
    initBytes();
    Files.writeString(file, "precious");
    Cli taken =
        new Cli(
            Main.FAILED, "", "ndmap: " + file + ": exists, and did not when the fill was begun\n");
    assertThat(Cli.run("fill", "work", file)).isEqualTo(taken);
    assertThat(Cli.run("fill", "finish", file)).isEqualTo(taken);
    assertThat(file).hasContent("precious");
    Files.delete(file);
    requireDone(Cli.run("fill", "finish", file), file + ": the array is complete");
    assertThat(names()).containsExactly("x.npy");
  }

  @Test
  void anEmptySlotIsNotEvicted() {
    initBytes();
    assertThat(Cli.run("fill", "evict", file, "5"))
        .isEqualTo(new Cli(Main.FAILED, "", "ndmap: " + file + ": slot 5 is empty\n"));
  }

  @Test
  void watchesOnATerminalUntilTheArrayHasItsName() throws Exception {
    requireWatch(true);
  }

  @Test
  @Tag("slow")
  void watchesUntilTheArrayHasItsName() throws Exception {
    requireWatch(false);
  }

  private void requireWatch(boolean terminal) throws Exception {
    initBytes();
    StringWriter err = new StringWriter();
    PipedInputStream in = new PipedInputStream();
    PipedOutputStream out = new PipedOutputStream(in);
    CompletableFuture<Integer> exit =
        CompletableFuture.supplyAsync(
            () -> Cli.run(out, err, terminal, new Object[] {"fill", "status", file, "--watch"}));
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
      if (terminal) {
        assertThat(lines.readLine()).isEqualTo(file + ": filling");
        assertThat(lines.readLine()).isEqualTo("  chunks       4");
      } else {
        assertThat(lines.readLine())
            .isEqualTo(
                file
                    + ": filling, 0 of 4 done, 0 claimed, 0 of them by dead workers, 0 poisoned, 0"
                    + " alive");
      }
      requireDone(Cli.run("fill", "work", file), ".*");
      assertThat(exit.join()).isZero();
      out.close();
      List<String> rest = lines.lines().toList();
      assertThat(rest.getLast())
          .isEqualTo((terminal ? "\u001b[6A\u001b[J" : "") + file + ": published");
    }
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aBarShowsTheWholeFill() throws IOException {
    initBytes();
    Cli cli = Cli.runOnTerminal("fill", "work", file, "--throttle", "110");
    assertThat(cli.exit()).isZero();
    assertThat(cli.err()).contains("fill x.npy [").endsWith("\r\u001b[K");
    assertThat(FillControl.of(file).status().progress()).isEqualTo(new FillProgress(0, 0, 0, 0));
  }
}
