package runbench.sync.model;

/**
 * Node minus reference at one moment.
 *
 * @param baseNanos whole part, ns
 * @param restNanos rest, ns
 * @param errNanos statistical error plus wander, ns
 * @param loNanos lower bound relative to the base, ns
 * @param hiNanos upper bound relative to the base, ns
 */
record Offset(long baseNanos, double restNanos, double errNanos, double loNanos, double hiNanos) {

    /** Returns the same offset with another base. */
    Offset rebased(long base) {
        double shift = baseNanos - base;
        return new Offset(base, restNanos + shift, errNanos, loNanos + shift, hiNanos + shift);
    }
}
