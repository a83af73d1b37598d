package runbench.pas2p.signature;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import runbench.pas2p.trace.ProcessorUse;

/**
 * The signature of a program, as stored in its self-describing file. Times are seconds of the traced run unless stated
 * otherwise. A cut is one number per location, in the order of {@code locations}: the number of its sends and
 * collectives before the cut; 0 is the exit from MPI_Init.
 *
 * @param mpi library and version of the traced run; empty: not known
 * @param threadsMultiple true: MPI_THREAD_MULTIPLE, and locations are threads
 * @param measure occurrences to measure, in order of start; neighbours may share cuts
 * @param stop the cut at which the program may end
 * @param runShare share of the traced time from MPI_Init to the stop
 * @param errorWanted half width of the interval that determined the number of occurrences, as a share
 * @param within share of the run's events within which occurrences were selected
 * @param warnings warnings for readers of predictions
 * @param repeated results of comparing other traced runs; null: none
 * @param landmarks of each location, contents that occurred once in the trace ({@code NUMBER:CONTENT ...},
 *     {@link runbench.pas2p.trace.EventContent}); counting resumes at the number of such a content; null: not known
 */
@JsonPropertyOrder({"format", "version"})
public record Signature(String format, int version, Made made, Program program, String mpi, int ranks,
        List<Location> locations, @JsonProperty("threads_multiple") boolean threadsMultiple, Trace trace,
        List<SignedPhase> phases, List<Wanted> measure, long[] stop, @JsonProperty("run_share") double runShare,
        @JsonProperty("error_wanted") double errorWanted, double confidence, double within, List<String> warnings,
        Repeated repeated, List<String> landmarks) {
    public static final String FORMAT = "runbench signature";
    public static final int VERSION = 1;

    /** Creates the signature of a program that was traced once. */
    public Signature(String format, int version, Made made, Program program, String mpi, int ranks,
            List<Location> locations, boolean threadsMultiple, Trace trace, List<SignedPhase> phases,
            List<Wanted> measure, long[] stop, double runShare, double errorWanted, double confidence, double within,
            List<String> warnings) {
        this(format, version, made, program, mpi, ranks, locations, threadsMultiple, trace, phases, measure, stop,
                runShare, errorWanted, confidence, within, warnings, null, null);
    }

    /**
     * Returns a signature of the same program with other occurrences.
     *
     * @param last the cut at which the program may end
     */
    public Signature part(List<Wanted> wanted, long[] last) {
        return new Signature(format, version, made, program, mpi, ranks, locations, threadsMultiple, trace, phases,
                wanted, last, runShare, errorWanted, confidence, within, warnings,
                repeated == null ? null
                        : new Repeated(repeated.traces, repeated.stretches, repeated.apartS, repeated.behindS,
                                repeated.behindErrorS, repeated.tracedS, null),
                landmarks);
    }

    /** Returns the content before a location's stop; null: only its number is known. */
    public String stopContent(int location) {
        return repeated == null || repeated.stopContents == null ? null : repeated.stopContents.get(location);
    }

    /** Returns the number of runs that were traced for it. */
    public int tracedRuns() {
        return 1 + (repeated == null ? 0 : repeated.traces().size());
    }

    /** Returns the duration of these runs as far as known, s. */
    public double tracedS() {
        return trace.teaS() + (repeated == null || repeated.tracedS() == null ? 0 : repeated.tracedS());
    }

    /**
     * Differences between traced runs: the number of messages depends on time or on convergence there. No occurrence
     * within is measured.
     *
     * @param traces traces of the other runs, as typed
     * @param stretches stretches in which the events of the runs differ
     * @param apartS time of the traced run in phase occurrences that overlap them
     * @param behindS part of it after the stop, mean of the runs: predicted to take the same time everywhere
     * @param behindErrorS standard error of that time for one more run
     * @param tracedS total time of the other runs, from MPI_Init to MPI_Finalize; null: not known
     * @param stopContents of each location, the content at the stop ({@link runbench.pas2p.trace.EventContent},
     *     hexadecimal) if it is the first one since the location's previous cut: the location ends at this content;
     *     null: it ends at its number. Null: not known
     */
    public record Repeated(List<String> traces, List<Stretch> stretches, @JsonProperty("apart_s") double apartS,
            @JsonProperty("behind_s") double behindS, @JsonProperty("behind_error_s") double behindErrorS,
            @JsonProperty("traced_s") Double tracedS, @JsonProperty("stop_contents") List<String> stopContents) {}

    /**
     * A stretch of one location.
     *
     * @param location an index of the signature's locations
     * @param from number of the last event before it
     * @param to number of the event at whose content counting resumes; null: it does not resume
     * @param content that content, hexadecimal ({@link runbench.pas2p.trace.EventContent}); null without it
     */
    public record Stretch(int location, long from, Long to, String content) {}

    /**
     * The origin of the file.
     *
     * @param date UTC, ISO 8601
     */
    public record Made(String host, String date, String runbench, String trace) {}

    /**
     * The traced program, for recognising it in another run.
     *
     * @param command command line of rank 0
     * @param directory its working directory; empty: not known
     * @param executable absolute path; empty: not known
     * @param sha256 digest of the executable; null: see {@code digestReason}
     * @param libraries libraries that were mapped at the end of MPI_Init
     * @param inputs files on the command line, and files named when the signature was built
     * @param digestReason reason for a missing digest; null: none is missing
     */
    public record Program(List<String> command, String directory, String executable, String sha256,
            List<Digested> libraries, List<Digested> inputs, @JsonProperty("digest_reason") String digestReason) {}

    /**
     * A file at the time of building the signature.
     *
     * @param sha256 lower-case hexadecimal
     */
    public record Digested(String path, long bytes, String sha256) {}

    /**
     * Returns the signature of a run that repeats its phases after the stop another number of times.
     *
     * @param ratio number relative to the traced run
     */
    Signature repeatedAfterStop(double ratio) {
        List<SignedPhase> scaled = phases.stream().map(p -> p.repeatedAfterStop(ratio)).toList();
        return new Signature(format, version, made, program, mpi, ranks, locations, threadsMultiple,
                trace.repeatedAfterStop(ratio), scaled, measure, stop, runShare, errorWanted, confidence, within,
                warnings, repeated, landmarks);
    }

    /** A rank, or one of its further threads. */
    public record Location(int rank, int thread) {}

    /**
     * The traced run.
     *
     * @param teaS time of the application: from the last exit from MPI_Init to the last entry into MPI_Finalize
     * @param initS from its start to the start of the first phase
     * @param finalizeS from the end of the last phase to its end
     * @param coveredS time in relevant phases
     * @param residualS time outside relevant phases
     * @param prefixS from its start to the stop
     * @param restS time after the stop in no stratum of a relevant phase, including the end
     * @param stretchSpread scatter of stretches as long as the measured one, as a share, without the trend: the
     *     possible effect of disturbances that outlast single occurrences; 0: the run contains too few stretches
     * @param stretches number of these stretches
     * @param computeS CPU time outside MPI, all ranks, in relevant phases
     * @param mpiS wall time inside MPI, all ranks, in relevant phases
     * @param level level of its phases: "phases" (those of the trace), or "top" or "level 2" of the hierarchy
     * @param trendError standard error of the trend over the measured stretch, as a share; null: not known
     * @param processors processor use of the ranks; null: not known
     */
    public record Trace(@JsonProperty("tea_s") double teaS, @JsonProperty("init_s") double initS,
            @JsonProperty("finalize_s") double finalizeS, @JsonProperty("covered_s") double coveredS,
            @JsonProperty("residual_s") double residualS, @JsonProperty("prefix_s") double prefixS,
            @JsonProperty("rest_s") double restS, @JsonProperty("stretch_spread") double stretchSpread, int stretches,
            @JsonProperty("compute_s") double computeS, @JsonProperty("mpi_s") double mpiS, long events, String level,
            @JsonProperty("trend_error") Double trendError, List<ProcessorUse> processors) {
        /** Creates the record of a run without these values. */
        public Trace(double teaS, double initS, double finalizeS, double coveredS, double residualS, double prefixS,
                double restS, double stretchSpread, int stretches, double computeS, double mpiS, long events,
                String level) {
            this(teaS, initS, finalizeS, coveredS, residualS, prefixS, restS, stretchSpread, stretches, computeS, mpiS,
                    events, level, null, null);
        }

        private Trace repeatedAfterStop(double ratio) {
            return new Trace(teaS, initS, finalizeS, coveredS, residualS, prefixS, restS * ratio, stretchSpread,
                    stretches, computeS, mpiS, events, level, trendError, processors);
        }
    }

    /**
     * One phase.
     *
     * @param strata at least one for a relevant phase; empty for others
     */
    public record SignedPhase(String label, String name, String shape, String description, long weight,
            @JsonProperty("trace_s") double traceS, @JsonProperty("mean_s") double meanS,
            @JsonProperty("deviation_s") double deviationS, boolean relevant, List<Stratum> strata) {
        private SignedPhase repeatedAfterStop(double ratio) {
            List<Stratum> scaled = strata.stream().map(h -> h.repeatedAfterStop(ratio)).toList();
            long more = scaled.stream().mapToLong(Stratum::weight).sum()
                    - strata.stream().mapToLong(Stratum::weight).sum();
            double longer = scaled.stream().mapToDouble(Stratum::traceS).sum()
                    - strata.stream().mapToDouble(Stratum::traceS).sum();
            return new SignedPhase(label, name, shape, description, weight + more, traceS + longer, meanS, deviationS,
                    relevant, scaled);
        }
    }

    /**
     * Occurrences of a phase of similar duration.
     *
     * @param id from 0, in its phase
     * @param fromS least duration of the class, without waits for a processor
     * @param toS greatest duration (exclusive), likewise; in the last class, the greatest duration of all
     * @param spread standard deviation of one occurrence as a share of the mean, without the trend
     * @param behind number of occurrences after the stop
     * @param behindS their time
     * @param behindMpiShare share of their time inside MPI, mean over locations
     * @param wanted number of occurrences that the requested error needs
     * @param obtainedWithin number of these within the permitted stretch
     * @param behindNeededS part of {@code behindS} without waits of ranks for a processor; null: not known
     */
    public record Stratum(int id, @JsonProperty("from_s") double fromS, @JsonProperty("to_s") double toS, long weight,
            @JsonProperty("trace_s") double traceS, @JsonProperty("mean_s") double meanS,
            @JsonProperty("deviation_s") double deviationS, double spread, long behind,
            @JsonProperty("behind_s") double behindS, @JsonProperty("behind_mpi_share") double behindMpiShare,
            int wanted, @JsonProperty("obtained_within") int obtainedWithin,
            @JsonProperty("behind_needed_s") Double behindNeededS) {
        /** Creates a stratum of a trace without counts of waiting. */
        public Stratum(int id, double fromS, double toS, long weight, double traceS, double meanS, double deviationS,
                double spread, long behind, double behindS, double behindMpiShare, int wanted, int obtainedWithin) {
            this(id, fromS, toS, weight, traceS, meanS, deviationS, spread, behind, behindS, behindMpiShare, wanted,
                    obtainedWithin, null);
        }

        private Stratum repeatedAfterStop(double ratio) {
            long after = Math.round(behind * ratio);
            return new Stratum(id, fromS, toS, weight - behind + after, traceS + (ratio - 1) * behindS, meanS,
                    deviationS, spread, after, behindS * ratio, behindMpiShare, wanted, obtainedWithin,
                    behindNeededS == null ? null : (Double) (behindNeededS * ratio));
        }
    }

    /**
     * One occurrence to measure.
     *
     * @param phase index into phases
     * @param stratum stratum of that phase
     * @param occurrence serial number among the occurrences of its phase, from 0
     * @param traceS its duration in the trace
     * @param trendS trend of its stratum at its time of the traced run, without chance; null: not available
     * @param phaseTrendS trend of its phase, likewise
     * @param mpiShare share of its time inside MPI, mean over locations
     * @param content contents before its two cuts, all locations, hexadecimal; null: not known
     * @param neededS part of {@code traceS} without waits of ranks for a processor; null: not known
     */
    public record Wanted(int phase, int stratum, long occurrence, @JsonProperty("trace_s") double traceS,
            @JsonProperty("trend_s") Double trendS, @JsonProperty("phase_trend_s") Double phaseTrendS,
            @JsonProperty("mpi_share") double mpiShare, long[] start, long[] end, String content,
            @JsonProperty("needed_s") Double neededS) {
        /** Creates an occurrence with unknown contents. */
        public Wanted(int phase, int stratum, long occurrence, double traceS, Double trendS, Double phaseTrendS,
                double mpiShare, long[] start, long[] end) {
            this(phase, stratum, occurrence, traceS, trendS, phaseTrendS, mpiShare, start, end, null, null);
        }

        /** Creates an occurrence of a program without chance in its durations. */
        public Wanted(int phase, int stratum, long occurrence, double traceS, double mpiShare, long[] start,
                long[] end) {
            this(phase, stratum, occurrence, traceS, traceS, traceS, mpiShare, start, end, null, null);
        }
    }
}
