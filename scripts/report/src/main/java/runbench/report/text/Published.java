package runbench.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.sync.clock.Costs;
import runbench.sync.clock.SourceReport;

/**
 * Compares published figures with those of this machine: Tinetti, Romero, De Giusti (clock synchronisation in
 * clusters), tables 1 and 6; Romero et al. (synchronisation with multiple cores, HPET), table 1.
 */
public final class Published {
    private Published() {
    }

    public static String besides(List<SourceReport> sources, double hertz) {
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("published, cycles", "gettimeofday", "RDTSC", "RDTSC and one division",
                "precision of RDTSC, us"));
        rows.add(TextTable.row("Pentium II 266 (table 1)", "402", "25", "236", ""));
        rows.add(TextTable.row("Athlon XP 1600 (table 1)", "615", "66", "346", ""));
        rows.add(TextTable.row("this machine", warm(sources, "gettimeofday"), warm(sources, "rdtsc"),
                warm(sources, "tsc"), ""));
        rows.add(TextTable.row("Pentium 4 2400, cold caches (table 6)", "7876", "2828", "", "1.18"));
        rows.add(TextTable.row("this machine, cold caches", cold(sources, "gettimeofday"), cold(sources, "rdtsc"),
                cold(sources, "tsc"), precision(sources, hertz)));
        String cycles = TextTable.text(rows);
        rows.clear();
        rows.add(TextTable.row("published, us: max / min / mean", "gettimeofday", "HPET", "TSC"));
        rows.add(TextTable.row("Xeon E5405 2 GHz (table 1)", "0.981 / 0.675 / 0.791", "0.990 / 0.507 / 0.519",
                "0.615 / 0.060 / 0.075"));
        rows.add(TextTable.row("this machine", micros(sources, "gettimeofday", hertz), micros(sources, "hpet", hertz),
                micros(sources, "rdtsc", hertz)));
        return cycles + System.lineSeparator() + TextTable.text(rows);
    }

    private static SourceReport named(List<SourceReport> sources, String name) {
        return sources.stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
    }

    private static String warm(List<SourceReport> sources, String name) {
        Costs c = named(sources, name).warm();
        return c == null ? "absent" : String.format(Locale.ROOT, "%.0f", c.quantile(0.5));
    }

    private static String cold(List<SourceReport> sources, String name) {
        Costs c = named(sources, name).cold();
        return c == null ? "absent" : String.format(Locale.ROOT, "%.0f", c.quantile(0.5));
    }

    /** Returns the precision as the paper defines it: the duration of a reading. */
    private static String precision(List<SourceReport> sources, double hertz) {
        Costs c = named(sources, "rdtsc").cold();
        return c == null ? "absent" : String.format(Locale.ROOT, "%.3f", c.quantile(0.5) * 1e6 / hertz);
    }

    private static String micros(List<SourceReport> sources, String name, double hertz) {
        Costs c = named(sources, name).warm();
        return c == null ? "absent"
                : String.format(Locale.ROOT, "%.3f / %.3f / %.3f", c.max() * 1e6 / hertz, c.min() * 1e6 / hertz,
                        c.mean() * 1e6 / hertz);
    }
}
