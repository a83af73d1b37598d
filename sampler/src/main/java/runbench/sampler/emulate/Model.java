package runbench.sampler.emulate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What of a processor the emulator models. */
public enum Model {
    /** The level 1 data cache. */
    L1D,
    /** The level 1 instruction cache. */
    L1I,
    /** The level 2 cache, for data and code: it sees what both level 1 caches miss. */
    L2,
    /** TLBs for data and for code, and the second ones behind them. */
    TLB,
    /** The branch predictor. */
    BRANCH;

    /** As the helper's option {@code --model} spells it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What it cannot be modelled without. */
    List<Model> needs() {
        return switch (this) {
            case L2 -> List.of(L1D, L1I);
            case TLB -> List.of(L1D);
            default -> List.of();
        };
    }

    static Optional<Model> named(String word) {
        return Arrays.stream(values()).filter(m -> m.word().equals(word)).findFirst();
    }
}
