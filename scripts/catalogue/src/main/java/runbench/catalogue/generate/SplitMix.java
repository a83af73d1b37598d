package runbench.catalogue.generate;

/**
 * A random sequence of our own, so that generated inputs never change with a library: splitmix64 (Steele, Lea, Flood:
 * Fast Splittable Pseudorandom Number Generators, OOPSLA 2014).
 */
final class SplitMix {
    private long state;

    SplitMix(long seed) {
        state = seed;
    }

    long next() {
        state += 0x9e3779b97f4a7c15L;
        long z = state;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** A value in [0, bound); bound is positive. */
    int below(int bound) {
        return (int) Long.remainderUnsigned(next(), bound);
    }

    /** A value in [low, high]. */
    int between(int low, int high) {
        return low + below(high - low + 1);
    }

    @SafeVarargs
    final <T> T pick(T... choices) {
        return choices[below(choices.length)];
    }
}
