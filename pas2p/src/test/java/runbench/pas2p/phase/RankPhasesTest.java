package runbench.pas2p.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import runbench.base.progress.Progress;
import runbench.pas2p.Scripted;
import runbench.pas2p.phase.RankPhases.PartCollector;
import runbench.pas2p.synthetic.IrregularTrace;
import runbench.pas2p.synthetic.PlantedTrace;
import runbench.pas2p.trace.MpiTrace;

/** The parts of ranks that the search for phases collects equal those of a walk over all events. */
class RankPhasesTest {
    @TempDir
    Path directory;

    /** Compares both and returns the ranks that need no walk. */
    private static List<Integer> compare(MpiTrace trace) {
        PhaseAnalysis analysis = PhaseAnalysis.of(trace, PhaseOptions.DEFAULT, Progress.NONE);
        List<Integer> complete = IntStream.range(0, trace.ranks())
                .filter(r -> analysis.parts().isComplete(r, analysis.occurrences().size()))
                .boxed()
                .toList();
        assertThat(described(analysis.rankPhases().orElseThrow()))
                .isEqualTo(described(RankPhases.of(trace, analysis, new PartCollector(analysis.parts().ticks(), 0))));
        return complete;
    }

    private static List<String> described(RankPhases phases) {
        List<String> lines = new ArrayList<>();
        for (int r = 0; r < phases.ranks(); r++) {
            for (int s = 0; s < phases.stretches(r); s++) {
                lines.add("rank " + r + ": phase " + phases.phase(r, s) + " from " + phases.startNodeNanos(r, s)
                        + " to " + phases.endNodeNanos(r, s));
            }
        }
        for (int id = 0; id < phases.phases(); id++) {
            lines.add("phase " + id + ": " + phases.times(id));
        }
        return lines;
    }

    @Test
    void plantedPhasesNeedNoWalk() throws IOException {
        PlantedTrace.write(new PlantedTrace.Plan(6, 20_000, 5, 3), directory);
        assertThat(compare(MpiTrace.open(directory))).containsExactly(0, 1, 2, 3, 4, 5);
    }

    @Test
    void irregularTrace() throws IOException {
        IrregularTrace.write(5, 2_000, 1, directory);
        compare(MpiTrace.open(directory));
    }

    /** The last rank of a pipeline only receives. */
    @Test
    void receiverNeedsWalk() {
        String first = "2 ".repeat(50).strip();
        String second = "-1 3 ".repeat(50).strip();
        String third = "-2 ".repeat(50).strip();
        assertThat(compare(Scripted.trace(directory, first, second, third))).containsExactly(0, 1);
    }

    /** Ranks exchange messages at random, so most of them do nothing but receive in some occurrences. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void randomMessages(long seed) {
        Random random = new Random(seed);
        int ranks = 2 + random.nextInt(5);
        StringBuilder[] processes = new StringBuilder[ranks];
        Arrays.setAll(processes, r -> new StringBuilder());
        for (int i = 0; i < 300; i++) {
            int from = random.nextInt(ranks);
            int to = (from + 1 + random.nextInt(ranks - 1)) % ranks;
            processes[from].append(to + 1).append(' ');
            processes[to].append(-from - 1).append(' ');
            if (random.nextInt(20) == 0) {
                Arrays.stream(processes).forEach(p -> p.append("* "));
            }
        }
        assertThat(compare(Scripted.trace(directory,
                Arrays.stream(processes).map(p -> p.toString().strip()).toArray(String[]::new))))
                .hasSizeLessThan(ranks);
    }
}
