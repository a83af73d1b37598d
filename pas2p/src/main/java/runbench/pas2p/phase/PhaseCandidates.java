package runbench.pas2p.phase;

import java.util.Arrays;

/**
 * The known phases of one length, in order of first occurrence. Most programs have few. A trace without repetition has
 * one per stretch, and comparing all of them would take quadratic time. Beyond {@link #WINDOW} phases, repeated phases
 * are always compared, and only the latest of the others.
 */
final class PhaseCandidates {
    static final int WINDOW = 1024;

    private int size;
    private int[] phase = new int[4];
    private int repeatedSize;
    private int[] repeated = new int[4];

    void add(int id) {
        if (size == phase.length) {
            phase = Arrays.copyOf(phase, size * 2);
        }
        phase[size++] = id;
    }

    void cameAgain(int id) {
        if (repeatedSize == repeated.length) {
            repeated = Arrays.copyOf(repeated, repeatedSize * 2);
        }
        repeated[repeatedSize++] = id;
    }

    int size() {
        return size;
    }

    int phase(int i) {
        return phase[i];
    }

    boolean many() {
        return size > WINDOW;
    }

    int repeatedSize() {
        return Math.min(repeatedSize, WINDOW);
    }

    /** Returns a repeated phase; of very many, only the latest are kept. */
    int repeated(int i) {
        return repeated[repeatedSize - 1 - i];
    }
}
