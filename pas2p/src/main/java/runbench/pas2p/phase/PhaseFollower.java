package runbench.pas2p.phase;

import runbench.pas2p.order.CausalSink;

/** Follows the causes in a trace while its phases are found, which another thread does. */
public interface PhaseFollower extends CausalSink {
    /**
     * Now and then, on the thread that finds phases and nothing else.
     *
     * @param soFar occurrences that have ended; more are added later
     */
    void known(PhaseOccurrences soFar);
}
