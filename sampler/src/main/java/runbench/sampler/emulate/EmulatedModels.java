package runbench.sampler.emulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import runbench.base.error.RunbenchException;
import runbench.sampler.events.machine.SystemFiles;

/**
 * The modelled parts of a processor other than the level 1 data cache.
 *
 * @param l1i the level 1 instruction cache, or empty
 * @param l2 the level 2 cache, or empty; requires {@code l1i}
 * @param tlb {@code ENTRIES,WAYS} of the data TLB, the code TLB and the second-level TLBs, separated by colons. Empty
 *     text means this machine's TLBs, which the helper reads from the processor. Empty if no TLB is modelled
 * @param branch true if a branch predictor is modelled
 */
public record EmulatedModels(Optional<CacheModel> l1i, Optional<CacheModel> l2, Optional<String> tlb, boolean branch) {
    public static final EmulatedModels NONE = new EmulatedModels(Optional.empty(), Optional.empty(), Optional.empty(),
            false);
    /** The instruction cache for machines that do not describe their own. */
    private static final CacheModel L1I_FALLBACK = new CacheModel(32 << 10, 8, 64);
    private static final CacheModel L2_FALLBACK = new CacheModel(1 << 20, 16, 64);
    private static final Pattern TLBS = Pattern.compile("[0-9]{1,7},[0-9]{1,3}(:[0-9]{1,7},[0-9]{1,3}){2,3}");
    private static final String FORM = "write --model l1d, l1i, l2, tlb or branch; with sizes of your own "
            + "l1d=32K,8,64, l1i=32K,8,64, l2=1M,16,64 (size, ways, bytes of a line) or "
            + "tlb=64,4:64,8:1536,12 (entries and ways of the TLBs for data, for code, and of the second one)";

    public EmulatedModels {
        if (l2.isPresent() && l1i.isEmpty()) {
            throw new IllegalArgumentException("a level 2 cache needs the level 1 caches");
        }
    }

    /**
     * Returns the models for a run.
     *
     * @param needed models that the requested events need
     * @param asked models as typed: {@code l2} or {@code l2=1M,16,64}
     * @param l1d true if a level 1 data cache is modelled
     * @param files files with the sizes of this machine's caches
     * @return the models, with all models that they depend on
     * @throws RunbenchException exit code 2: a text cannot be parsed, or a model needs a level 1 data cache and there
     *     is none
     */
    public static EmulatedModels of(Set<Model> needed, Collection<String> asked, boolean l1d, SystemFiles files) {
        Map<Model, String> shapes = new EnumMap<>(Model.class);
        for (String text : asked) {
            String[] parts = text.strip().split("=", 2);
            Model model = Model.named(parts[0])
                    .filter(m -> m != Model.L1D && (parts.length == 1 || m != Model.BRANCH && !parts[1].isEmpty()))
                    .orElseThrow(() -> RunbenchException.badInput("model '" + text + "' cannot be read").remedy(FORM));
            shapes.put(model, parts.length == 1 ? "" : parts[1]);
        }
        Set<Model> all = EnumSet.noneOf(Model.class);
        all.addAll(needed);
        all.addAll(shapes.keySet());
        List.copyOf(all).forEach(m -> all.addAll(m.needs()));
        if (all.contains(Model.L1D) && !l1d) {
            throw RunbenchException
                    .badInput("the requested events need a modelled L1D, and --model l1d=none excludes it")
                    .remedy("remove --model l1d=none, or request only instructions, loads, stores, "
                            + "L1-icache-load-misses and branches");
        }
        return new EmulatedModels(
                all.contains(Model.L1I)
                        ? Optional.of(cache(shapes.get(Model.L1I), CacheModel.code(files), L1I_FALLBACK))
                        : Optional.empty(),
                all.contains(Model.L2) ? Optional.of(cache(shapes.get(Model.L2), CacheModel.second(files), L2_FALLBACK))
                        : Optional.empty(),
                all.contains(Model.TLB) ? Optional.of(tlbs(shapes.getOrDefault(Model.TLB, ""))) : Optional.empty(),
                all.contains(Model.BRANCH));
    }

    /** Returns all models, with this machine's cache sizes. */
    public static EmulatedModels all(SystemFiles files) {
        return of(EnumSet.allOf(Model.class), List.of(), true, files);
    }

    private static CacheModel cache(String shape, Optional<CacheModel> own, CacheModel fallback) {
        return shape == null || shape.isEmpty() ? own.orElse(fallback) : CacheModel.parse(shape);
    }

    private static String tlbs(String shapes) {
        if (!shapes.isEmpty() && !TLBS.matcher(shapes).matches()) {
            throw RunbenchException.badInput("TLBs '" + shapes + "' cannot be read").remedy(FORM);
        }
        return shapes;
    }

    /** Returns the helper's command-line options for these models. */
    List<String> options() {
        List<String> options = new ArrayList<>();
        l1i.ifPresent(c -> options.addAll(List.of("--model", "l1i=" + c.option())));
        l2.ifPresent(c -> options.addAll(List.of("--model", "l2=" + c.option())));
        tlb.ifPresent(t -> options.addAll(List.of("--model", t.isEmpty() ? "tlb" : "tlb=" + t)));
        if (branch) {
            options.addAll(List.of("--model", "branch"));
        }
        return options;
    }

    /** Returns the kinds of these models. */
    Set<Model> modelled() {
        Set<Model> models = EnumSet.noneOf(Model.class);
        l1i.ifPresent(c -> models.add(Model.L1I));
        l2.ifPresent(c -> models.add(Model.L2));
        tlb.ifPresent(t -> models.add(Model.TLB));
        if (branch) {
            models.add(Model.BRANCH);
        }
        return models;
    }

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
}
