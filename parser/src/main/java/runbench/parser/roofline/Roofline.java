package runbench.parser.roofline;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import runbench.base.quantity.Units;

/**
 * The runs and the roofs of a machine.
 *
 * @param roofs roofs of the machine
 * @param runs points of the runs
 * @param kernels points of kernels with known work
 * @param notes notes that are necessary to read the chart correctly
 */
public record Roofline(Roofs roofs, List<RunPoints> runs, List<RunPoint> kernels, List<String> notes) {
    /** Number of busy CPUs above which a run is compared with the roofs of all CPUs. */
    private static final double ONE_CPU = 1.05;

    public static Roofline of(Roofs roofs, List<RunPoints> runs, List<RunPoint> kernels) {
        List<String> notes = new ArrayList<>();
        String processor = roofs.machine().getOrDefault("processor", "");
        for (RunPoints r : runs) {
            if (r.whole() != null && !r.machine().isEmpty() && !processor.endsWith(r.machine())) {
                notes.add(r.name() + " was recorded on another processor (" + r.machine()
                        + "): the roofs are not its own");
            }
        }
        roofs.threads().forEach(t -> notes.addAll(equalLevelNotes(roofs.bandwidths(t), t)));
        return new Roofline(roofs, List.copyOf(runs), List.copyOf(kernels), List.copyOf(notes));
    }

    /**
     * Returns notes on cache levels that are no faster than the next outer level. A cache shared with other programs
     * may lose its contents quickly.
     */
    private static List<String> equalLevelNotes(List<Roof> levels, int threads) {
        List<String> notes = new ArrayList<>();
        for (int i = 1; i < levels.size(); i++) {
            if (levels.get(i - 1).interval().low() <= levels.get(i).interval().high()) {
                notes.add(levels.get(i - 1).label() + " was no faster than " + levels.get(i).label() + " for "
                        + Units.counted(threads, "thread")
                        + ": data put there were displaced, or other programs used it");
            }
        }
        return notes;
    }

    /** Returns all points: runs, their regions and phases, and kernels. */
    public List<RunPoint> points() {
        return Stream.concat(runs.stream()
                .flatMap(r -> Stream.of(Stream.ofNullable(r.whole()), r.regions().stream(), r.phases().stream())
                        .flatMap(s -> s)),
                kernels.stream()).toList();
    }

    /** Returns the thread count of the roofs to which a point is compared. */
    public int threadsFor(RunPoint point) {
        List<Integer> known = roofs.threads();
        return point.cpus() <= ONE_CPU ? known.get(0) : known.get(known.size() - 1);
    }
}
