package io.ndmap.benchmarks.matrix;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Known reasons why cells are slower than NumPy. The numbered decisions contain the measurements.
final class MatrixNotes {

  /// A reason, and the cells to which it applies.
  ///
  /// @param cells a pattern that is searched for in the names of cells
  /// @param reason the reason, as the report prints it
  record Note(Pattern cells, String reason) {}

  /// All notes. If several notes match a cell, the first one applies.
  private static final List<Note> ALL =
      List.of(
          note(
              " 8 KiB$",
              "what an operation does before its first element takes 1 to 3 µs, as long as a"
                  + " thousand elements; results are Java arrays, made anew in memory that no cache"
                  + " holds (decision 51)"),
          note(
              "^(astype|concatenate|copy( in Fortran order)?|diff along|gather(At)?|nonZero|select"
                  + "( by number)?|take( along)?|[a-zA-Z ]+, new) .* MiB",
              "the result is a new array: NumPy uses the memory of the one before again, which is"
                  + " in the cache; the JVM zeroes other memory, and fills Java arrays by blocks,"
                  + " unless Execution.allocating gives it memory (decision 51)"),
          note("^dot ", "NumPy calls a BLAS that is written in assembler"),
          note(
              " (strided|reversed|column|field) ",
              "elements that are not dense are copied into blocks one by one, for which HotSpot has"
                  + " no vectors (decision 51)"),
          note(
              "^(absolute|addScaled|cast into|clip|compare|dividedBy|maximum|minus|plus|remainder"
                  + "|sqrt|times|where)",
              "of loops from native memory to native memory HotSpot 25 makes vectors of four"
                  + " elements at most, or by way of a Java array that is copied once more"
                  + " (decision 51)"),
          note(
              "^(sum|mean|var|std|nan(Sum|Mean|Var|Std))[a-zA-Z ]* >?f4 ",
              "elements of single precision are added in double precision, as the Javadoc promises"
                  + " (decision 51)"),
          note(
              "^(sum|mean) along >?f8 axis (0|middle) ",
              "the sums of each 64 rows are added with their errors compensated, where NumPy adds"
                  + " one row to the next (Columns)"),
          note(
              "^prod( along)? >?f[248] ",
              "exponents are added separately, or their range is checked, so that no product"
                  + " overflows on its way (DoubleProduct, ColumnProducts)"),
          note(
              "^copyTo >",
              "the byte order is changed by a loop from native memory to native memory, of which"
                  + " HotSpot 25 makes no vectors (decision 51)"),
          note(
              "^(any|all)( along)? b1 ",
              "what is not zero is counted, part by part, where NumPy looks for one byte until it"
                  + " finds it"),
          note(
              "^fill (u1|b1) ",
              "a block of equal elements is copied, whatever their dtype; NumPy calls memset for"
                  + " bytes"),
          note(
              "^scatter",
              "where each element goes is computed and checked for many before the first is stored:"
                  + " one more pass where all is in the cache"),
          note(
              "^(max|min|argMax|argMin|ptp)( along)? (b1|i1|u1|i2|u2) ",
              "HotSpot 25 has no vectors for the least and the greatest of bytes and shorts: each"
                  + " is looked at in an int of its own (decision 51)"),
          note(
              "^(max|min|argMax|argMin|ptp|nan(Arg)?(Max|Min))( along)? >?f[248] ",
              "both extremes are looked for, because NaN of either sign must be found (decision"
                  + " 51)"));

  private MatrixNotes() {}

  private static Note note(String cells, String reason) {
    return new Note(Pattern.compile(cells), reason);
  }

  static List<Note> all() {
    return ALL;
  }

  /// Returns the reason why a cell is slow.
  ///
  /// @param cell the name of the cell
  static Optional<String> of(String cell) {
    return ALL.stream()
        .filter(note -> note.cells().matcher(cell).find())
        .map(Note::reason)
        .findFirst();
  }
}
