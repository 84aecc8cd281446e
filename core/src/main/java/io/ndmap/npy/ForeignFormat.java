package io.ndmap.npy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/// A file format that is often mistaken for `.npy`, detected by the first bytes of the file.
///
/// @param magic the first characters of such a file, in Latin-1; lower case for markup
/// @param description the format, and what to do about it
record ForeignFormat(String magic, String description) {

  /// The maximum number of bytes that [#hint] examines.
  static final int BYTES = 128;

  /// If fewer bytes than a magic are available, they match if they are the first bytes of the magic
  /// and at least this many.
  private static final int ENOUGH = 8;

  private static final String ZIP = "PK\u0003\u0004";
  private static final String EMPTY_ZIP = "PK\u0005\u0006";

  /// Offsets, from the beginning of a zip archive, of the length of the first member's name and of
  /// the name.
  private static final int ZIP_NAME_LENGTH = 26;

  private static final int ZIP_NAME = 30;

  private static final String TORCH =
      "a PyTorch file; load it with torch.load and save its arrays with numpy.save";
  private static final String MARKUP = "a server's message or login page; download the file again";
  private static final String MATLAB = "a MATLAB file; ";

  /// The first format that matches counts.
  private static final List<ForeignFormat> ALL =
      List.of(
          new ForeignFormat(
              "version https://git-lfs.",
              "a Git LFS pointer and not the file itself; git lfs pull fetches that"),
          new ForeignFormat("<!doctype html", "a web page, such as " + MARKUP),
          new ForeignFormat("<html", "a web page, such as " + MARKUP),
          new ForeignFormat("<?xml", "XML, such as " + MARKUP),
          new ForeignFormat("{\"", "JSON, such as " + MARKUP),
          new ForeignFormat("\u0089HDF\r\n\u001a\n", "an HDF5 file; h5py reads it"),
          new ForeignFormat("MATLAB 5.0", MATLAB + "scipy.io.loadmat reads it"),
          new ForeignFormat("MATLAB 7.3", MATLAB + "it is HDF5, which h5py reads"),
          new ForeignFormat("CDF", "a netCDF file; scipy.io.netcdf_file reads it"),
          new ForeignFormat("PAR1", "a Parquet file; pyarrow.parquet reads it"),
          new ForeignFormat("ARROW1", "an Arrow file; pyarrow.ipc reads it"),
          new ForeignFormat("GGUF", "a GGUF file of tensors; the package gguf reads it"),
          new ForeignFormat("\u001f\u008b", "gzip; decompress it first (gzip -d)"),
          new ForeignFormat("BZh", "bzip2; decompress it first (bzip2 -d)"),
          new ForeignFormat("\u00fd7zXZ\0", "xz; decompress it first (xz -d)"),
          new ForeignFormat("(\u00b5/\u00fd", "Zstandard; decompress it first (zstd -d)"),
          new ForeignFormat("\u0080\u0002\u008a\nl\u00fc\u009cF\u00f9 j\u00a8P\u0019", TORCH),
          new ForeignFormat("\u0080", "a pickle, which is not read"),
          new ForeignFormat(EMPTY_ZIP, "a zip archive, so probably a .npz file"),
          new ForeignFormat(
              "\u00c2\u0093NUMPY",
              "a .npy file that was converted to UTF-8 as if it were text; copy it again as"
                  + " binary"),
          new ForeignFormat(
              "\u00ef\u00bf\u00bdNUMPY",
              "a .npy file whose bytes were replaced as if it were text; copy it again as binary"),
          new ForeignFormat("\0\0\0\0\0\0\0\0", "an incomplete copy or download: all zeros"));

  /// {@return the format that bytes without the magic of `.npy` seem to have, as text to be
  /// appended to a message; empty if the format is unknown}
  ///
  /// @param bytes the first bytes, from the buffer's position, which does not change
  static String hint(ByteBuffer bytes) {
    byte[] first = new byte[Math.min(BYTES, bytes.remaining())];
    bytes.get(bytes.position(), first);
    String text = new String(first, StandardCharsets.ISO_8859_1);
    String description =
        text.startsWith(ZIP)
            ? zip(text)
            : isSafetensors(text)
                ? "a safetensors file; name one of its tensors, as FILE::NAME"
                : ALL.stream()
                    .filter(format -> format.matches(text))
                    .map(ForeignFormat::description)
                    .findFirst()
                    .orElse("");
    return description.isEmpty() ? "" : ": this looks like " + description;
  }

  private boolean matches(String text) {
    String found = magic.startsWith("<") ? text.stripLeading().toLowerCase(Locale.ROOT) : text;
    return found.startsWith(magic) || (found.length() >= ENOUGH && magic.startsWith(found));
  }

  private static String zip(String text) {
    int end = text.length() < ZIP_NAME ? 0 : ZIP_NAME + text.charAt(ZIP_NAME_LENGTH);
    String name = end == 0 ? "" : text.substring(ZIP_NAME, Math.min(end, text.length()));
    return name.endsWith("/data.pkl") ? TORCH : "a zip archive, so probably a .npz file";
  }

  /// Whether a text begins as a safetensors file does: with the length of a JSON object in eight
  /// bytes, followed by the object.
  private static boolean isSafetensors(String text) {
    return text.startsWith("\0\0\0\0{\"", 4);
  }
}
