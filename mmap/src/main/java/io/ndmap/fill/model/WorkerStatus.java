package io.ndmap.fill.model;

import java.time.Instant;
import java.util.Optional;

/// A participant of a fill.
///
/// @param slot the slot that identifies the participant
/// @param pid its process ID
/// @param kind the implementation: `java`, `python`, or the number of an unknown one
/// @param alive whether the participant, or a forked child of it, owns the lock of its slot; if
///   not, others may claim its chunks
/// @param stopped whether its process is stopped, by SIGSTOP or a debugger; false if that cannot be
///   seen from here
/// @param joined the time when the participant joined, by the clock of its process
/// @param committed the number of chunks that the participant has committed
/// @param last the time of its last commit, by the clock of its process; empty if there was none
/// @param claimed the number of chunks that the participant currently owns
public record WorkerStatus(
    int slot,
    long pid,
    String kind,
    boolean alive,
    boolean stopped,
    Instant joined,
    long committed,
    Optional<Instant> last,
    long claimed) {}
