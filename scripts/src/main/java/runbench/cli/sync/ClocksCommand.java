package runbench.cli.sync;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.cli.Terminal;
import runbench.sync.clock.Characterisation;
import runbench.sync.clock.Costs;
import runbench.sync.clock.Frequency;
import runbench.sync.clock.Skew;
import runbench.sync.clock.SourceReport;
import runbench.sync.utc.UtcAnswers;
import runbench.sync.utc.UtcReading;
import runbench.sync.utc.UtcServices;

/** {@code runbench sync clocks}: the time sources of this machine. */
@Command(
        name = "clocks",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {"Measure this machine's time sources: cost, resolution, cold caches, skew between cores, frequency.",
            "A source that the machine lacks is reported as absent. Cost per read is the mean of 16 successive reads."},
        footerHeading = "%nExample:%n",
        footer = {"  runbench sync clocks --chart clocks.png", "  runbench sync clocks --json > clocks.json"})
final class ClocksCommand implements Callable<Integer> {
    @Option(names = "--samples", defaultValue = "20000", description = "Cost samples a source; default: ${DEFAULT-VALUE}.")
    private int samples;

    @Option(names = "--cold", defaultValue = "15", description = "Cold-cache samples a source; default: ${DEFAULT-VALUE}.")
    private int cold;

    @Option(names = "--interval", paramLabel = "TIME", converter = Nanos.class, defaultValue = "1s",
            description = "Interval for the TSC's frequency; its error falls with it. Default: ${DEFAULT-VALUE}.")
    private long interval;

    @Option(names = "--chart", paramLabel = "FILE", description = "Histograms of the costs as .png or .svg.")
    private Path chart;

    @Option(names = "--json", description = "Everything, as JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        double hertz = Characterisation.nominalHertz();
        List<SourceReport> sources;
        try (Terminal terminal = Terminal.of(json)) {
            sources = Characterisation.sources(samples, cold, terminal.start("clocks", "sources"));
        }
        List<Skew> skews = Characterisation.skews(20_000);
        Optional<Frequency> frequency = Characterisation.frequency(interval * 1e-9);
        UtcAnswers external = UtcServices.ask("auto");
        if (chart != null) {
            ClocksChart.write(sources, hertz, chart);
        }
        if (json) {
            out.println(ClocksJson.of(sources, hertz, skews, frequency, external));
        } else {
            print(out, sources, hertz, skews, frequency, external);
        }
        return 0;
    }

    private static void print(PrintWriter out, List<SourceReport> sources, double hertz, List<Skew> skews,
            Optional<Frequency> frequency, UtcAnswers external) {
        List<String[]> rows = new ArrayList<>();
        rows.add(Output.row("source", "min", "p50", "mean", "p99", "max", "cold p50", "p50 ns", "step ns", "backward"));
        for (SourceReport s : sources) {
            rows.add(s.absent() != null ? Output.row(s.name(), "absent") : row(s, hertz));
        }
        out.println("cost of one read, cycles of the TSC");
        out.println(Output.table(rows));
        sources.stream().filter(s -> s.absent() != null).forEach(s -> out.println(s.absent()));
        frequency.ifPresentOrElse(f -> out.printf(Locale.ROOT,
                "TSC: %.6f MHz +- %.3f ppm over %.1f s (10 s for 1e-6 with gettimeofday: formula 4); kernel's scale %.6f MHz%n",
                f.hertz() / 1e6, f.relativeError() * 1e6, f.seconds(), hertz / 1e6), () -> out.println("TSC: none that is steady"));
        for (Skew k : skews) {
            out.printf(Locale.ROOT, "TSC of CPU %d minus CPU %d: %.1f ns, within [%.1f, %.1f]%n", k.cpu(), k.against(),
                    (k.loNanos() + k.hiNanos()) / 2, k.loNanos(), k.hiNanos());
        }
        UtcReading utc = external.best();
        out.println(utc.synchronised() ? String.format(Locale.ROOT, "UTC: %s; it claims +- %.1f us, at most %.1f us", utc.state(),
                utc.errNanos() / 1e3, utc.boundNanos() / 1e3) : "UTC: nobody keeps this clock");
        out.println();
        out.println(Published.besides(sources, hertz));
    }

    private static String[] row(SourceReport s, double hertz) {
        Costs w = s.warm();
        return Output.row(s.name(), cycles(w.min()), cycles(w.quantile(0.5)), cycles(w.mean()), cycles(w.quantile(0.99)),
                cycles(w.max()), s.cold() == null ? "-" : cycles(s.cold().quantile(0.5)),
                String.format(Locale.ROOT, "%.1f", w.quantile(0.5) * 1e9 / hertz),
                String.format(Locale.ROOT, "%.1f", s.stepNanos()), s.backward() + "/" + s.reads());
    }

    private static String cycles(double c) {
        return String.format(Locale.ROOT, "%.1f", c);
    }
}
