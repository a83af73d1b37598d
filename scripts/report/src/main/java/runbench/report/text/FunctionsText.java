package runbench.report.text;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import runbench.base.quantity.Units;
import runbench.parser.symbols.FunctionProfile;
import runbench.parser.symbols.FunctionProfile.FunctionShare;
import runbench.parser.symbols.FunctionProfile.LibraryShare;
import runbench.parser.symbols.FunctionProfile.PhaseFunctions;

/** Prints a function profile. */
public final class FunctionsText {
    private static final int NAME_WIDTH = 40;
    private static final int MAX_LIBRARIES = 6;

    private FunctionsText() {
    }

    /**
     * Prints a profile.
     *
     * @param top maximum number of functions
     */
    public static void print(FunctionProfile profile, int top, PrintWriter out) {
        out.println(Units.counted(profile.samples(), "sample"));
        table(profile, top, out);
        if (profile.unsampledS() > 0) {
            out.printf("  not included: %.3f s in the kernel, which requires a privilege (type: sudo sysctl "
                    + "kernel.perf_event_paranoid=1)%n", profile.unsampledS());
        }
        profile.libraries()
                .stream()
                .filter(l -> l.unnamed() > 0)
                .limit(MAX_LIBRARIES)
                .forEach(l -> remark(l).ifPresent(
                        r -> out.printf("  %s: %,d samples without a name: %s%n", l.library(), l.unnamed(), r)));
    }

    /**
     * Prints the profile of each phase.
     *
     * @param top maximum number of functions per phase
     */
    public static void print(List<PhaseFunctions> phases, int top, PrintWriter out) {
        for (PhaseFunctions p : phases) {
            out.printf("phase %s, %s, %.3f s: %s%n", p.phase(), Units.counted(p.times(), "time"), p.seconds(),
                    Units.counted(p.profile().samples(), "sample"));
            table(p.profile(), top, out);
        }
        if (phases.isEmpty()) {
            out.println("no phases found in the counters at this resolution");
        }
    }

    private static void table(FunctionProfile profile, int top, PrintWriter out) {
        List<FunctionShare> sampled = profile.functions().stream().filter(f -> f.samples() > 0).toList();
        boolean stacks = profile.functions().stream().anyMatch(f -> f.total() != null);
        out.printf("  %7s  %-13s  %s%-" + NAME_WIDTH + "s  %s%n", stacks ? "self" : "share", "95 % interval",
                stacks ? "  total  " : "", "function", "library");
        for (FunctionShare f : sampled.stream().limit(top).toList()) {
            out.printf("  %5.1f %%  %5.1f - %5.1f  %s%-" + NAME_WIDTH + "s  %s%n", 100 * f.share(), 100 * f.low(),
                    100 * f.high(), stacks ? total(f, profile) : "", shortened(f.function()), f.library());
        }
        int rest = sampled.stream().skip(top).mapToInt(FunctionShare::samples).sum();
        if (rest > 0) {
            out.printf("  %5.1f %%  %13s  %sin %,d others (--top)%n", 100.0 * rest / profile.samples(), "",
                    stacks ? "         " : "", sampled.size() - top);
        }
        if (stacks) {
            out.println("  by total: in the function or in functions that it calls");
            for (FunctionShare f : profile.byTotal().stream().limit(top).toList()) {
                out.printf("  %5.1f %%  %13s  %s%-" + NAME_WIDTH + "s  %s%n", 100 * f.share(), "", total(f, profile),
                        shortened(f.function()), f.library());
            }
        }
    }

    private static String total(FunctionShare f, FunctionProfile profile) {
        return f.total() == null ? "         " : String.format("%5.1f %%  ", 100.0 * f.total() / profile.samples());
    }

    /** Shortens a long name in the middle, because its start and end are most informative. */
    private static String shortened(String name) {
        return name.length() <= NAME_WIDTH ? name
                : name.substring(0, NAME_WIDTH * 2 / 3 - 1) + "..."
                        + name.substring(name.length() - (NAME_WIDTH / 3 - 2));
    }

    private static Optional<String> remark(LibraryShare l) {
        return Optional.ofNullable(switch (l.source()) {
            case SYMBOL_TABLE, DEBUG_FILE, KERNEL_SYMBOLS, MEMORY -> null;
            case EXPORTED -> "stripped: names of exported functions only; build with -g or install its debug package";
            case NONE -> "stripped of all names; build with -g or install its debug package";
            case MISSING -> l.path() + " does not exist any more, or is not accessible from here";
            case CHANGED -> l.path() + " was rebuilt after the run";
            case UNREADABLE -> l.path() + " is not a readable executable";
            case KERNEL_HIDDEN ->
                "the kernel hides its addresses from this user; as root, or with kernel.kptr_restrict=0, run again";
            case PERF_MAP -> "code that is missing in the compiler's perf map";
            case NO_PERF_MAP ->
                "no perf map; Java: -XX:+UnlockDiagnosticVMOptions -XX:+DumpPerfMapAtExit, node: --perf-basic-prof, "
                        + "python: -X perf";
        });
    }
}
