package runbench.pas2p.efficiency;

/** The reasons why a rank waits for another one inside MPI. */
public enum WaitCause {
    /** A receive, or the call that completes it, is entered before the message is sent. */
    LATE_SENDER,
    /** A blocking send is entered before its receive and lasts until the receive is entered. */
    LATE_RECEIVER,
    /** A collective operation is entered before another member that it depends on. */
    COLLECTIVE
}
