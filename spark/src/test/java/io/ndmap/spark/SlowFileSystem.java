package io.ndmap.spark;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.impl.OpenFileParameters;

/// A file system that only Hadoop knows, `slow:`: local files, of which a read returns few bytes.
public final class SlowFileSystem extends FilterFileSystem {

  private static final int MOST = 1000;

  /// How much longer files claim to be than they are, for files that shrink after they were listed.
  static volatile long claimed;

  /// How many files were opened, and bytes read.
  static final AtomicLong OPENED = new AtomicLong();

  static final AtomicLong READ = new AtomicLong();

  /// Creates the file system; Hadoop does.
  public SlowFileSystem() {
    super(new RawLocalFileSystem());
  }

  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    fs.initialize(URI.create("file:///"), conf);
    setConf(conf);
  }

  @Override
  public String getScheme() {
    return "slow";
  }

  @Override
  public URI getUri() {
    return URI.create("slow:///");
  }

  @Override
  public Path makeQualified(Path path) {
    return path.makeQualified(getUri(), fs.getWorkingDirectory());
  }

  @Override
  protected void checkPath(Path path) {
    // Both schemes are ours.
  }

  private static Path local(Path path) {
    return new Path(path.toUri().getPath());
  }

  private static FileStatus ours(FileStatus status) {
    return new FileStatus(
        status.getLen() + claimed,
        status.isDirectory(),
        1,
        status.getBlockSize(),
        status.getModificationTime(),
        new Path("slow://" + status.getPath().toUri().getPath()));
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    return ours(fs.getFileStatus(local(path)));
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    FileStatus[] all = fs.listStatus(local(path));
    for (int k = 0; k < all.length; k++) {
      all[k] = ours(all[k]);
    }
    return all;
  }

  @Override
  public FSDataInputStream open(Path path, int buffer) throws IOException {
    OPENED.incrementAndGet();
    return new FSDataInputStream(new Few(fs.open(local(path), buffer)));
  }

  @Override
  public FutureDataInputStreamBuilder openFile(Path path) {
    return createDataInputStreamBuilder(this, path);
  }

  @Override
  protected CompletableFuture<FSDataInputStream> openFileWithOptions(
      Path path, OpenFileParameters options) throws IOException {
    return CompletableFuture.completedFuture(open(path, options.getBufferSize()));
  }

  private static final class Few extends FSInputStream {

    private final FSDataInputStream in;

    Few(FSDataInputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public int read(byte[] bytes, int at, int length) throws IOException {
      return counted(in.read(bytes, at, Math.min(MOST, length)));
    }

    @Override
    public int read(long position, byte[] bytes, int at, int length) throws IOException {
      return counted(in.read(position, bytes, at, Math.min(MOST, length)));
    }

    private static int counted(int count) {
      READ.addAndGet(Math.max(0, count));
      return count;
    }

    @Override
    public void seek(long position) throws IOException {
      in.seek(position);
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public boolean seekToNewSource(long position) {
      return false;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
