package io.ndmap.posix;

import io.ndmap.dtype.DType;
import io.ndmap.layout.Order;
import io.ndmap.layout.Shape;
import io.ndmap.mmap.NpyFile;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/// Publishes files without hard links.
final class NamingChild {

  private static final int CREATIONS = 20;

  private NamingChild() {}

  /// Runs tasks, and prints their outcomes.
  ///
  /// @param arguments the file's new name, and the tasks
  public static void main(String[] arguments) throws Exception {
    for (int k = 1; k < arguments.length; k++) {
      run(arguments[k], Path.of(arguments[0]));
    }
  }

  private static void run(String what, Path target) throws Exception {
    try {
      switch (what) {
        case "link" -> {
          Path other = Files.createFile(target.resolveSibling("other"));
          try {
            Files.createLink(target, other);
          } finally {
            Files.delete(other);
          }
        }
        case "publish" -> {
          Path working = Files.writeString(target.resolveSibling("working"), "whole");
          try {
            Directories.publish(working, target);
          } finally {
            System.out.println(Files.exists(working) ? "the old name is there" : "renamed");
            Files.deleteIfExists(working);
          }
        }
        case "require" -> Directories.requirePublishing(target);
        case "create" -> create(target);
        case "watch" -> watch(target);
        default -> throw new IllegalArgumentException(what);
      }
      System.out.println("done");
    } catch (FileSystemException e) {
      System.out.println(e);
    }
  }

  private static void create(Path target) throws IOException {
    NpyFile.create(target, DType.INT64, Shape.of(100), Order.C).close();
  }

  /// Creates a file repeatedly, while another thread inspects it.
  private static void watch(Path target) throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    AtomicBoolean torn = new AtomicBoolean();
    CountDownLatch looking = new CountDownLatch(1);
    Thread reader =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!ended.get()) {
                    torn.compareAndSet(false, size(target) != 928);
                    looking.countDown();
                  }
                });
    looking.await();
    for (int i = 0; i < CREATIONS; i++) {
      create(target);
      Files.delete(target);
    }
    ended.set(true);
    reader.join();
    System.out.println(torn.get() ? "seen half-made" : "seen whole");
  }

  /// The size of a file; that of a complete one if it does not exist.
  private static long size(Path target) {
    try {
      return Files.size(target);
    } catch (NoSuchFileException e) {
      return 928;
    } catch (IOException e) {
      return -1;
    }
  }
}
