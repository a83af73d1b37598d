package runbench.parser.window;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.error.RunbenchException;
import runbench.base.quantity.Units;
import runbench.parser.series.Axis;
import runbench.parser.structure.Structure;

/**
 * A part of a run, in positions on one of its axes (seconds, 10^6 instructions): one stretch, or all stretches of a
 * phase.
 *
 * @param spans stretches: disjoint, ascending, at least one
 * @param phase name of the phase; null if only times were given
 */
public record TimeWindow(List<Span> spans, String phase) {
    /**
     * A stretch, in positions on the axis.
     *
     * @param from start
     * @param to end
     */
    public record Span(double from, double to) {}

    public TimeWindow {
        spans = List.copyOf(spans);
    }

    /**
     * Returns the requested part of a run.
     *
     * @param from start, s; null for the beginning
     * @param to end, s; null for the end
     * @param phase name of the phase; null for any
     * @param length length of the run, s
     * @param structure structure of the run; not needed without a phase
     * @throws RunbenchException (bad input) the part is empty, or the phase does not exist
     */
    public static TimeWindow of(Double from, Double to, String phase, double length, Structure structure) {
        double begin = from == null ? 0 : from;
        double end = to == null ? length : Math.min(to, length);
        if (begin < 0 || begin >= length) {
            throw RunbenchException.badInput("--from " + seconds(begin) + ": the run ends at " + seconds(length))
                    .remedy("choose a time from 0 to " + seconds(length));
        }
        if (to != null && to <= begin) {
            throw RunbenchException.badInput("--to " + seconds(to) + ": not behind --from " + seconds(begin))
                    .remedy("choose a later time");
        }
        if (phase == null) {
            return new TimeWindow(List.of(new Span(begin, end)), null);
        }
        Structure.RecurringPhase found = structure.phase(phase).orElseThrow(() -> unknown(phase, structure));
        List<Span> spans = new ArrayList<>();
        for (Structure.Stay stay : structure.stays()) {
            if (stay.phase().equals(found.name()) && stay.to() > begin && stay.from() < end) {
                spans.add(new Span(Math.max(begin, stay.from()), Math.min(end, stay.to())));
            }
        }
        if (spans.isEmpty()) {
            throw RunbenchException
                    .badInput("--phase " + found.name() + ": never between " + seconds(begin) + " and " + seconds(end))
                    .remedy("leave --from and --to out, or choose another phase");
        }
        return new TimeWindow(spans, found.name());
    }

    private static RunbenchException unknown(String phase, Structure structure) {
        List<String> names = structure.phases().stream().map(Structure.RecurringPhase::name).toList();
        return names.isEmpty()
                ? RunbenchException.badInput("--phase " + phase + ": no phases were found in this run")
                        .remedy(structure.axis() == Axis.INSTRUCTIONS
                                ? "leave it out: along instructions there are no other parts"
                                : "choose a part with --from and --to")
                : RunbenchException.badInput("--phase " + phase + ": no such phase")
                        .remedy("choose one of " + String.join(", ", names));
    }

    public double from() {
        return spans.get(0).from();
    }

    public double to() {
        return spans.get(spans.size() - 1).to();
    }

    /** Returns the total length of all stretches. */
    public double length() {
        return spans.stream().mapToDouble(s -> s.to() - s.from()).sum();
    }

    /** Returns the length of the window between two positions. */
    public double overlap(double begin, double end) {
        double sum = 0;
        for (int i = first(begin); i < spans.size() && spans.get(i).from() < end; i++) {
            sum += Math.max(0, Math.min(end, spans.get(i).to()) - Math.max(begin, spans.get(i).from()));
        }
        return sum;
    }

    public boolean contains(double at) {
        int i = first(at);
        return i < spans.size() && spans.get(i).from() <= at;
    }

    /** Returns the number of the first stretch that ends after a position. */
    private int first(double at) {
        int low = 0;
        int high = spans.size();
        while (low < high) {
            int middle = (low + high) / 2;
            if (spans.get(middle).to() <= at) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the window as text, along time: "from 1.00 s to 2.00 s", "phase B (12 stretches from ... to ...)". */
    public String words() {
        return words(Axis.RUN_TIME);
    }

    /** Returns the window as text on any axis. */
    public String words(Axis axis) {
        String times = "from " + position(axis, from()) + " to " + position(axis, to());
        return phase == null ? times
                : String.format(Locale.ROOT, "phase %s (%d stretch%s %s)", phase, spans.size(),
                        spans.size() == 1 ? "" : "es", times);
    }

    private static String position(Axis axis, double at) {
        return axis == Axis.INSTRUCTIONS ? Units.si(at * axis.recorded()) + " instructions" : seconds(at);
    }

    private static String seconds(double seconds) {
        return Units.seconds(seconds);
    }
}
