package runbench.parser.simpoint;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.process.IoReason;
import runbench.parser.simpoint.IntervalReport.IntervalCluster;
import runbench.parser.simpoint.StratifiedSample.Strata;

/** Writes the chosen intervals: SimPoint's two files, and a table of all intervals with their strata. */
final class ChosenFiles {
    private ChosenFiles() {
    }

    /**
     * Writes the files of one task.
     *
     * @param weights instructions that each drawn interval represents; 0 for intervals that were not drawn
     */
    static void write(VectorFolder folder, TaskVectors vectors, IntervalClusters clusters, Strata strata,
            List<IntervalCluster> found, double[] weights) {
        StringBuilder simpoints = new StringBuilder();
        StringBuilder shares = new StringBuilder();
        for (IntervalCluster c : found) {
            simpoints.append(SimPointFormat.simpoint(c.representative(), c.cluster()));
            shares.append(SimPointFormat.weight(c.share(), c.cluster()));
        }
        try {
            OutputFile.writeText(folder.strata(vectors.task()), text -> {
                CSVPrinter csv = new CSVPrinter(text, CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get());
                OutputFile.write(folder.simpoints(vectors.task()), simpoints.toString());
                OutputFile.write(folder.weights(vectors.task()), shares.toString());
                csv.printRecord("interval", "from_instructions", "instructions", "cluster", "stratum", "representative",
                        "measured", "stands_for_instructions");
                for (int i = 0; i < vectors.intervals(); i++) {
                    int c = clusters.clusterOfInterval()[i];
                    csv.printRecord(i, vectors.from()[i], vectors.length()[i], c, strata.stratumOfInterval()[i],
                            clusters.representative()[c] == i ? 1 : 0, weights[i] > 0 ? 1 : 0, Math.round(weights[i]));
                }
            });
        } catch (IOException e) {
            throw unwritten(folder.path(), e);
        }
    }

    static RunbenchException unwritten(Path folder, IOException e) {
        return RunbenchException.machine(folder + ": the selection cannot be written: " + IoReason.of(e))
                .remedy("check the free space and the folder's permissions")
                .causedBy(e);
    }
}
