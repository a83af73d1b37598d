package runbench.pas2p.phase;

import runbench.pas2p.order.CausalSink;

/** Receiver of the causal relations in a trace while another thread finds its phases. */
public interface PhaseFollower extends CausalSink {
    /**
     * Receives the occurrences found so far, occasionally, on the thread that finds phases.
     *
     * @param soFar completed occurrences; more are added later
     */
    void known(PhaseOccurrences soFar);
}
