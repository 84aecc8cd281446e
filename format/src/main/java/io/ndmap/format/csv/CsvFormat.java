package io.ndmap.format.csv;

import java.nio.charset.Charset;
import java.util.List;
import java.util.Optional;

/// The format in which CSV is written and read.
///
/// @param delimiter the character between cells
/// @param header whether the first row holds the names of the columns; if empty, only for
///   structures
/// @param encoding the encoding of bytes and code units
/// @param charset the encoding of input; output is always UTF-8
/// @param comment the character that starts lines to skip; empty for none
/// @param missing the texts of cells that are read as missing values, as empty cells are
public record CsvFormat(
    char delimiter,
    Optional<Boolean> header,
    TextEncoding encoding,
    Charset charset,
    Optional<Character> comment,
    List<String> missing) {}
