package runbench.pas2p.checkpoint;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import runbench.pas2p.signature.MeasuredSignature;
import runbench.pas2p.signature.Signature;

/** Combination of the results of restored phases into the result of one signature run. */
final class RestoredParts {
    private RestoredParts() {
    }

    /**
     * Joins the parts.
     *
     * @param differences differences of this machine from the one of the checkpoints
     */
    static MeasuredSignature joined(CheckpointSignature c, List<MeasuredSignature> parts,
            List<MeasuredSignature.Restored> restored, String date, List<String> differences, double wallS) {
        List<MeasuredSignature.Sample> samples = new ArrayList<>();
        List<MeasuredSignature.Missing> missing = new ArrayList<>();
        List<Signature.Wanted> wanted = new ArrayList<>();
        Set<String> hosts = new HashSet<>();
        Set<String> remarks = new LinkedHashSet<>(c.remarks());
        double after = 0;
        for (MeasuredSignature part : parts) {
            double begin = after;
            for (MeasuredSignature.Sample s : part.samples()) {
                // Samples of different phases follow each other in the order of measurement.
                samples.add(new MeasuredSignature.Sample(s.phase(), s.stratum(), s.occurrence(), s.traceS(),
                        begin + s.startS(), s.measuredS(), s.slowestRank(), s.computeS(), s.mpiS(), s.ranks()));
                after = Math.max(after, begin + s.startS() + s.measuredS());
            }
            missing.addAll(part.missing());
            wanted.addAll(part.signature().measure());
            hosts.addAll(part.hosts());
            remarks.addAll(part.remarks());
        }
        List<String> all = new ArrayList<>(c.differences());
        all.addAll(differences);
        return new MeasuredSignature(MeasuredSignature.FORMAT, MeasuredSignature.VERSION, c.signatureSha256(),
                c.signature().part(wanted, c.signature().stop()), c.command(), List.copyOf(hosts), date, c.same(),
                c.forced() || !differences.isEmpty(), all, wallS, null, null, missing.isEmpty(), null, null, samples,
                missing, parts.isEmpty() ? null : parts.get(0).clock(), List.copyOf(remarks), List.of(), restored);
    }
}
