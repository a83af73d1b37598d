package runbench.align.view;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import runbench.align.run.ClusterState;
import runbench.align.run.PlanJson;
import runbench.align.run.RankState;
import runbench.align.traces.Alignment;
import runbench.base.json.OutputFormat;
import runbench.base.timeline.ReferenceTime;
import runbench.base.timeline.ReferenceTimes;
import runbench.base.timeline.StatedError;
import runbench.base.timeline.Timeline;
import runbench.parser.record.EventInfo;

/**
 * A run on many nodes on one time axis. Positions are seconds since the start of the run; NaN always means "no data".
 *
 * @param heading program, counters and end of the run
 * @param axis axis of all ranks
 * @param alignment time resolution between the ranks
 * @param ranks all ranks in order, including those without a recording
 * @param quantities events and metrics, each with values of all ranks
 * @param phases the phases; null: see {@code phasesAbsent}
 * @param phasesAbsent reason why there are no phases; null: there are
 * @param messages messages of the window; null: not requested
 */
public record ClusterView(Heading heading, TimeAxis axis, AlignmentQuality alignment, List<RankView> ranks,
        List<Quantity> quantities, PhaseView phases, String phasesAbsent, MessageView messages) {
    public ClusterView {
        ranks = List.copyOf(ranks);
        quantities = List.copyOf(quantities);
    }

    /** Returns whether its ranks are the programs of a plan. */
    @JsonIgnore
    public boolean isOfPrograms() {
        return isOfPrograms(ranks);
    }

    private static boolean isOfPrograms(List<RankView> ranks) {
        return ranks.stream().anyMatch(r -> r.times() != null);
    }

    /** Returns the word for one of its lanes: rank or program. */
    public String member() {
        return member(ranks);
    }

    static String member(List<RankView> ranks) {
        return isOfPrograms(ranks) ? "program" : "rank";
    }

    /** Returns the same view in other buckets. */
    ClusterView in(TimeAxis other, List<Quantity> values) {
        return new ClusterView(heading, other, alignment, ranks, values, phases, phasesAbsent, messages);
    }

    /** Returns an event or a metric by its name. */
    public Optional<Quantity> quantity(String name) {
        return quantities.stream().filter(q -> q.name().equalsIgnoreCase(name)).findFirst();
    }

    /** Returns the view as JSON without the series; NaN is written as null. */
    public String json() {
        return ViewJson.of(this);
    }

    /** Writes a view as JSON: snake case, null for NaN, without large series (rates, spans, messages). */
    private static final class ViewJson {
        private static final ObjectMapper JSON = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .enable(SerializationFeature.INDENT_OUTPUT)
                .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
                .addMixIn(Quantity.RankRates.class, WithoutSeries.class)
                .addMixIn(PhaseView.class, WithoutSpans.class)
                .addMixIn(RankView.class, WithoutError.class)
                .addMixIn(MessageView.class, WithoutMessages.class)
                .addModule(new SimpleModule().addSerializer(double.class, new FiniteSerializer())
                        .addSerializer(Double.class, new FiniteSerializer()))
                .build();

        private ViewJson() {
        }

        static String of(ClusterView view) {
            try {
                JsonNode tree = JSON.valueToTree(view);
                if (!view.isOfPrograms()) {
                    return JSON.writeValueAsString(OutputFormat.CLUSTER_VIEW.named(tree));
                }
                ObjectNode programs = (ObjectNode) PlanJson.named(tree,
                        view.ranks().stream().map(r -> r.times().name()).toList());
                programs.remove(List.of("phases", "phases_absent", "messages"));
                ((ObjectNode) programs.path("heading")).remove(List.of("launcher", "mpi"));
                return JSON.writeValueAsString(OutputFormat.PLAN_VIEW.named(programs));
            } catch (JsonProcessingException e) {
                throw new IllegalStateException(e);
            }
        }

        @JsonIgnoreProperties({"mean", "min", "max"})
        private interface WithoutSeries {}

        @JsonIgnoreProperties({"spans", "calls"})
        private interface WithoutSpans {}

        @JsonIgnoreProperties({"error"})
        private interface WithoutError {}

        @JsonIgnoreProperties({"from_rank", "to_rank", "sent_s", "received_s", "bytes"})
        private interface WithoutMessages {}

        /** Writes NaN and infinity as null, because JSON has neither. */
        private static final class FiniteSerializer extends StdSerializer<Double> {
            private static final long serialVersionUID = 1L;

            FiniteSerializer() {
                super(Double.class);
            }

            @Override
            public void serialize(Double value, JsonGenerator out, SerializerProvider provider) throws IOException {
                if (Double.isFinite(value)) {
                    out.writeNumber(value);
                } else {
                    out.writeNull();
                }
            }
        }
    }

    /**
     * The largest messages of the window.
     *
     * @param fromRank sending ranks
     * @param toRank receiving ranks
     * @param sentS entries into the sends, s
     * @param receivedS exits from the receives, or from the calls that waited for them, s
     * @param bytes sizes in bytes
     * @param orders certainty of the order of send and receive
     * @param inWindow number of all messages in the window
     * @param backwards number of those that seem to be received before they were sent, which is a clock error; only
     *     messages with comparable clocks
     */
    public record MessageView(int[] fromRank, int[] toRank, double[] sentS, double[] receivedS, long[] bytes,
            Order[] orders, long inWindow, long backwards) {
        /** The certainty of the order of a message's ends. */
        public enum Order {
            /** Received after it was sent, or the uncertainty is too small to be visible. */
            FORWARDS,
            /** Seems to be received before it was sent, within the clocks' guaranteed intervals. */
            BACKWARDS,
            /**
             * Received before it was sent by more than the intervals allow: one of the clocks violates its guarantee.
             */
            IMPOSSIBLE,
            /**
             * Unknown: the ends are closer than the clocks resolve and that is more than a pixel, or one of the clocks
             * is unknown.
             */
            INCOMPARABLE
        }

        public int size() {
            return fromRank.length;
        }
    }

    /**
     * One rank.
     *
     * @param rank the rank
     * @param host its host
     * @param how alignment of its clock; {@link Alignment.How#NOT_ALIGNED}: unknown, its start is drawn at the start of
     *     the run and it must not be compared with others
     * @param alignedWhy reason why it is not aligned; null: it is
     * @param state state of its recording
     * @param why reason for any state except complete; null: unknown
     * @param wholeNode its recording covers all tasks on its node
     * @param startS start of its recording, else of its trace, s; NaN: no data
     * @param endS its end, s; NaN: no data
     * @param samples number of samples
     * @param lost number of lost samples; negative: unknown
     * @param error error of its clock along the run; null: the reference's own clock or unknown
     * @param worst largest of these errors; null likewise
     * @param incomparable reason why its times must not be compared with other ranks' at the width of a bucket; null:
     *     they may
     * @param times name and times of a program of a plan; null: a rank of a parallel program
     */
    public record RankView(int rank, String host, Alignment.How how, String alignedWhy, RankState state, String why,
            boolean wholeNode, double startS, double endS, long samples, long lost, SyncError error, StatedError worst,
            String incomparable, @JsonInclude(JsonInclude.Include.NON_NULL) ProgramTimes times) {
        /** Creates a rank of a parallel program. */
        public RankView(int rank, String host, Alignment.How how, String alignedWhy, RankState state, String why,
                boolean wholeNode, double startS, double endS, long samples, long lost, SyncError error,
                StatedError worst, String incomparable) {
            this(rank, host, how, alignedWhy, state, why, wholeNode, startS, endS, samples, lost, error, worst,
                    incomparable, null);
        }

        /**
         * The name of a program of a plan and its times on the axis, s; NaN: unknown or not occurred.
         *
         * @param name the name
         * @param startedS its start
         * @param readyS the time at which it met its condition of readiness
         * @param stoppedS the time at which the run asked it to end
         * @param endedS its end
         * @param until its condition of readiness; null: its start
         * @param exitStatus its exit status; null: unknown, or it was killed
         * @param signal the signal that killed it; null: none
         */
        public record ProgramTimes(@JsonIgnore String name, double startedS, double readyS, double stoppedS,
                double endedS, String until, Integer exitStatus, Integer signal) {}

        /** Returns whether the relation of its clock to the reference is known. */
        public boolean aligned() {
            return how != Alignment.How.NOT_ALIGNED;
        }

        /** Returns a label such as "3 · n1" or "db · n1". */
        public String label() {
            String own = times == null ? Integer.toString(rank) : times.name();
            return host.isEmpty() ? own : own + " · " + host;
        }

        /** Returns its name in texts: "rank 3", or the name of the program. */
        public String title() {
            return times == null ? "rank " + rank : times.name();
        }

        /**
         * The error of a rank's clock along the run.
         *
         * @param atS times, s
         * @param errStatNs statistical standard error, ns; NaN: unknown
         * @param loNs lower end of the guaranteed interval relative to the stamp, ns, negative; infinite: nothing is
         *     guaranteed
         * @param hiNs upper end of the guaranteed interval, ns
         * @param how method by which the clock was known
         */
        public record SyncError(double[] atS, double[] errStatNs, double[] loNs, double[] hiNs,
                ReferenceTime.How[] how) {
            static final int POINTS = 65;

            static SyncError along(Timeline timeline, long from, long to, TimeAxis axis) {
                long[] stamps = new long[POINTS];
                for (int i = 0; i < POINTS; i++) {
                    stamps[i] = from + Math.round((double) (to - from) * i / (POINTS - 1));
                }
                ReferenceTimes placed = new ReferenceTimes(POINTS);
                timeline.locate(stamps, 0, POINTS, placed);
                SyncError e = new SyncError(new double[POINTS], new double[POINTS], new double[POINTS],
                        new double[POINTS], new ReferenceTime.How[POINTS]);
                for (int i = 0; i < POINTS; i++) {
                    e.atS[i] = axis.seconds(placed.refNanos(i));
                    e.errStatNs[i] = placed.errStatNanos(i);
                    e.loNs[i] = placed.loNanos(i);
                    e.hiNs[i] = placed.hiNanos(i);
                    e.how[i] = placed.how(i);
                }
                return e;
            }
        }
    }

    /**
     * Program, counters and end of a run.
     *
     * @param program name of the program
     * @param command command as typed
     * @param launcher program that started the ranks
     * @param mpi MPI implementation; null: no messages were traced
     * @param hosts hosts in the order of the ranks
     * @param startedUtc start time
     * @param periodNs requested sampling period, ns
     * @param machine processors without duplicates
     * @param sources count sources: "pmu", "software"; see {@link runbench.parser.record.EventInfo.CountSource}
     * @param notCounted requested events that were not counted, with reasons
     * @param state state of the run
     * @param reason reason why it is incomplete; null: it is complete
     * @param remarks notes on damage and on data that the analysis could not use
     */
    public record Heading(String program, List<String> command, String launcher, String mpi, List<String> hosts,
            String startedUtc, long periodNs, List<String> machine, List<String> sources, List<NotCounted> notCounted,
            ClusterState state, String reason, List<String> remarks) {
        /**
         * An event without counts on some ranks.
         *
         * @param event name of the event
         * @param ranks the ranks
         * @param why the reason
         */
        public record NotCounted(String event, List<Integer> ranks, String why) {}

        /** Returns whether every rank is present from its start to its end. */
        public boolean complete() {
            return state == ClusterState.FINISHED;
        }
    }
}
