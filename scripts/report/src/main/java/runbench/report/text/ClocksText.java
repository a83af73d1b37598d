package runbench.report.text;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import runbench.base.json.OutputFormat;
import runbench.base.quantity.Durations;
import runbench.sync.clock.Characterisation.Costs;
import runbench.sync.clock.Characterisation.Frequency;
import runbench.sync.clock.Characterisation.Skew;
import runbench.sync.clock.Characterisation.SourceReport;
import runbench.sync.clock.Characterisation.TimerBlock;
import runbench.sync.session.ClockReport;
import runbench.sync.utc.UtcAnswers.UtcReading;

/** Prints the result of {@code runbench sync clocks} as tables. */
public final class ClocksText {
    private static final String[] COSTS = {"min", "p50", "mean", "p99", "max", "cold min", "cold p50", "cold max"};

    private ClocksText() {
    }

    /**
     * Prints the tables.
     *
     * @param machine {@code host}, {@code processor} and {@code kernel} of this machine; unknown ones are ""
     */
    public static void print(PrintWriter out, ClockReport report, Map<String, String> machine) {
        List<SourceReport> sources = report.sources();
        double hertz = report.hertz();
        out.println(machine.get("host") + ": " + machine.get("processor") + "; kernel " + machine.get("kernel"));
        out.println();
        out.println("cost of one read, cycles of the TSC");
        out.println(costs(sources, 1, "%.1f"));
        out.println();
        out.println("cost of one read, ns; measured resolution, ns; reads that went backwards");
        out.println(costs(sources, 1e9 / hertz, "%.1f"));
        sources.stream().filter(s -> s.absent() != null).forEach(s -> out.println(s.absent()));
        report.hpet().ifPresent(h -> out.println(timerBlock(h)));
        out.println();
        if (report.byRaw().isEmpty()) {
            out.println("TSC: no invariant TSC");
        } else {
            out.printf(Locale.ROOT,
                    "TSC frequency over an interval (formula 1) and its error (2 to 4); the clock tsc divides by %.0f "
                            + "Hz%n",
                    hertz);
            out.println(frequencies(report.byRaw(), report.byCall()));
        }
        for (Skew k : report.skews()) {
            out.printf(Locale.ROOT, "TSC of CPU %d minus CPU %d: %.1f ns, within [%.1f, %.1f]%n", k.cpu(), k.against(),
                    (k.loNanos() + k.hiNanos()) / 2, k.loNanos(), k.hiNanos());
        }
        UtcReading utc = report.utc().best();
        out.println(
                utc.synchronised()
                        ? String.format(Locale.ROOT, "UTC: %s; stated error +- %.1f us, bound %.1f us", utc.state(),
                                utc.errNanos() / 1e3, utc.boundNanos() / 1e3)
                        : "UTC: no time service synchronises this clock");
        out.println();
        out.println(Published.besides(sources, hertz));
    }

    /** Returns the properties of an HPET in one line. */
    public static String timerBlock(TimerBlock h) {
        return String.format(Locale.ROOT, "hpet: %.6f MHz, %d bits, %d timers%s", h.hertz() / 1e6, h.counterBits(),
                h.timers(), h.counterBits() < Long.SIZE ? "; its wraps are counted by CLOCK_MONOTONIC_RAW" : "");
    }

    private static String costs(List<SourceReport> sources, double unit, String form) {
        List<String[]> rows = new ArrayList<>();
        List<Object> header = new ArrayList<>(List.of("source"));
        header.addAll(List.of(COSTS));
        if (unit != 1) {
            header.addAll(List.of("step", "backward"));
        }
        rows.add(TextTable.row(header.toArray()));
        for (SourceReport s : sources) {
            List<Object> cells = new ArrayList<>(List.of(s.name()));
            if (s.absent() != null) {
                cells.add("absent");
            } else {
                Costs w = s.warm();
                for (double v : new double[]{w.min(), w.quantile(0.5), w.mean(), w.quantile(0.99), w.max()}) {
                    cells.add(String.format(Locale.ROOT, form, v * unit));
                }
                for (double q : new double[]{0, 0.5, 1}) {
                    cells.add(s.cold() == null ? "-" : String.format(Locale.ROOT, form, s.cold().quantile(q) * unit));
                }
                if (unit != 1) {
                    cells.add(Durations.nanos(s.stepNanos()));
                    cells.add(s.backward() + "/" + s.reads());
                }
            }
            rows.add(TextTable.row(cells.toArray()));
        }
        return TextTable.text(rows);
    }

    /**
     * Returns the table of frequencies. The last, longest interval with RAW is the most accurate; the other rows show
     * their deviation from it.
     */
    private static String frequencies(List<Frequency> raw, List<Frequency> byCall) {
        double best = raw.get(raw.size() - 1).hertz();
        List<String[]> rows = new ArrayList<>();
        rows.add(TextTable.row("interval s", "MHz by RAW", "+- ppm", "deviation ppm", "MHz by gettimeofday", "+- ppm",
                "deviation ppm", "published, with messages +- ppm"));
        for (int i = 0; i < raw.size(); i++) {
            Frequency r = raw.get(i);
            Frequency g = byCall.get(i);
            rows.add(TextTable.row(String.format(Locale.ROOT, "%.3f", r.seconds()), mega(r), ppm(r.relativeError()),
                    ppm(r.hertz() / best - 1), mega(g), ppm(g.relativeError()), ppm(g.hertz() / best - 1),
                    ppm(Frequency.paperError(g.seconds()))));
        }
        return TextTable.text(rows);
    }

