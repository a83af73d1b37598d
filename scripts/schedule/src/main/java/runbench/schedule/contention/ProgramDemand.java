package runbench.schedule.contention;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The memory demand of a program that runs alone.
 *
 * @param threads number of threads that share the traffic evenly
 * @param traffic mean traffic of all threads, bytes per second
 * @param waiting share of its time, 0..1, that it waits for memory; NaN if unknown
 * @param source origin of these values
 * @param course stretches from start to end; empty if only the mean is known
 */
public record ProgramDemand(int threads, double traffic, double waiting, String source,
        @JsonIgnore List<Stretch> course) {
    private static final int BISECTION_STEPS = 60;
    private static final double NEGLIGIBLE_SHARE = 1e-6;

    /**
     * A stretch of a program.
     *
     * @param seconds running time alone
     * @param traffic mean traffic in the stretch, bytes per second
     * @param waiting share of the time, 0..1, that the program waits for memory
     */
    public record Stretch(double seconds, double traffic, double waiting) {}

    public ProgramDemand {
        course = List.copyOf(course);
    }

    /** Creates a demand of which only the mean is known. */
    public ProgramDemand(int threads, double traffic, double waiting, String source) {
        this(threads, traffic, waiting, source, List.of());
    }

    /** Returns the number of stretches; 0 if only the mean is known. */
    @JsonProperty("stretches")
    public int stretches() {
        return course.size();
    }

    /** Returns the stretches, or one stretch with the mean. */
    List<Stretch> stretchesOrMean() {
        return course.isEmpty() ? List.of(new Stretch(1, traffic, waiting)) : course;
    }

    /** Returns the same demand reduced to its mean. */
    ProgramDemand steady() {
        return new ProgramDemand(threads, traffic, waiting, source);
    }

    /**
     * Returns the mean slow-down of one program by another. A program of several threads is compared with its own
     * threads alone, which already wait for each other. If stretches are known, both programs advance through theirs.
     */
    public static double slowdown(Contention model, ProgramDemand victim, ProgramDemand other) {
        return SideBySide.slowdown(model, victim, other);
    }

    /**
     * Estimates the traffic and the waiting share of a program from the mutual slow-down of the program and a memory
     * reader (BBMA). No counter is needed. The search is a bisection, because the reader's slow-down rises with the
     * program's traffic, and the program's slow-down rises with its waiting share. One thread draws at most
     * {@link ContentionModel#single}. A larger loss of the reader is noise or has another cause than memory, so more
     * traffic does not explain it. The idea to characterise a program by a probe comes from Mars et al., Bubble-Up,
     * MICRO 2011.
     *
     * @param model calibrated model
     * @param slowed slow-down of the program with the reader; 1 means none
     * @param slows slow-down of the reader with the program; 1 means none
     */
    public static ProgramDemand probed(ContentionModel model, double slowed, double slows) {
        ProgramDemand reader = new ProgramDemand(1, model.single(), 1, "");
        double least = 0;
        double most = model.single();
        double waiting = 0;
        for (int i = 0; i < BISECTION_STEPS; i++) {
            double traffic = (least + most) / 2;
            waiting = waiting(model, reader, traffic, slowed);
            if (slowdown(model, reader, new ProgramDemand(1, traffic, waiting, "")) < slows) {
                least = traffic;
            } else {
                most = traffic;
            }
        }
        return new ProgramDemand(1, most < NEGLIGIBLE_SHARE * model.single() ? 0 : most, waiting,
                "probed: mutual slow-down with a memory reader");
    }

    private static double waiting(ContentionModel model, ProgramDemand reader, double traffic, double slowed) {
        double least = 0;
        double most = 1;
        for (int i = 0; i < BISECTION_STEPS; i++) {
            double w = (least + most) / 2;
            if (slowdown(model, new ProgramDemand(1, traffic, w, ""), reader) < slowed) {
                least = w;
            } else {
                most = w;
            }
        }
        return most < NEGLIGIBLE_SHARE ? 0 : most;
    }
}
