package runbench.pas2p.signature;

import java.util.stream.LongStream;

/** The contents of all locations at the two cuts of an occurrence, as one word. */
final class CutContent {
    private CutContent() {
    }

    /**
     * Combines contents.
     *
     * @param contents contents of all locations at one cut, in their order
     */
    static long together(LongStream contents) {
        return contents.reduce(0, (all, one) -> Long.rotateLeft(all, 7) * 31 + one);
    }

    static String of(long start, long end) {
        return Long.toHexString(start * 31 + end);
    }
}
