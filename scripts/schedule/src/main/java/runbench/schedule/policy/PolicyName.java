package runbench.schedule.policy;

import java.util.Arrays;
import java.util.List;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;

/** The policies that there are, by the names that a person types. */
public enum PolicyName {
    /** Threads one by one, a queue per CPU. */
    LINUX(LinuxLike.NAME, "Linux-like", "threads one by one, a queue per CPU, no gangs"),
    /** Gangs by turns. */
    ROUND_ROBIN(RoundRobin.NAME, "Round robin", "whole programs by turns, whatever their traffic"),
    /** Antonopoulos et al. */
    LATEST_QUANTUM(LatestQuantum.NAME, "Latest Quantum",
            "whole programs that fit by their traffic in the latest quantum"),
    /** Antonopoulos et al. */
    QUANTA_WINDOW(QuantaWindow.NAME, "Quanta Window", "whole programs that fit by their mean traffic in a few quanta"),
    /** Xu et al., the peak as reference. */
    PBW(PeakBandwidth.NAME, "PBW", "everybody once a round, together near the peak bandwidth"),
    /** Xu et al. */
    IABW(IdealBandwidth.NAME, "IABW",
            "everybody once a round, together near a reference below the ideal average bandwidth"),
    /** Fewer CPUs for who saturates memory. */
    CORE_ALLOCATION(CoreAllocation.NAME, "Core allocation",
            "gangs by turns, fewer CPUs for one that would saturate memory"),
    /** Less time for who saturates memory. */
    THROTTLING(Throttling.NAME, "Throttling",
            "gangs by turns, one that would saturate memory held back for part of each quantum");

    private final String word;
    private final String label;
    private final String what;

    PolicyName(String word, String label, String what) {
        this.word = word;
        this.label = label;
        this.what = what;
    }

    /** As it is typed, and as {@link SchedulingPolicy#name} says. */
    public String word() {
        return word;
    }

    /** As it stands on charts. */
    public String label() {
        return label;
    }

    /** What it does, in a few words. */
    public String what() {
        return what;
    }

    /** All words, in order. */
    public static List<String> words() {
        return Arrays.stream(values()).map(PolicyName::word).toList();
    }

    /** @throws RunbenchException exit code 2 where no policy is called so */
    public static PolicyName of(String word) {
        return Arrays.stream(values())
                .filter(p -> p.word.equals(word))
                .findFirst()
                .orElseThrow(() -> RunbenchException.badInput("no policy is called '" + word + "'")
                        .remedy(NearestNames.didYouMean(word, words(), "there are " + String.join(", ", words()))));
    }

    /** A policy for one run. */
    public SchedulingPolicy create(PolicySettings settings) {
        return switch (this) {
            case LINUX -> new LinuxLike(settings.seed(), settings.orderKept());
            case ROUND_ROBIN -> new RoundRobin();
            case LATEST_QUANTUM -> new LatestQuantum(settings.byProfile());
            case QUANTA_WINDOW -> new QuantaWindow(settings.window(), settings.byProfile());
            case PBW -> new PeakBandwidth(settings.byProfile());
            case IABW -> new IdealBandwidth(settings.curve(), settings.window(), settings.byProfile());
            case CORE_ALLOCATION -> new CoreAllocation(settings.window());
            case THROTTLING -> new Throttling(settings.target(), settings.window());
        };
    }
}
