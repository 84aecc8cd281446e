package io.ndmap.zip;

import io.ndmap.npy.MissingLibraryException;
import io.ndmap.npy.NpzFormatException;
import io.ndmap.npy.ResourceLimitException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import org.jspecify.annotations.Nullable;

/// Decompresses a member with an optional library. Exceptions of the library become format
/// exceptions. Errors of the JVM, such as a [StackOverflowError] in the library, are not attached
/// as causes, because Spark ends an executor if an exception has such a cause.
final class LibraryDecoder {

  private enum Library {
    BZIP2("bzip2", "org.apache.commons:commons-compress", "org.apache.commons.compress"),
    LZMA("lzma", "org.tukaani:xz", "org.tukaani.xz");

    private final String method;
    private final String coordinates;
    private final String module;

    Library(String method, String coordinates, String module) {
      this.method = method;
      this.coordinates = coordinates;
      this.module = module;
    }
  }

  private final Library library;
  private final String source;
  private final long offset;
  private final long size;
  private final CompressedBytes compressed;
  private @Nullable ReadableByteChannel decoded;

  /// @param source the name of the member in messages
  /// @param offset the file offset of the member's bytes, for messages
  LibraryDecoder(ZipMember member, String source, long offset, CompressedBytes compressed) {
    this.library = member.method() == ZipMember.BZIP2 ? Library.BZIP2 : Library.LZMA;
    this.source = source;
    this.offset = offset;
    this.size = member.size();
    this.compressed = compressed;
  }

  /// Decompresses bytes into a buffer.
  ///
  /// @return the number of decompressed bytes, or -1 if the compressed stream has ended
  /// @throws IOException if the file cannot be read
  /// @throws NpzFormatException if the compressed bytes are malformed
  /// @throws ResourceLimitException if the LZMA dictionary is too large
  /// @throws MissingLibraryException if the library is missing
  int read(ByteBuffer into) throws IOException {
    try {
      if (decoded == null) {
        decoded = Channels.newChannel(open());
      }
      return decoded.read(into);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (ResourceLimitException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new NpzFormatException(
          source,
          offset,
          invalid(compressed.isExhausted() ? "they end early" : String.valueOf(e.getMessage())),
          e);
    } catch (StackOverflowError e) {
      // Commons Compress recurses for each empty block.
      throw new NpzFormatException(source, offset, invalid("too many blocks are empty"));
    } catch (LinkageError e) {
      throw new MissingLibraryException(
          source,
          offset,
          ("its bytes are compressed by %s: to read them, add %s; on the module path also"
                  + " --add-modules %s (%s)")
              .formatted(library.method, library.coordinates, library.module, e));
    }
  }

  /// Checks the end of the compressed stream by trying to read one more byte after the last byte of
  /// the member, as Python does. An error at the end of the compressed bytes is ignored: an LZMA
  /// stream may lack an end marker.
  ///
  /// @throws NpzFormatException if the stream is invalid before the end of the member's compressed
  ///   bytes
  void finish() throws IOException {
    try {
      var _ = read(ByteBuffer.allocate(1));
    } catch (NpzFormatException e) {
      if (!compressed.isExhausted()) {
        throw e;
      }
    }
  }

  private String invalid(String reason) {
    return "its bytes are not valid " + library.method + ": " + reason;
  }

  private InputStream open() throws IOException {
    return switch (library) {
      case BZIP2 -> Bzip2Decoder.open(compressed);
      case LZMA ->
          LzmaDecoder.open(
              compressed, size, reason -> new ResourceLimitException(source, offset, reason));
    };
  }
}
