package io.ndmap.cli;

import java.util.List;

/// Runs many commands in the locale of this JVM, and prints what each said.
final class LocaleChild {

  private LocaleChild() {}

  /// @param arguments the directory to work in, which is not printed
  public static void main(String[] arguments) {
    String directory = arguments[0];
    for (String command : COMMANDS.lines().toList()) {
      Object[] words = List.of(command.replace("$", directory + "/").split(" ")).toArray();
      Cli output = Cli.run(words);
      String text = output.exit() + "\n" + output.out() + output.err();
      System.out.println(command + ": " + text.replace(directory, "$"));
    }
  }

  private static final String COMMANDS =
      """
      create $t.npy --dtype M8[us] --shape 3
      set $t.npy 0 2024-01-02T03:04:05.060708
      get $t.npy
      get $t.npy --json
      get $t.npy --csv
      stats $t.npy
      info $t.npy
      create $d.npy --dtype m8[s] --shape 2
      set $d.npy 1 86461
      get $d.npy
      create $x.npy --dtype f8 --shape 1000,20 --fill 1234567.5
      set $x.npy 3,4 -0.000125
      get $x.npy 3
      get $x.npy 3 --json
      get $x.npy :3 --csv
      info $x.npy
      info --json $x.npy
      stats $x.npy
      stats $x.npy --json
      stats $x.npy --axis 1
      hist $x.npy
      hist $x.npy --json
      digest $x.npy
      verify $x.npy
      take $x.npy --indices 3,-1 --json
      convert $x.npy $f.npy --dtype f4 --order F
      append $x.npy $x.npy
      npz create $all.npz $x.npy $t.npy
      npz list $all.npz
      verify $all.npz
      info $all.npz
      fill init $filled.npy --dtype i4 --shape 1000,1000 --chunks 100,1000
      fill status $filled.npy
      get $objects.npy --allow-pickle
      get $objects.npy --allow-pickle --json
      get $objects.npy 0 --allow-pickle
      get $objects.npy 1 --allow-pickle
      get $objects.npy 2 --allow-pickle
      get $objects.npy 0 --allow-pickle --csv
      get $x.npy 5000
      get $x.npy 1,2,3
      get $x.npy 1:2:0
      get $x.npy --limit 7
      set $x.npy 0,0 abc
      set $t.npy 0 2024-13-02
      create $x.npy --dtype f8 --shape 1000,20
      create $y.npy --dtype f8 --shape 1000,99999999999999999999
      create $y.npy --dtype F99 --shape 10
      info $short.npy
      info $short.npz
      verify $wrong.npz
      info $no.npy
      hist $x.npy --bins 0
      stats $x.npy --threads 0
      nothing $x.npy
      """;
}