    private static String mega(Frequency f) {
        return String.format(Locale.ROOT, "%.6f", f.hertz() / 1e6);
    }

    private static String ppm(double relative) {
        return String.format(Locale.ROOT, "%.3f", relative * 1e6);
    }

    /** Writes the result of {@code runbench sync clocks} as JSON. */
    public static final class ClocksJson {
        private ClocksJson() {
        }

        public static String of(ClockReport report, Map<String, String> machine) {
            double hertz = report.hertz();
            ObjectNode root = JsonText.object();
            ObjectNode identity = root.putObject("machine");
            machine.forEach(identity::put);
            root.put("tsc_scale_hertz", hertz);
            frequencies(root.putArray("tsc_frequency_by_raw"), report.byRaw());
            frequencies(root.putArray("tsc_frequency_by_gettimeofday"), report.byCall());
            ArrayNode all = root.putArray("sources");
            for (SourceReport s : report.sources()) {
                ObjectNode node = all.addObject().put("source", s.name());
                if (s.absent() != null) {
                    node.put("absent", s.absent());
                    continue;
                }
                node.put("resolution_ns", JsonText.number(s.stepNanos()))
                        .put("backward", s.backward())
                        .put("reads", s.reads());
                costs(node, "cost", s.warm(), hertz);
                if (s.cold() != null) {
                    costs(node, "cold_cost", s.cold(), hertz);
                }
            }
            ArrayNode cores = root.putArray("tsc_skew");
            for (Skew k : report.skews()) {
                cores.addObject()
                        .put("cpu", k.cpu())
                        .put("against_cpu", k.against())
                        .put("lo_ns", k.loNanos())
                        .put("hi_ns", k.hiNanos());
            }
            root.set("utc", UtcText.json(report.utc()));
            report.hpet()
                    .ifPresent(h -> root.putObject("hpet")
                            .put("hertz", h.hertz())
                            .put("timers", h.timers())
                            .put("counter_bits", h.counterBits()));
            return JsonText.of(OutputFormat.CLOCKS, root);
        }

        private static void frequencies(ArrayNode array, List<Frequency> all) {
            for (Frequency f : all) {
                array.addObject()
                        .put("interval_s", f.seconds())
                        .put("hertz", f.hertz())
                        .put("relative_error", f.relativeError())
                        .put("paper_relative_error", Frequency.paperError(f.seconds()));
            }
        }

        private static void costs(ObjectNode node, String name, Costs c, double hertz) {
            ObjectNode cycles = node.putObject(name + "_cycles");
            ObjectNode nanos = node.putObject(name + "_ns");
            String[] names = {"min", "p50", "mean", "p99", "max"};
            double[] values = {c.min(), c.quantile(0.5), c.mean(), c.quantile(0.99), c.max()};
            for (int i = 0; i < names.length; i++) {
                cycles.put(names[i], values[i]);
                nanos.put(names[i], values[i] * 1e9 / hertz);
            }
        }
    }

    /**
     * Compares published figures with those of this machine: Tinetti, Romero, De Giusti (clock synchronisation in
     * clusters), tables 1 and 6; Romero et al. (synchronisation with multiple cores, HPET), table 1.
     */
    public static final class Published {
        private Published() {
        }

        public static String besides(List<SourceReport> sources, double hertz) {
            List<String[]> rows = new ArrayList<>();
            rows.add(TextTable.row("published, cycles", "gettimeofday", "RDTSC", "RDTSC and one division",
                    "precision of RDTSC, us"));
            rows.add(TextTable.row("Pentium II, 266 MHz, Linux 2.4.20-8 (tables 1, 2)", "402", "25", "236", ""));
            rows.add(TextTable.row("Athlon XP, 1600 MHz, Linux 2.4.18-14 (tables 1, 2)", "615", "66", "346", ""));
            rows.add(TextTable.row("this machine", warm(sources, "gettimeofday"), warm(sources, "rdtsc"),
                    warm(sources, "tsc"), ""));
            rows.add(TextTable.row("Pentium 4, 2400 MHz, Linux 2.4.18-14, cold caches (tables 5, 6)", "7876", "2828",
                    "", "1.18"));
            rows.add(TextTable.row("this machine, cold caches", cold(sources, "gettimeofday"), cold(sources, "rdtsc"),
                    cold(sources, "tsc"), precision(sources, hertz)));
            String cycles = TextTable.text(rows);
            rows.clear();
            rows.add(TextTable.row("published, us: max / min / mean", "gettimeofday", "HPET", "TSC"));
            rows.add(TextTable.row("Xeon E5405 2 GHz (table 1)", "0.981 / 0.675 / 0.791", "0.990 / 0.507 / 0.519",
                    "0.615 / 0.060 / 0.075"));
            rows.add(TextTable.row("this machine", micros(sources, "gettimeofday", hertz),
                    micros(sources, "hpet", hertz), micros(sources, "rdtsc", hertz)));
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
}
