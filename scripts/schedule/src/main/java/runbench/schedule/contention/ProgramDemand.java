package runbench.schedule.contention;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * What a program asks of memory alone.
 *
 * @param threads that share the traffic evenly
 * @param traffic bytes per second on average, of all threads
 * @param waiting share of its time, 0..1, in which it waits for memory; NaN where that is not known
 * @param source how this is known
 * @param course from its beginning to its end; empty where only the average is known
 */
public record ProgramDemand(int threads, double traffic, double waiting, String source,
        @JsonIgnore List<Stretch> course) {
    private static final int STEPS = 60;
    private static final double NOTHING = 1e-6;

    /** A part of a program's way. @param seconds alone @param traffic and @param waiting there, as of the whole */
    public record Stretch(double seconds, double traffic, double waiting) {}

    public ProgramDemand {
        course = List.copyOf(course);
    }

    /** One of which only this is known. */
    public ProgramDemand(int threads, double traffic, double waiting, String source) {
        this(threads, traffic, waiting, source, List.of());
    }

    /** How many stretches it is known by; 0: by its mean. */
    @JsonProperty("stretches")
    public int stretches() {
        return course.size();
    }

    /** At least one stretch. */
    List<Stretch> way() {
        return course.isEmpty() ? List.of(new Stretch(1, traffic, waiting)) : course;
    }

    /** The same, known by its mean. */
    ProgramDemand steady() {
        return new ProgramDemand(threads, traffic, waiting, source);
    }

    /**
     * How much longer the first takes beside the second, on average; a program of several threads is held against its
     * own threads by themselves, who wait for each other already when it is alone. Where one is known by its stretches,
     * both go through theirs.
     */
    public static double slowdown(Contention model, ProgramDemand victim, ProgramDemand other) {
        return SideBySide.slowdown(model, victim, other);
    }

    /**
     * The traffic and the waiting of a program that would slow a reader of memory (BBMA), and be slowed by it, as was
     * seen: what each does to the other tells both, and no counter is needed. It is searched by halving, for the reader
     * is slowed the more the more traffic there is, and the program the more it waits. One thread draws no more than
     * {@link ContentionModel#single}: what the reader loses beyond that is noise, or has another cause than memory, and
     * is not explained by more traffic. The idea to know a program by what it does to a probe and a probe to it: Mars
     * and others, Bubble-Up, MICRO 2011.
     *
     * @param slowed of the program beside the reader, 1: not at all
     * @param slows of the reader beside the program
     */
    public static ProgramDemand probed(ContentionModel model, double slowed, double slows) {
        ProgramDemand reader = new ProgramDemand(1, model.single(), 1, "");
        double least = 0;
        double most = model.single();
        double waiting = 0;
        for (int i = 0; i < STEPS; i++) {
            double traffic = (least + most) / 2;
            waiting = waiting(model, reader, traffic, slowed);
            if (slowdown(model, reader, new ProgramDemand(1, traffic, waiting, "")) < slows) {
                least = traffic;
            } else {
                most = traffic;
            }
        }
        return new ProgramDemand(1, most < NOTHING * model.single() ? 0 : most, waiting,
                "probed: what a reader of memory beside it lost, and what it lost itself");
    }

    private static double waiting(ContentionModel model, ProgramDemand reader, double traffic, double slowed) {
        double least = 0;
        double most = 1;
        for (int i = 0; i < STEPS; i++) {
            double w = (least + most) / 2;
            if (slowdown(model, new ProgramDemand(1, traffic, w, ""), reader) < slowed) {
                least = w;
            } else {
                most = w;
            }
        }
        return most < NOTHING ? 0 : most;
    }
}
