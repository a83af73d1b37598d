package runbench.sync.model;

/**
 * Node minus reference at one moment.
 *
 * @param baseNanos whole part, ns
 * @param restNanos rest, ns
 * @param errNanos statistical error plus what wander may add, ns
 * @param loNanos lower bound beyond the base, ns
 * @param hiNanos upper bound beyond the base, ns
 */
record Offset(long baseNanos, double restNanos, double errNanos, double loNanos, double hiNanos) {

    /** The same with another base. */
    Offset rebased(long base) {
        double shift = baseNanos - base;
        return new Offset(base, restNanos + shift, errNanos, loNanos + shift, hiNanos + shift);
    }
}
