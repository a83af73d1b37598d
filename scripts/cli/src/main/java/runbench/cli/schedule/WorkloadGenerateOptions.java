package runbench.cli.schedule;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.base.error.RunbenchException;
import runbench.base.quantity.Range;
import runbench.cli.option.TypedQuantity.NanosOrSeconds;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.workload.DrawnWorkloads;
import runbench.schedule.workload.DrawnWorkloads.Spread;
import runbench.schedule.workload.Workload.StatedMachine;

/** Options of random workloads; defaults are those of the group. */
final class WorkloadGenerateOptions {
    private static final double MOST = 1e15;
    private static final double MOST_SECONDS = 1e6;
    private static final int MOST_PROGRAMS = 10_000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--program-count", order = 3, paramLabel = "N",
            description = "Number of programs in each workload.")
    private Integer programs;

    @Option(names = "--traffic", order = 6, split = ",", paramLabel = "X",
            description = "Range of the mean traffic of a program, --traffic MIN,MAX.")
    private List<Double> traffic;

    @Option(names = "--dwell", order = 8, split = ",", paramLabel = "TIME", converter = NanosOrSeconds.class,
            description = "Range of the mean time at one level of traffic, --dwell MIN,MAX.")
    private List<Long> dwell;

    @Option(names = "--cpu-count", order = 10, paramLabel = "N", description = "Number of CPUs of the machine.")
    private Integer cpus;

    @Option(names = "--sustained", order = 11, paramLabel = "RATE",
            description = "Sustained memory bandwidth of the machine.")
    private Double sustained;

    /** Returns the names of the given options. */
    List<String> given() {
        return spec.commandLine()
                .getParseResult()
                .matchedOptions()
                .stream()
                .map(o -> o.longestName())
                .filter(n -> !WorkloadGenerateCommand.OF_ALL.contains(n))
                .toList();
    }

    DrawnWorkloads of(DrawnWorkloads group) {
        TrafficUnit in = group.unit();
        double carries = sustained == null ? group.machine().sustained()
                : Range.number("--sustained", sustained, 1e-9, MOST, in.label());
        // By default, the maximum traffic of one thread is a share of the bandwidth.
        StatedMachine machine = new StatedMachine(
                cpus == null ? group.machine().cpus() : Range.whole("--cpu-count", cpus, 1, 4096), carries,
                group.machine().stream() * (carries / group.machine().sustained()));
        Spread means = spread("--traffic", traffic, group.traffic(), group.even() ? 0 : 1e-9, carries, in.label());
        return new DrawnWorkloads(group.name(), in, machine, group.workloads(),
                programs == null ? group.programs() : Range.whole("--program-count", programs, 1, MOST_PROGRAMS),
                group.threads(), group.seconds(), means, group.even(), group.swing(),
                spread("--dwell", dwell == null ? null : dwell.stream().map(nanos -> nanos / 1e9).toList(),
                        group.dwell(), 1e-3, MOST_SECONDS, "s"),
                group.salt());
    }

    private static Spread spread(String option, List<Double> given, Spread otherwise, double least, double most,
            String of) {
        if (given == null) {
            return otherwise;
        }
        if (given.size() != 2 || given.get(0) > given.get(1)) {
            throw RunbenchException.badInput(option + " " + given + ": not a minimum and a maximum")
                    .remedy("write e.g. " + option + " " + otherwise.least() + "," + otherwise.most());
        }
        return new Spread(Range.number(option, given.get(0), least, most, of),
                Range.number(option, given.get(1), least, most, of));
    }
}
