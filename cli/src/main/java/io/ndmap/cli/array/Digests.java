package io.ndmap.cli.array;

import io.ndmap.cli.output.Progress;
import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256 digests of an array's bytes, in hexadecimal.
///
/// Bytes are copied to the heap before they are digested. The JVM digests in native code, in which
/// an access to a truncated mapping would crash the process.
///
/// @param raw the digest of the array's data as stored, without the header
/// @param values the digest of the canonical bytes, see [io.ndmap.copy.CanonicalBytes]
record Digests(String raw, String values) {

  static Digests of(NdView<?> view, NpyHeader header, Progress progress) {
    NdView<?> bytes =
        NdView.of(
            view.segment(), DType.UINT8, Shape.of(header.dataBytes()), Order.C, view.backing());
    boolean canonical =
        DType.canonical(view.dtype()).equals(view.dtype()) && view.isContiguous(Order.C);
    progress.begin(header.dataBytes() * (canonical ? 1 : 2));
    String raw = sha256(bytes, progress);
    return new Digests(raw, canonical ? raw : sha256(view, progress));
  }

  /// Returns the digest of bytes that are not an array, and closes the stream.
  static String sha256(InputStream bytes) throws IOException {
    try (DigestInputStream in = new DigestInputStream(bytes, sha256())) {
      var _ = in.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(in.getMessageDigest().digest());
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  private static String sha256(NdView<?> view, Progress progress) {
    MessageDigest digest = sha256();
    SequentialRelease release = new SequentialRelease(view);
    view.forEachCanonicalBlock(
        block -> {
          progress.advance(block.remaining());
          release.advance(block.remaining());
          digest.update(block);
        });
    return HexFormat.of().formatHex(digest.digest());
  }
}
