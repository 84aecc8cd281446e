package io.ndmap.mpi;

/// A rank that throws while the others wait for it.
final class Throwing {

  private Throwing() {}

  /// @param args the rank that throws
  public static void main(String[] args) {
    try (Communicator comm = Communicator.world()) {
      if (comm.rank() == Integer.parseInt(args[0])) {
        throw new IllegalStateException("on purpose");
      }
      comm.barrier();
      System.out.println("rank " + comm.rank() + " came through");
    }
  }
}
