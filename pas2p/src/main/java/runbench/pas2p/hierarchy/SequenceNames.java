package runbench.pas2p.hierarchy;

/**
 * Names of sequences, derived from their parts so that they are equal in another run; like a phase's name, they consist
 * of shape and volumes.
 */
final class SequenceNames {
    private final Symbols symbols;
    private final PhaseKinds kinds;
    private final long[] shapes;
    private final long[] whole;

    SequenceNames(Symbols symbols, PhaseKinds kinds) {
        this.symbols = symbols;
        this.kinds = kinds;
        shapes = new long[symbols.size()];
        whole = new long[symbols.size()];
    }

    String shape(int symbol) {
        return symbols.isLeaf(symbol) ? kinds.members(symbol).get(0).shape()
                : String.format("%08x", (int) (hash(symbol, shapes, true) >>> 16));
    }

    String name(int symbol) {
        return shape(symbol) + "-" + String.format("%04x", hash(symbol, whole, false) >>> 24 & 0xffff);
    }

    private long hash(int symbol, long[] known, boolean shapeOnly) {
        if (known[symbol] == 0) {
            long h = 1;
            if (symbols.isLeaf(symbol)) {
                h = (shapeOnly ? kinds.members(symbol).get(0).shape() : kinds.members(symbol).get(0).name()).hashCode();
            }
            for (int part : symbols.body(symbol)) {
                h = (h ^ hash(part, known, shapeOnly)) * 0x9E3779B97F4A7C15L;
                h ^= h >>> 32;
            }
            known[symbol] = h == 0 ? 1 : h;
        }
        return known[symbol];
    }
}
