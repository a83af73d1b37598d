package runbench.schedule.policy;

import java.util.Arrays;
import java.util.List;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.schedule.policy.FittestGangs.LatestQuantum;
import runbench.schedule.policy.FittestGangs.PeakBandwidth;
import runbench.schedule.policy.FittestGangs.QuantaWindow;
import runbench.schedule.policy.GangsInTurn.CoreAllocation;
import runbench.schedule.policy.GangsInTurn.RoundRobin;
import runbench.schedule.policy.GangsInTurn.Throttling;
import runbench.schedule.policy.SchedulingPolicy.PolicySettings;

/** The available policies, with the names that a person types. */
public enum PolicyName {
    /** Individual threads, one queue per CPU. */
    LINUX(LinuxLike.NAME, "Linux-like", "individual threads, one queue per CPU, no gangs"),
    /** Gangs in turn. */
    ROUND_ROBIN(RoundRobin.NAME, "Round robin", "whole programs in turn, regardless of traffic"),
    /** Antonopoulos et al., by the latest quantum. */
    LATEST_QUANTUM(LatestQuantum.NAME, "Latest Quantum",
            "whole programs, selected by their traffic in the latest quantum"),
    /** Antonopoulos et al., by the mean of a window. */
    QUANTA_WINDOW(QuantaWindow.NAME, "Quanta Window",
            "whole programs, selected by their mean traffic over a few quanta"),
    /** Xu et al., with the peak as reference. */
    PBW(PeakBandwidth.NAME, "PBW", "each program once per round, in groups near the peak bandwidth"),
    /** Xu et al., with the ideal average bandwidth as reference. */
    IABW(IdealBandwidth.NAME, "IABW",
            "each program once per round, in groups near a reference below the ideal average bandwidth"),
    /** Fewer CPUs for programs that saturate memory. */
    CORE_ALLOCATION(CoreAllocation.NAME, "Core allocation",
            "gangs in turn, fewer CPUs for programs that saturate memory"),
    /** Less time for programs that saturate memory. */
    THROTTLING(Throttling.NAME, "Throttling",
            "gangs in turn, programs that saturate memory run for part of each quantum");

    private final String word;
    private final String label;
    private final String what;

    PolicyName(String word, String label, String what) {
        this.word = word;
        this.label = label;
        this.what = what;
    }

    /** Returns the name as a person types it, equal to {@link SchedulingPolicy#name}. */
    public String word() {
        return word;
    }

    /** Returns the label on charts. */
    public String label() {
        return label;
    }

    /** Returns a short description of the policy. */
    public String what() {
        return what;
    }

    /** Returns all names, in order. */
    public static List<String> words() {
        return Arrays.stream(values()).map(PolicyName::word).toList();
    }

    /**
     * Finds a policy by its name.
     *
     * @throws RunbenchException exit code 2 if there is no such policy
     */
    public static PolicyName of(String word) {
        return Arrays.stream(values())
                .filter(p -> p.word.equals(word))
                .findFirst()
                .orElseThrow(() -> RunbenchException.badInput("unknown policy '" + word + "'")
                        .remedy(NearestNames.didYouMean(word, words(), "available: " + String.join(", ", words()))));
    }

    /** Creates a policy object for one run. */
    public SchedulingPolicy create(PolicySettings settings) {
        return switch (this) {
            case LINUX -> new LinuxLike(settings.seed());
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
