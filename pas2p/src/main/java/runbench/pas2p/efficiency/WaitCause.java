package runbench.pas2p.efficiency;

/** Why a rank waited inside MPI for another one. */
public enum WaitCause {
    /** A receive (or the call that completed it) was entered before the message was sent. */
    LATE_SENDER,
    /** A blocking send had begun before its receive was, and went on until then. */
    LATE_RECEIVER,
    /** A collective operation was entered before another member that it needs. */
    COLLECTIVE
}
