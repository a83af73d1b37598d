package runbench.parser.symbols;

import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import runbench.parser.record.Metadata.PointerStatus;
import runbench.parser.series.Axis;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesCollector;

/**
 * Where in its programs each sample of a recording was taken. Every sample stands for one period of running time, so
 * that shares of samples are shares of time. The place is where the timer's interrupt was taken: some instructions
 * behind what was being executed, and in the kernel where interrupts were let through again.
 */
public final class SampledCode {
    private final PointerStatus status;
    private final Instants instants;
    private final int[] placeOf;
    private final Instants gaps;
    private final long[] unsampledNanos;
    private final List<CodePlace> places;
    private final List<MappedFile> files;
    private final Map<Integer, String> processes;

    SampledCode(PointerStatus status, Instants instants, int[] placeOf, Instants gaps, long[] unsampledNanos,
            List<CodePlace> places, List<MappedFile> files, Map<Integer, String> processes) {
        this.status = status;
        this.instants = instants;
        this.placeOf = placeOf;
        this.gaps = gaps;
        this.unsampledNanos = unsampledNanos;
        this.places = List.copyOf(places);
        this.files = List.copyOf(files);
        this.processes = Map.copyOf(processes);
    }

    /** To be gathered in one reading with whatever else is wanted; about 20 bytes a sample. */
    public static SeriesCollector<SampledCode> collector(Periods periods) {
        return new CodeCollector(periods, true);
    }

    /** Only which code was sampled, to be named: memory grows with the code that occurs, not with samples. */
    public static SeriesCollector<SampledCode> placesCollector(Periods periods) {
        return new CodeCollector(periods, false);
    }

    /** Whether there are pointers at all; without, there are no samples here. */
    public PointerStatus status() {
        return status;
    }

    public int samples() {
        return instants.count();
    }

    /** When a sample was taken: wall time since the start of the run, or running time of the whole program, ns. */
    long nanos(Axis axis, int sample) {
        return instants.at(axis, sample);
    }

    /** Index among {@link #places()}. */
    int place(int sample) {
        return placeOf[sample];
    }

    /**
     * Running time in kernel mode that nobody was permitted to sample, ns.
     *
     * @param inside by the time of its end
     */
    long unsampledNanos(Axis axis, LongPredicate inside) {
        return IntStream.range(0, gaps.count())
                .filter(i -> inside.test(gaps.at(axis, i)))
                .mapToLong(i -> unsampledNanos[i])
                .sum();
    }

    /** Different places that occur. */
    List<CodePlace> places() {
        return places;
    }

    List<MappedFile> files() {
        return files;
    }

    /** Name of a process; empty where it is not known. */
    String process(int pid) {
        return processes.getOrDefault(pid, "");
    }
}
