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

/** How workloads are drawn: what is not given stays as in the group. */
final class WorkloadGenerateOptions {
    private static final double MOST = 1e15;
    private static final double MOST_SECONDS = 1e6;
    private static final int MOST_PROGRAMS = 10_000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--workloads", order = 2, paramLabel = "N", description = "Workloads in the group.")
    private Integer workloads;

    @Option(names = "--programs", order = 3, paramLabel = "N", description = "Programs of each.")
    private Integer programs;

    @Option(names = "--threads", order = 4, paramLabel = "N", description = "Each has from one to so many.")
    private Integer threads;

    @Option(names = "--seconds", order = 5, paramLabel = "S", description = "Running time alone of each, s.")
    private Double seconds;

    @Option(names = "--traffic", order = 6, split = ",", paramLabel = "X",
            description = "A program's mean traffic, --traffic LEAST,MOST.")
    private List<Double> traffic;

    @Option(names = "--swing", order = 7, split = ",", paramLabel = "X",
            description = "How far its traffic swings about the mean, shares from 0 to 1, --swing LEAST,MOST.")
    private List<Double> swing;

    @Option(names = "--dwell", order = 8, split = ",", paramLabel = "S",
            description = "For how long it stays at a level on average, s, --dwell LEAST,MOST.")
    private List<Double> dwell;

    @Option(names = "--unit", order = 9, paramLabel = "UNIT", description = "Of all traffic: B/s or transactions/us.")
    private String unit;

    @Option(names = "--cpus", order = 10, paramLabel = "N", description = "CPUs of the machine.")
    private Integer cpus;

    @Option(names = "--sustained", order = 11, paramLabel = "X", description = "What its memory carries at most.")
    private Double sustained;

    /** Names of those that were given. */
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
        // What one thread alone draws at most is a share of that, as long as nobody says otherwise.
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
            throw RunbenchException.badInput(option + " " + given + ": not the least and the most")
                    .remedy("write e.g. " + option + " " + otherwise.least() + "," + otherwise.most());
        }
        return new Spread(Range.number(option, given.get(0), least, most, of),
                Range.number(option, given.get(1), least, most, of));
    }
}
