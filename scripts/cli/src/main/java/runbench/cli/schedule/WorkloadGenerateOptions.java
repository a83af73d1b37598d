package runbench.cli.schedule;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.cli.option.Range;
import runbench.schedule.profile.TrafficUnit;
import runbench.schedule.workload.DrawnWorkloads.Spread;
import runbench.schedule.workload.DrawnWorkloads;
import runbench.schedule.workload.Workload.StatedMachine;

/** Options of random workloads; defaults are those of the group. */
final class WorkloadGenerateOptions {
    private static final double MOST = 1e15;
    private static final double MOST_SECONDS = 1e6;
    private static final int MOST_PROGRAMS = 10_000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--workloads", order = 2, paramLabel = "N", description = "Number of workloads in the group.")
    private Integer workloads;

    @Option(names = "--programs", order = 3, paramLabel = "N", description = "Number of programs in each workload.")
    private Integer programs;

    @Option(names = "--threads", order = 4, paramLabel = "N", description = "Maximum number of threads of a program.")
    private Integer threads;

    @Option(names = "--seconds", order = 5, paramLabel = "S", description = "Run time of each program alone, s.")
    private Double seconds;

    @Option(names = "--traffic", order = 6, split = ",", paramLabel = "X",
            description = "Range of the mean traffic of a program, --traffic MIN,MAX.")
    private List<Double> traffic;

    @Option(names = "--swing", order = 7, split = ",", paramLabel = "X",
            description = "Range of the fluctuation of traffic around its mean, shares from 0 to 1, --swing MIN,MAX.")
    private List<Double> swing;

    @Option(names = "--dwell", order = 8, split = ",", paramLabel = "S",
            description = "Range of the mean time at one level of traffic, s, --dwell MIN,MAX.")
    private List<Double> dwell;

    @Option(names = "--unit", order = 9, paramLabel = "UNIT",
            description = "Unit of all traffic: B/s or transactions/us.")
    private String unit;

    @Option(names = "--cpus", order = 10, paramLabel = "N", description = "Number of CPUs of the machine.")
    private Integer cpus;

    @Option(names = "--sustained", order = 11, paramLabel = "X",
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
        TrafficUnit in = unit == null ? group.unit() : unit(unit);
        if (in != group.unit() && (traffic == null || sustained == null)) {
            throw RunbenchException
                    .badInput("--unit " + unit + ": the group's own traffic is in " + group.unit().label())
                    .remedy("say it in that unit: --traffic 0.1e9,6e9 --sustained 20e9");
        }
        double carries = sustained == null ? group.machine().sustained()
                : Range.number("--sustained", sustained, 1e-9, MOST, in.label());
        // By default, the maximum traffic of one thread is a share of the bandwidth.
        StatedMachine machine = new StatedMachine(
                cpus == null ? group.machine().cpus() : Range.whole("--cpus", cpus, 1, 4096), carries,
                group.machine().stream() * (carries / group.machine().sustained()));
        Spread means = spread("--traffic", traffic, group.traffic(), group.even() ? 0 : 1e-9, carries, in.label());
        return new DrawnWorkloads(group.name(), in, machine,
                workloads == null ? group.workloads() : Range.whole("--workloads", workloads, 1, MOST_PROGRAMS),
                programs == null ? group.programs() : Range.whole("--programs", programs, 1, MOST_PROGRAMS),
                threads == null ? group.threads() : Range.whole("--threads", threads, 1, 4096),
                seconds == null ? group.seconds() : Range.number("--seconds", seconds, 1e-3, MOST_SECONDS, "s"), means,
                group.even(), spread("--swing", swing, group.swing(), 0, 1, ""),
                spread("--dwell", dwell, group.dwell(), 1e-3, MOST_SECONDS, "s"), group.salt());
    }

    private static TrafficUnit unit(String word) {
        List<String> known = new ArrayList<>();
        for (TrafficUnit u : TrafficUnit.values()) {
            if (u.label().equals(word)) {
                return u;
            }
            known.add(u.label());
        }
        throw RunbenchException.badInput("--unit " + word + ": not known")
                .remedy(NearestNames.didYouMean(word, known, "there are " + String.join(", ", known)));
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
