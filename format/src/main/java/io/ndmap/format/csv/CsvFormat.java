package io.ndmap.format.csv;

import java.nio.charset.Charset;
import java.util.List;
import java.util.Optional;

/// How CSV is written and read.
///
/// @param delimiter between the cells of a row
/// @param header whether the first row holds the names of the columns; by default that of
///   structures does
/// @param encoding of bytes and code units
/// @param charset of the file that is read; what is written is UTF-8
/// @param comment the character that begins lines to skip, or nothing
/// @param missing the cells that are read as empty ones
public record CsvFormat(
    char delimiter,
    Optional<Boolean> header,
    TextEncoding encoding,
    Charset charset,
    Optional<Character> comment,
    List<String> missing) {}
