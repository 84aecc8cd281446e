package io.ndmap.cli.demo;

import java.nio.file.Path;
import java.util.List;

/// The files of the demo.
///
/// @param array the array, many times larger than the heap
/// @param fortran the first rows of the array in Fortran order
/// @param archive the first rows of the array in an archive
/// @param grown the first rows of the array, appended in several steps
record DemoFiles(Path array, Path fortran, Path archive, Path grown) {

  static DemoFiles in(Path directory) {
    return new DemoFiles(
        directory.resolve("demo.npy"),
        directory.resolve("demo-fortran.npy"),
        directory.resolve("demo.npz"),
        directory.resolve("demo-grown.npy"));
  }

  List<Path> all() {
    return List.of(array, fortran, archive, grown);
  }
}
