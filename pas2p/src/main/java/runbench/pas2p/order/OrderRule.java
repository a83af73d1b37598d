package runbench.pas2p.order;

/** The rules for logical times (ticks). */
public enum OrderRule {
    /**
     * PAS2P logical ordering (Wong, PAS2P thesis, section 3.3.4 and figure 3.9): a receive is one tick after its send,
     * and does not delay the events of its own process beyond that tick.
     */
    PAS2P,
    /** Lamport's logical clock (thesis, section 3.3.2): a receive also follows all earlier events of its process. */
    LAMPORT
}
