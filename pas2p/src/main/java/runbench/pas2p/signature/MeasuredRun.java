package runbench.pas2p.signature;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import runbench.base.error.RunbenchException;
import runbench.base.home.HostName;
import runbench.pas2p.signature.ProgramComparison.SeveralThreads;
import runbench.pas2p.trace.CutFile;
import runbench.pas2p.trace.ProcessorUse;
import runbench.pas2p.trace.RankHeader;

/**
 * The files that a run of a signature left in its folder, complete or not, as a {@link MeasuredSignature}.
 *
 * @param signatureSha256 digest of the signature's file
 * @param full true: the program continues after the stop
 * @param cpuClock true: compute time is CPU time
 * @param wallS time of the whole command
 * @param whyEnded reason for missing occurrences
 */
public record MeasuredRun(Signature signature, String signatureSha256, List<String> command, String date, boolean full,
        boolean forced, boolean cpuClock, double wallS, String whyEnded) {
    private static final int MAX_LISTED = 8;

    /** Returns the interposer's instructions. */
    public String plan() {
        return CutPlan.text(signature, full);
    }

    /** Returns the number of records of all rank files for a completed measurement: cuts, MPI_Init and the end. */
    public static long recordsExpected(Signature signature) {
        return CutPlan.cuts(signature, 0).tailMap(1L).size() + 2L;
    }

    /**
     * Reads the ranks' files.
     *
     * @param found comparison with the traced run; null: no rank started
     * @throws RunbenchException exit code 3: events of further threads were not counted
     */
    public MeasuredSignature read(Path folder, ProgramComparison.Found found) {
        List<String> remarks = new ArrayList<>();
        List<CutFile> files = new ArrayList<>();
        for (Signature.Location location : signature.locations()) {
            files.add(file(CutFile.fileOf(folder, location.rank()), remarks));
        }
        files.stream()
                .filter(f -> f != null && f.trailer().path("untraced_threads").asLong() > 0)
                .findFirst()
                .ifPresent(f -> {
                    throw SeveralThreads.of("rank " + f.header().rank() + " called MPI from several threads");
                });
        List<String> hosts = files.stream().filter(Objects::nonNull).map(f -> f.header().host()).distinct().toList();
        CutTimes times = new CutTimes(signature, files,
                files.stream().mapToInt(f -> f == null ? 0 : hosts.indexOf(f.header().host())).toArray());
        CutTimes.Span passed = times.to(signature.stop());
        CutTimes.Span stop = passed != null && times.stopAsTraced() ? passed : null;
        Double stopS = seconds(stop);
        boolean toEnd = full || times.endedBeforeStop();
        Double completedS = toEnd ? seconds(times.toEnd()) : null;
        List<String> broken = files.stream()
                .filter(f -> f != null && !f.complete())
                .map(f -> Integer.toString(f.header().rank()))
                .toList();
        if (!broken.isEmpty()) {
            remarks.add((broken.size() == 1 ? "rank " : "ranks ")
                    + String.join(", ", broken.subList(0, Math.min(MAX_LISTED, broken.size())))
                    + (broken.size() > MAX_LISTED ? ", ..." : "")
                    + " ended without MPI_Finalize (killed, aborted, or exited without it)");
        }
        if (!cpuClock) {
            remarks.add(
                    "compute times are wall time outside MPI; --cpu-clock counts CPU time, at about a microsecond a "
                            + "call");
        }
        List<String> elsewhere = hosts.stream().filter(h -> !h.equals(HostName.own())).toList();
        if (found != null && !elsewhere.isEmpty()) {
            remarks.add("program, libraries and inputs were compared as " + HostName.own() + " has them, not on "
                    + String.join(", ", elsewhere));
        }
        List<ProcessorUse> processors = processors(files);
        ProcessorUse.busy(processors, "measured")
                .ifPresent(
                        busy -> remarks.add(busy + ": measure it again, into another folder, while nothing else runs"));
        return new MeasuredSignature(MeasuredSignature.FORMAT, MeasuredSignature.VERSION, signatureSha256, signature,
                command, hosts, date,
                found == null ? new MeasuredSignature.Same(null, null, null, null, null) : found.same(),
                forced && found != null && !found.differences().isEmpty(),
                found == null ? List.of() : found.differences(), wallS, firstCut(times), stopS, !full && passed != null,
                completedS, completedS == null || stopS == null ? null : (Double) (completedS - stopS), times.samples(),
                times.missing(whyEnded),
                new MeasuredSignature.Clock(hosts.size(), hosts.isEmpty() ? null : hosts.get(times.host()),
                        stop == null ? null : (Double) stop.error(), times.largestError()),
                remarks, processors).counting(completedS == null ? null : (Long) events(files))
                .on(hosts.stream().map(host -> machine(host, files)).toList());
    }

    private static MeasuredSignature.MeasuredHost machine(String host, List<CutFile> files) {
        List<RankHeader> headers = files.stream()
                .filter(f -> f != null && f.header().host().equals(host))
                .map(CutFile::header)
                .toList();
        RankHeader first = headers.get(0);
        return new MeasuredSignature.MeasuredHost(host,
                (int) headers.stream().mapToInt(RankHeader::rank).distinct().count(), first.mpi(), first.machine());
    }

    /** Returns the sends and collectives of all locations. */
    private static long events(List<CutFile> files) {
        return files.stream().mapToLong(f -> f.trailer().path("events").asLong()).sum();
    }

    private static Double seconds(CutTimes.Span span) {
        return span == null ? null : (Double) span.seconds();
    }

    /** Returns the processor use up to the stop, if the rank reached it. */
    private static List<ProcessorUse> processors(List<CutFile> files) {
        return files.stream()
                .filter(f -> f != null)
                .flatMap(f -> ProcessorUse.of(f.header().rank(), f.trailer(), "cpu_measured")
                        .or(() -> ProcessorUse.of(f.header().rank(), f.trailer(), "cpu"))
                        .stream())
                .toList();
    }

    private Double firstCut(CutTimes times) {
        return signature.measure().isEmpty() ? null : seconds(times.to(signature.measure().get(0).start()));
    }

    private static CutFile file(Path path, List<String> remarks) {
        if (!Files.exists(path)) {
            remarks.add(path.getFileName() + " is missing: its rank did not start");
            return null;
        }
        try {
            CutFile file = CutFile.read(path);
            return file;
        } catch (RunbenchException e) {
            remarks.add(e.getMessage());
            return null;
        }
    }

    /**
     * Returns the headers of all ranks once all have started; only the first one if it contains another number of
     * ranks; empty before.
     */
    public static List<RankHeader> startedHeaders(Path folder, int ranks) {
        List<RankHeader> headers = new ArrayList<>();
        try {
            for (int rank = 0; rank < ranks; rank++) {
                Path path = CutFile.fileOf(folder, rank);
                if (!Files.exists(path)) {
                    return List.of();
                }
                headers.add(CutFile.header(path));
                if (headers.get(0).ranks() != ranks) {
                    return headers;
                }
            }
            return headers;
        } catch (RunbenchException halfWritten) {
            return List.of();
        }
    }
}
