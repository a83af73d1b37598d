package runbench.pas2p.signature;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import runbench.pas2p.trace.ProcessorUse;
import runbench.pas2p.trace.RankHeader.NodeMachine;

/**
 * The measured signature, as stored in {@code measured.json}; it contains the signature itself. Times are seconds.
 *
 * @param signatureSha256 digest of the signature's file
 * @param command command line of the measured program
 * @param date UTC, ISO 8601
 * @param forced true: measured in spite of differences that are otherwise rejected
 * @param differences differences from the signature's program, in words
 * @param wallS time of the whole command
 * @param initS from the last exit from MPI_Init to the first cut of the signature; null: not recorded
 * @param stopS from there to the signature's stop; null: the program ended before
 * @param stopped true: the program was ended at the stop
 * @param completedS of a run to its end, the time of the application (as {@link Signature.Trace#teaS()}); null
 *     otherwise
 * @param processors processor use of the ranks up to the signature's stop; null: not known
 * @param finalizeS of a run to its end, from the stop to the last entry into MPI_Finalize; null otherwise
 * @param events sends and collectives of all locations in a run to its end; null otherwise, or not known
 * @param machines machines of {@code hosts}, in their order; null: not known
 */
@JsonPropertyOrder({"format", "version"})
public record MeasuredSignature(String format, int version, @JsonProperty("signature_sha256") String signatureSha256,
        Signature signature, List<String> command, List<String> hosts, String date, Same same, boolean forced,
        List<String> differences, @JsonProperty("wall_s") double wallS, @JsonProperty("init_s") Double initS,
        @JsonProperty("stop_s") Double stopS, boolean stopped, @JsonProperty("completed_s") Double completedS,
        @JsonProperty("finalize_s") Double finalizeS, List<Sample> samples, List<Missing> missing, Clock clock,
        List<String> remarks, List<ProcessorUse> processors, List<Restored> restored, Long events,
        List<MeasuredHost> machines) {
    /** Creates the result of a run from the program's start. */
    public MeasuredSignature(String format, int version, String signatureSha256, Signature signature,
            List<String> command, List<String> hosts, String date, Same same, boolean forced, List<String> differences,
            double wallS, Double initS, Double stopS, boolean stopped, Double completedS, Double finalizeS,
            List<Sample> samples, List<Missing> missing, Clock clock, List<String> remarks,
            List<ProcessorUse> processors) {
        this(format, version, signatureSha256, signature, command, hosts, date, same, forced, differences, wallS, initS,
                stopS, stopped, completedS, finalizeS, samples, missing, clock, remarks, processors, null, null, null);
    }

    /** Creates the result of a run with unknown processor use. */
    public MeasuredSignature(String format, int version, String signatureSha256, Signature signature,
            List<String> command, List<String> hosts, String date, Same same, boolean forced, List<String> differences,
            double wallS, Double initS, Double stopS, boolean stopped, Double completedS, Double finalizeS,
            List<Sample> samples, List<Missing> missing, Clock clock, List<String> remarks) {
        this(format, version, signatureSha256, signature, command, hosts, date, same, forced, differences, wallS, initS,
                stopS, stopped, completedS, finalizeS, samples, missing, clock, remarks, null, null, null, null);
    }

    /** Returns the same result with further remarks. */
    public MeasuredSignature noting(List<String> more) {
        return more.isEmpty() ? this
                : new MeasuredSignature(format, version, signatureSha256, signature, command, hosts, date, same, forced,
                        differences, wallS, initS, stopS, stopped, completedS, finalizeS, samples, missing, clock,
                        Stream.concat(remarks.stream(), more.stream()).toList(), processors, restored, events,
                        machines);
    }

    /** Returns the same measurement, of a run with a number of sends and collectives up to its end. */
    MeasuredSignature counting(Long eventsToEnd) {
        return of(signature, eventsToEnd, machines);
    }

    /** Returns the same measurement with the machines of its hosts. */
    MeasuredSignature on(List<MeasuredHost> known) {
        return of(signature, events, known);
    }

    /**
     * Returns the mapping as numbers of hosts and of ranks on each of them, most ranks first: "3 x 4, 1 x 2" are three
     * hosts with four ranks each and one with two (thesis, table 6.7); null: not known.
     */
    public String mapping() {
        return machines == null || machines.isEmpty() ? null
                : machines.stream()
                        .collect(Collectors.groupingBy(MeasuredHost::ranks,
                                () -> new TreeMap<>(Comparator.reverseOrder()), Collectors.counting()))
                        .entrySet()
                        .stream()
                        .map(e -> e.getValue() + " x " + e.getKey())
                        .collect(Collectors.joining(", "));
    }

    private MeasuredSignature of(Signature other, Long eventsToEnd, List<MeasuredHost> known) {
        return new MeasuredSignature(format, version, signatureSha256, other, command, hosts, date, same, forced,
                differences, wallS, initS, stopS, stopped, completedS, finalizeS, samples, missing, clock, remarks,
                processors, restored, eventsToEnd, known);
    }

    /**
     * Returns the sends and collectives after the stop, relative to those of the traced run. A different input repeats
     * the same phases another number of times.
     *
     * @return null: the program and its input are the traced ones, or the run was stopped and its events are not known
     */
    public Double countedRatio() {
        long stop = LongStream.of(signature.stop()).sum();
        long traced = signature.trace().events() - stop;
        return !forced || events == null || stopS == null || signature.repeated() != null || traced <= 0 ? null
                : (Double) (Math.max(0, events - stop) / (double) traced);
    }

    /** Returns the same measurement with the weights of the measured run, if its iterations were counted. */
    public MeasuredSignature withCountedWeights() {
        Double ratio = countedRatio();
        return ratio == null ? this : of(signature.repeatedAfterStop(ratio), events, machines);
    }

    public static final String FORMAT = "runbench measured signature";
    public static final int VERSION = 1;
    /** The name of the file in its folder. */
    public static final String FILE = "measured.json";

    /**
     * A host of the measured ranks.
     *
     * @param ranks number of ranks on it
     * @param mpi name and version of their MPI library; empty: not known
     * @param machine its hardware and kernel; null: not known
     */
    public record MeasuredHost(String host, int ranks, String mpi, NodeMachine machine) {}

    /** Equality with the traced run, by property; null: unknown. */
    public record Same(Boolean program, Boolean libraries, Boolean inputs, Boolean ranks, Boolean mpi) {}

    /**
     * One measured occurrence.
     *
     * @param occurrence as in {@link Signature.Wanted}
     * @param startS its start, from the last exit from MPI_Init
     * @param measuredS duration by the frontier rule
     * @param slowestRank rank with the greatest wall time
     * @param computeS CPU time outside MPI, all locations
     * @param mpiS wall time inside MPI, all locations
     * @param ranks values of each location, in the signature's order
     */
    public record Sample(int phase, int stratum, long occurrence, @JsonProperty("trace_s") double traceS,
            @JsonProperty("start_s") double startS, @JsonProperty("measured_s") double measuredS,
            @JsonProperty("slowest_rank") int slowestRank, @JsonProperty("compute_s") double computeS,
            @JsonProperty("mpi_s") double mpiS, List<RankTime> ranks) {}

    /**
     * The times of one location.
     *
     * @param wallS between its two cuts
     */
    public record RankTime(@JsonProperty("wall_s") double wallS, @JsonProperty("compute_s") double computeS,
            @JsonProperty("mpi_s") double mpiS) {}

    /**
     * An occurrence that was not measured.
     *
     * @param elsewhere true: its cuts were passed, but at other events than in the traced run
     */
    public record Missing(int phase, long occurrence, String why, Boolean elsewhere) {
        /** Creates it from files of earlier versions, which do not contain {@code elsewhere}. */
        public Missing {
            elsewhere = Boolean.TRUE.equals(elsewhere);
        }

        /** Creates it for a cut that some location did not pass. */
        public Missing(int phase, long occurrence, String why) {
            this(phase, occurrence, why, false);
        }

    }

    /**
     * The restored and measured checkpoint of a phase.
     *
     * @param phase index into the signature's phases
     * @param imageBytes size of the process images
     * @param copiedBytes size of the files
     * @param dumpS time for which the processes were stopped for the copy
     * @param warmUp occurrences between the checkpoint and the first measured one
     * @param restoreS time until the processes continued; null: they did not
     * @param warmUpS from there to the first measured occurrence; null: not reached
     * @param phaseS from {@code restoreS} to the end of the last measured occurrence, including the warm-up; null: not
     *     reached
     * @param wallS time until all processes had ended
     * @param complete true: the processes ended by themselves
     */
    public record Restored(int phase, @JsonProperty("image_bytes") long imageBytes,
            @JsonProperty("copied_bytes") long copiedBytes, @JsonProperty("dump_s") double dumpS,
            @JsonProperty("warm_up") int warmUp, @JsonProperty("restore_s") Double restoreS,
            @JsonProperty("warm_up_s") Double warmUpS, @JsonProperty("phase_s") Double phaseS,
            @JsonProperty("wall_s") double wallS, boolean complete) {}

    /**
     * The clock of the times. Clocks of several hosts are not compared; {@code signature/CutTimes} documents the
     * derivation of times.
     *
     * @param hosts number of hosts of the ranks
     * @param host host of the clock; null: not known
     * @param errorS resulting error bound of {@code stopS}; 0 on one host, null: not known
     * @param occurrenceErrorS resulting error bound of an occurrence
     */
    public record Clock(int hosts, String host, @JsonProperty("error_s") Double errorS,
            @JsonProperty("occurrence_error_s") Double occurrenceErrorS) {}
}
