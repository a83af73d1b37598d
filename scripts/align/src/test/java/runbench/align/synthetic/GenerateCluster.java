package runbench.align.synthetic;

import java.io.IOException;
import java.nio.file.Path;

/** Writes a synthetic run of any size into a folder, for benchmarks: scripts/bench/cluster-scale. */
public final class GenerateCluster {
    private GenerateCluster() {
    }

    /** @param arguments FOLDER RANKS HOSTS SAMPLES PERIOD_MS CYCLES */
    public static void main(String[] arguments) throws IOException {
        SyntheticPlan plan = new SyntheticPlan(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]),
                Long.parseLong(arguments[3]), Long.parseLong(arguments[4]) * 1_000_000, Integer.parseInt(arguments[5]),
                180, 5000, 1);
        MadeUpRun.write(plan, Path.of(arguments[0]));
    }
}
