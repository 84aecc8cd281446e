package io.ndmap.fill.model;

import java.time.Instant;
import java.util.Optional;

/// A participant of a fill.
///
/// @param slot the slot that identifies it
/// @param pid its process ID
/// @param kind the implementation: `java`, `python`, or the number of an unknown one
/// @param alive whether it owns its slot's lock; if not, its claims are free
/// @param stopped whether its process is stopped, by SIGSTOP or a debugger
/// @param joined when it joined, by its clock
/// @param committed the number of chunks it has committed
/// @param last the time of its last commit, by its clock
/// @param claimed the number of chunks it currently owns
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
