package runbench.pas2p.signature;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.stream.Stream;
import runbench.pas2p.trace.ProcessorUse;

/**
 * What a run of a signature measured, as it stands in {@code measured.json}; it holds the signature itself. Seconds.
 *
 * @param signatureSha256 of the signature's file
 * @param command what was run
 * @param date UTC, ISO 8601
 * @param forced measured in spite of differences that would be refused
 * @param differences from what the signature was made of, in words
 * @param wallS of the whole command
 * @param initS from the last exit from MPI_Init to the first cut of the signature; null: not seen
 * @param stopS from there to the signature's stop; null: the program ended before
 * @param stopped the program was ended at the stop
 * @param completedS of a run to its end, the time of the application (as {@link Signature.Trace#teaS()}); null
 *     otherwise
 * @param processors what ranks had of the processors up to the signature's stop; null: not known
 * @param finalizeS of a run to its end, from the stop to the last entry of MPI_Finalize; null otherwise
 */
@JsonPropertyOrder({"format", "version"})
public record MeasuredSignature(String format, int version, @JsonProperty("signature_sha256") String signatureSha256,
        Signature signature, List<String> command, List<String> hosts, String date, Same same, boolean forced,
        List<String> differences, @JsonProperty("wall_s") double wallS, @JsonProperty("init_s") Double initS,
        @JsonProperty("stop_s") Double stopS, boolean stopped, @JsonProperty("completed_s") Double completedS,
        @JsonProperty("finalize_s") Double finalizeS, List<Sample> samples, List<Missing> missing, Clock clock,
        List<String> remarks, List<ProcessorUse> processors, List<Restored> restored) {
    /** Of a run from the program's beginning. */
    public MeasuredSignature(String format, int version, String signatureSha256, Signature signature,
            List<String> command, List<String> hosts, String date, Same same, boolean forced, List<String> differences,
            double wallS, Double initS, Double stopS, boolean stopped, Double completedS, Double finalizeS,
            List<Sample> samples, List<Missing> missing, Clock clock, List<String> remarks,
            List<ProcessorUse> processors) {
        this(format, version, signatureSha256, signature, command, hosts, date, same, forced, differences, wallS, initS,
                stopS, stopped, completedS, finalizeS, samples, missing, clock, remarks, processors, null);
    }

    /** Of a run of which is not known what ranks had of the processors. */
    public MeasuredSignature(String format, int version, String signatureSha256, Signature signature,
            List<String> command, List<String> hosts, String date, Same same, boolean forced, List<String> differences,
            double wallS, Double initS, Double stopS, boolean stopped, Double completedS, Double finalizeS,
            List<Sample> samples, List<Missing> missing, Clock clock, List<String> remarks) {
        this(format, version, signatureSha256, signature, command, hosts, date, same, forced, differences, wallS, initS,
                stopS, stopped, completedS, finalizeS, samples, missing, clock, remarks, null, null);
    }

    /** The same, with further remarks. */
    public MeasuredSignature noting(List<String> more) {
        return more.isEmpty() ? this
                : new MeasuredSignature(format, version, signatureSha256, signature, command, hosts, date, same, forced,
                        differences, wallS, initS, stopS, stopped, completedS, finalizeS, samples, missing, clock,
                        Stream.concat(remarks.stream(), more.stream()).toList(), processors, restored);
    }

    public static final String FORMAT = "runbench measured signature";
    public static final int VERSION = 1;
    /** The name of the file in its folder. */
    public static final String FILE = "measured.json";

    /** What was the same as in the trace; null: could not be told. */
    public record Same(Boolean program, Boolean libraries, Boolean inputs, Boolean ranks, Boolean mpi) {}

    /**
     * One occurrence.
     *
     * @param occurrence as in {@link Signature.Wanted}
     * @param startS its beginning, from the last exit from MPI_Init
     * @param measuredS by the frontier rule
     * @param slowestRank whose wall time was greatest
     * @param computeS CPU time outside MPI, all locations
     * @param mpiS wall time inside MPI, all locations
     * @param ranks of each location, in the signature's order
     */
    public record Sample(int phase, int stratum, long occurrence, @JsonProperty("trace_s") double traceS,
            @JsonProperty("start_s") double startS, @JsonProperty("measured_s") double measuredS,
            @JsonProperty("slowest_rank") int slowestRank, @JsonProperty("compute_s") double computeS,
            @JsonProperty("mpi_s") double mpiS, List<RankTime> ranks) {}

    /** @param wallS between its two cuts */
    public record RankTime(@JsonProperty("wall_s") double wallS, @JsonProperty("compute_s") double computeS,
            @JsonProperty("mpi_s") double mpiS) {}

    /**
     * An occurrence that could not be measured. @param elsewhere its cuts were passed, at other events than in the
     * traced run
     */
    public record Missing(int phase, long occurrence, String why, Boolean elsewhere) {
        /** Files of earlier versions do not say: what was elsewhere was not looked for. */
        public Missing {
            elsewhere = Boolean.TRUE.equals(elsewhere);
        }

        /** A cut was not passed by all. */
        public Missing(int phase, long occurrence, String why) {
            this(phase, occurrence, why, false);
        }

    }

    /**
     * A phase's checkpoint, restored and measured.
     *
     * @param phase in the signature's phases
     * @param imageBytes of its processes
     * @param copiedBytes of files that are theirs
     * @param dumpS for which they stood still when they were copied
     * @param warmUp occurrences between the checkpoint and the first that is measured
     * @param restoreS until they ran; null: they did not
     * @param warmUpS from there to the first occurrence measured; null: they did not come to it
     * @param phaseS from there to the end of the last one, the warm-up included; null: they did not come to it
     * @param wallS until all had ended
     * @param complete they ended by themselves
     */
    public record Restored(int phase, @JsonProperty("image_bytes") long imageBytes,
            @JsonProperty("copied_bytes") long copiedBytes, @JsonProperty("dump_s") double dumpS,
            @JsonProperty("warm_up") int warmUp, @JsonProperty("restore_s") Double restoreS,
            @JsonProperty("warm_up_s") Double warmUpS, @JsonProperty("phase_s") Double phaseS,
            @JsonProperty("wall_s") double wallS, boolean complete) {}

    /**
     * By whose clock times are. Clocks of several hosts are not compared; {@code signature/CutTimes} says how times
     * come of them.
     *
     * @param hosts that ranks ran on
     * @param host whose clock it is; null: not known
     * @param errorS by which {@code stopS} may be off for that; 0 on one host, null: not known
     * @param occurrenceErrorS likewise an occurrence, at most
     */
    public record Clock(int hosts, String host, @JsonProperty("error_s") Double errorS,
            @JsonProperty("occurrence_error_s") Double occurrenceErrorS) {}
}
