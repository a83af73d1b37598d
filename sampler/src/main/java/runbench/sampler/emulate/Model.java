package runbench.sampler.emulate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A part of a processor that the emulator can model. */
public enum Model {
    /** The level 1 data cache. */
    L1D,
    /** The level 1 instruction cache. */
    L1I,
    /** The level 2 cache for data and code, which receives the misses of both level 1 caches. */
    L2,
    /** The TLBs for data and code, and the second-level TLBs. */
    TLB,
    /** The branch predictor. */
    BRANCH;

    /** Returns the name in the helper's option {@code --model}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the models that this one depends on. */
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
