package io.ndmap.cli.array;

import io.ndmap.cli.output.Streams;
import io.ndmap.cli.run.UsageException;
import io.ndmap.format.container.ArrayContainer;
import io.ndmap.nd.NdView;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzOptions;
import io.ndmap.pickle.ObjectArrays;
import io.ndmap.pickle.PickleEncoding;
import io.ndmap.pickle.PickleOptions;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options for arrays of Python objects.
final class PickleArguments {

  @Option(
      names = "--allow-pickle",
      description =
          "Read arrays of Python objects from their pickle: values of known types, within limits;"
              + " execute nothing.")
  private boolean allowed;

  @Option(
      names = "--encoding",
      paramLabel = "E",
      description =
          "The encoding of Python 2's str in a pickle, as for numpy.load: ASCII (default), latin1"
              + " or bytes.")
  private Optional<PickleEncoding> encoding = Optional.empty();

  /// Rejects the option for an encoding without `--allow-pickle`.
  void check() {
    if (encoding.isPresent() && !allowed) {
      throw new UsageException("--encoding is for --allow-pickle");
    }
  }

  /// Opens an array for reading, including Python objects if they are allowed.
  NamedArray open(ArrayName name, Streams streams, NpzOptions limits) throws IOException {
    return allowed
        ? NamedArray.openWithObjects(name, streams, options(), limits)
        : NamedArray.open(name, streams, limits);
  }

  /// Returns the array of a member, including Python objects if they are allowed.
  ///
  /// @param source the name of the member in messages
  NdView<?> view(String source, ArrayContainer.Member member) throws IOException {
    if (!allowed || !member.header().dtype().hasObject()) {
      return member.view();
    }
    try (InputStream in = new BufferedInputStream(member.bytes())) {
      return ObjectArrays.read(in, source, options());
    }
  }

  private PickleOptions options() {
    return PickleOptions.DEFAULT.withEncoding(encoding.orElse(PickleEncoding.ASCII));
  }
}
