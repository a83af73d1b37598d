package runbench.pas2p.signature;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import runbench.pas2p.trace.ProcessorUse;

/**
 * A program's signature as it stands in its file, which describes itself. Times are seconds of the traced run unless
 * they say otherwise. A cut is one number per location, in the order of {@code locations}: after how many of its sends
 * and collectives; 0 is the exit of MPI_Init.
 *
 * @param mpi library and version that the trace was made with; empty: not known
 * @param threadsMultiple under MPI_THREAD_MULTIPLE locations are threads
 * @param measure what to measure, in order of start; neighbours may share cuts
 * @param stop the cut at which the program may end
 * @param runShare share of the traced time from MPI_Init to the stop
 * @param errorWanted half width of the interval that the number of occurrences was chosen for, as a share
 * @param within share of the run's events within which occurrences were chosen
 * @param warnings what a reader of predictions must know
 * @param repeated what other traced runs told; null: there were none
 * @param landmarks of each location, contents that its events had once in the trace ({@code NUMBER:CONTENT ...},
 *     {@link runbench.pas2p.trace.EventContent}): where one is seen, counting goes on from its number; null: not known
 */
@JsonPropertyOrder({"format", "version"})
public record Signature(String format, int version, Made made, Program program, String mpi, int ranks,
        List<Location> locations, @JsonProperty("threads_multiple") boolean threadsMultiple, Trace trace,
        List<SignedPhase> phases, List<Wanted> measure, long[] stop, @JsonProperty("run_share") double runShare,
        @JsonProperty("error_wanted") double errorWanted, double confidence, double within, List<String> warnings,
        Repeated repeated, List<String> landmarks) {
    public static final String FORMAT = "runbench signature";
    public static final int VERSION = 1;

    /** Of a program that was traced once. */
    public Signature(String format, int version, Made made, Program program, String mpi, int ranks,
            List<Location> locations, boolean threadsMultiple, Trace trace, List<SignedPhase> phases,
            List<Wanted> measure, long[] stop, double runShare, double errorWanted, double confidence, double within,
            List<String> warnings) {
        this(format, version, made, program, mpi, ranks, locations, threadsMultiple, trace, phases, measure, stop,
                runShare, errorWanted, confidence, within, warnings, null, null);
    }

    /** The same program's, of other occurrences. @param last the cut at which it may end */
    public Signature part(List<Wanted> wanted, long[] last) {
        return new Signature(format, version, made, program, mpi, ranks, locations, threadsMultiple, trace, phases,
                wanted, last, runShare, errorWanted, confidence, within, warnings,
                repeated == null ? null
                        : new Repeated(repeated.traces, repeated.stretches, repeated.apartS, repeated.behindS,
                                repeated.behindErrorS, repeated.tracedS, null),
                landmarks);
    }

    /** What the events before a location's stop are, where it is known by that; null: by its number alone. */
    public String stopContent(int location) {
        return repeated == null || repeated.stopContents == null ? null : repeated.stopContents.get(location);
    }

    /** Runs that were traced for it. */
    public int tracedRuns() {
        return 1 + (repeated == null ? 0 : repeated.traces().size());
    }

    /** What these took, as far as it is known, s. */
    public double tracedS() {
        return trace.teaS() + (repeated == null || repeated.tracedS() == null ? 0 : repeated.tracedS());
    }

    /**
     * What other traced runs did otherwise: how many messages are sent hangs on time there, or on when something
     * converges. Nothing is measured within.
     *
     * @param traces of the other runs, as typed
     * @param stretches where events of the runs differ
     * @param apartS time of the traced run in occurrences of phases that they touch
     * @param behindS of it behind the stop, mean of the runs: predicted to take as long as that everywhere
     * @param behindErrorS standard error of that of one more run
     * @param tracedS of the other runs, all together, from MPI_Init to MPI_Finalize; null: not known
     * @param stopContents of each location, the content at the stop ({@link runbench.pas2p.trace.EventContent},
     *     hexadecimal) where that comes first there behind the location's cut before: it ends where that is seen; null:
     *     at its number. Null: not known
     */
    public record Repeated(List<String> traces, List<Stretch> stretches, @JsonProperty("apart_s") double apartS,
            @JsonProperty("behind_s") double behindS, @JsonProperty("behind_error_s") double behindErrorS,
            @JsonProperty("traced_s") Double tracedS, @JsonProperty("stop_contents") List<String> stopContents) {}

    /**
     * Of one location.
     *
     * @param location in {@code locations}
     * @param from number of the last event before it
     * @param to of the event at whose content events are counted again; null: they are not, up to the end
     * @param content that content, hexadecimal ({@link runbench.pas2p.trace.EventContent}); null without
     */
    public record Stretch(int location, long from, Long to, String content) {}

    /** Where the file comes from. @param date UTC, ISO 8601 */
    public record Made(String host, String date, String runbench, String trace) {}

    /**
     * What ran, so that it can be told whether the same runs again.
     *
     * @param command command line of rank 0
     * @param directory that it ran in; empty: not known
     * @param executable absolute path; empty: not known
     * @param sha256 of the executable; null where {@code digestReason} says why
     * @param libraries that were mapped at the end of MPI_Init
     * @param inputs files named on the command line, and those that were named when the signature was built
     * @param digestReason why a digest could not be taken; null: all were
     */
    public record Program(List<String> command, String directory, String executable, String sha256,
            List<Digested> libraries, List<Digested> inputs, @JsonProperty("digest_reason") String digestReason) {}

    /** A file as it was when the signature was built. @param sha256 lower-case hexadecimal */
    public record Digested(String path, long bytes, String sha256) {}

    /** A rank, or one of its further threads. */
    public record Location(int rank, int thread) {}

    /**
     * The traced run.
     *
     * @param teaS time of the application: from the last exit from MPI_Init to the last entry of MPI_Finalize
     * @param initS from its start to the beginning of the first phase
     * @param finalizeS from the end of the last phase to its end
     * @param coveredS in relevant phases
     * @param residualS in none of them
     * @param prefixS from its start to the stop
     * @param restS behind the stop, in no stratum of a relevant phase (the end included)
     * @param stretchSpread what the time of stretches as long as the one to be measured strays by, as a share, trend
     *     excepted: how far disturbances that outlast single occurrences may mislead; 0 where the run holds too few
     * @param stretches that this was taken from
     * @param computeS CPU time outside MPI, all ranks, in relevant phases
     * @param mpiS wall time inside MPI, all ranks, in relevant phases
     * @param level what its phases are: "phases" (those of the trace), or of the hierarchy "top" or "level 2"
     * @param trendError standard error, as a share, of what the trace lets expect of the stretch to be measured; null:
     *     not known
     * @param processors what ranks had of the processors; null: not known
     */
    public record Trace(@JsonProperty("tea_s") double teaS, @JsonProperty("init_s") double initS,
            @JsonProperty("finalize_s") double finalizeS, @JsonProperty("covered_s") double coveredS,
            @JsonProperty("residual_s") double residualS, @JsonProperty("prefix_s") double prefixS,
            @JsonProperty("rest_s") double restS, @JsonProperty("stretch_spread") double stretchSpread, int stretches,
            @JsonProperty("compute_s") double computeS, @JsonProperty("mpi_s") double mpiS, long events, String level,
            @JsonProperty("trend_error") Double trendError, List<ProcessorUse> processors) {
        /** Of a run of which that is not known. */
        public Trace(double teaS, double initS, double finalizeS, double coveredS, double residualS, double prefixS,
                double restS, double stretchSpread, int stretches, double computeS, double mpiS, long events,
                String level) {
            this(teaS, initS, finalizeS, coveredS, residualS, prefixS, restS, stretchSpread, stretches, computeS, mpiS,
                    events, level, null, null);
        }
    }

    /** @param strata of a relevant phase one at least; of others none */
    public record SignedPhase(String label, String name, String shape, String description, long weight,
            @JsonProperty("trace_s") double traceS, @JsonProperty("mean_s") double meanS,
            @JsonProperty("deviation_s") double deviationS, boolean relevant, List<Stratum> strata) {}

    /**
     * Occurrences of a phase of similar duration.
     *
     * @param id from 0, in its phase
     * @param fromS duration from which on an occurrence belongs to it
     * @param toS up to which (not included); the last class's is the greatest duration there is
     * @param spread standard deviation of one occurrence as a share of the mean, trend excepted
     * @param behind occurrences behind the stop
     * @param behindS their time
     * @param behindMpiShare of their time, the share inside MPI, mean over locations
     * @param wanted occurrences to measure for the error wanted
     * @param obtainedWithin of them those that lie within the stretch allowed
     */
    public record Stratum(int id, @JsonProperty("from_s") double fromS, @JsonProperty("to_s") double toS, long weight,
            @JsonProperty("trace_s") double traceS, @JsonProperty("mean_s") double meanS,
            @JsonProperty("deviation_s") double deviationS, double spread, long behind,
            @JsonProperty("behind_s") double behindS, @JsonProperty("behind_mpi_share") double behindMpiShare,
            int wanted, @JsonProperty("obtained_within") int obtainedWithin) {}

    /**
     * One occurrence to measure.
     *
     * @param phase index into phases
     * @param stratum of that phase
     * @param occurrence serial number among the occurrences of its phase, from 0
     * @param traceS its duration in the trace
     * @param trendS what those of its stratum take at its time of the traced run, chance left out; null: not told
     * @param phaseTrendS the same of all of its phase
     * @param mpiShare of it, the share inside MPI, mean over locations
     * @param content what the events before its two cuts were, all locations, hexadecimal; null: not known
     */
    public record Wanted(int phase, int stratum, long occurrence, @JsonProperty("trace_s") double traceS,
            @JsonProperty("trend_s") Double trendS, @JsonProperty("phase_trend_s") Double phaseTrendS,
            @JsonProperty("mpi_share") double mpiShare, long[] start, long[] end, String content) {
        /** Of which the events before its cuts are not known. */
        public Wanted(int phase, int stratum, long occurrence, double traceS, Double trendS, Double phaseTrendS,
                double mpiShare, long[] start, long[] end) {
            this(phase, stratum, occurrence, traceS, trendS, phaseTrendS, mpiShare, start, end, null);
        }

        /** A program that takes what it takes: nothing in the traced duration is chance. */
        public Wanted(int phase, int stratum, long occurrence, double traceS, double mpiShare, long[] start,
                long[] end) {
            this(phase, stratum, occurrence, traceS, traceS, traceS, mpiShare, start, end, null);
        }
    }
}
