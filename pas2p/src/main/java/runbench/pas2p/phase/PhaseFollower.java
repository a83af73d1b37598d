package runbench.pas2p.phase;

import runbench.pas2p.order.CausalSink;

/** Follows the causes in a trace while its phases are found. */
public interface PhaseFollower extends CausalSink {
    /** Behind each tick. @param soFar occurrences that have ended; more are added later */
    void known(PhaseOccurrences soFar);
}
