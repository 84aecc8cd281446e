package io.ndmap.format.container;

import io.ndmap.mmap.OpenMode;
import io.ndmap.npz.ArrayName;
import io.ndmap.npz.NpzFile;
import io.ndmap.npz.NpzOptions;
import io.ndmap.safetensors.SafetensorsFile;
import java.io.IOException;
import java.nio.file.Path;

/// Detects and opens containers by their first bytes.
public final class ContainerFile {

  private ContainerFile() {}

  /// Whether a name denotes a whole container, not a member of it.
  public static boolean is(ArrayName name) throws IOException {
    return name.member().isEmpty()
        && (NpzFile.isArchive(name.file()) || SafetensorsFile.isSafetensors(name.file()));
  }

  /// Opens a container for reading. A file that does not begin like `.safetensors` is opened as an
  /// archive.
  public static ArrayContainer open(Path file, NpzOptions limits) throws IOException {
    return SafetensorsFile.isSafetensors(file)
        ? new TensorContainer(SafetensorsFile.open(file, OpenMode.READ_ONLY, limits.members()))
        : new ArchiveContainer(NpzFile.open(file, OpenMode.READ_ONLY, limits));
  }
}
