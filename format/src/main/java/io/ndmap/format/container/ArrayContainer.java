package io.ndmap.format.container;

import io.ndmap.nd.NdView;
import io.ndmap.npy.NpyHeader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;

/// An open file with named arrays: a `.npz` archive or a `.safetensors` file.
public interface ArrayContainer extends Closeable {

  /// An array of a file. Its elements are mapped or inflated when [#view] is called.
  interface Array {

    /// The array's name in the file, as NumPy lists it; empty if the file has a single unnamed
    /// array.
    String key();

    /// The array's header.
    NpyHeader header() throws IOException;

    /// The array's elements; valid until the file is closed.
    NdView<?> view() throws IOException;

    /// The number of bytes of the uncompressed member, which the first call of [#view] inflates
    /// into memory that is kept until the file is closed; 0 if the elements are mapped in place.
    long inflatedBytes();
  }

  /// A member of a container. Only a member of [Kind#ARRAY] is an array with a header and a view.
  interface Member extends Array {

    /// The kinds of member.
    enum Kind {
      /// An array.
      ARRAY,
      /// A tensor of a type that ndmap does not support.
      UNSUPPORTED,
      /// A file in an archive that is not an array.
      FILE
    }

    /// The member's name in the file. In an archive, the name of an array ends in `.npy`. The name
    /// is a label, not a path.
    String name();

    /// The kind of the member.
    Kind kind() throws IOException;

    /// For a tensor, its type and shape in the notation of its format; empty for members of
    /// archives.
    String type();

    /// The size of the member in bytes.
    long size();

    /// A stream of the member's bytes, for use by one thread. It must be closed before the
    /// container.
    InputStream bytes() throws IOException;

    /// Writes the member into a new file; an array becomes a `.npy` file. The file appears complete
    /// or not at all. Fails for a member of [Kind#UNSUPPORTED].
    ///
    /// @param replacing whether to replace an existing file
    void extract(Path target, boolean replacing) throws IOException;
  }

  /// Returns the members.
  List<? extends Member> members();

  /// Returns a member.
  ///
  /// @param name the member's name; for an array in an archive, the extension `.npy` may be omitted
  /// @throws NoSuchElementException if there is no member of this name
  Member member(String name);
}
