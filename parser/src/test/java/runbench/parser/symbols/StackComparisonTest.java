package runbench.parser.symbols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.parser.record.Kind;
import runbench.parser.record.Kind.Flag;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.symbols.KeptSymbols.Library;
import runbench.parser.symbols.KeptSymbols.NamedRange;
import runbench.parser.symbols.KeptSymbols.SymbolSource;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;

class StackComparisonTest {
    private static final long MS = Synthetic.MS;
    private static final long AT = 1_000 * MS;
    private static final long BASE = 0x7f0000000000L;

    @TempDir
    private Path folder;
    private int files;

    /** A run of main;solve, main;dot and main;io with these numbers of samples. */
    private StackProfile run(String program, int solve, int dot, int io) {
        Path file = folder.resolve("run" + files++ + ".rec");
        String plain = Synthetic.metadata("kernel", MS, "task-clock:software:0:0");
        RecordingWriter out = new RecordingWriter(file, 2, plain.substring(0, plain.length() - 1)
                + ",\"instruction_pointers\":true,\"call_graph\":{\"mode\":\"fp\",\"max_frames\":127,\"value\":1}}");
        out.task(0, 10, 10, Kind.ALL_TASKS, AT).comm(0, 10, program, AT, Flag.EXEC);
        out.file(0, program, "01", AT).map(0, 10, BASE, 0x10000, 0, 0, AT);
        out.frames(0, Kind.OUTERMOST, 1, AT, BASE + 0x110, BASE + 0x210);
        out.frames(0, 1, 3, AT, BASE + 0x310).frames(0, 1, 4, AT, BASE + 0x410);
        long at = 0;
        for (int frame = 2; frame <= 4; frame++) {
            for (int i = 0; i < (frame == 2 ? solve : frame == 3 ? dot : io); i++) {
                at += MS;
                out.stacked(0, 0, 10, AT + at, at, BASE + 0x10 + 0x100L * frame, frame);
            }
        }
        out.counts(Kind.CLOSE, 0, 0, 0, 10, 0, AT + at, at, at, at, at)
                .total(0, AT + at, at, at)
                .end(Synthetic.trailer(solve + dot + io));
        RunView view = RunView.of(Recording.open(file), List.of());
        Requested<SampledCode> code = view.gathered(SampledCode.collector(view.periods()));
        view.read(Progress.NONE);
        return StackProfile
                .of(code.get(),
                        new KeptSymbols("runbench symbols", 1,
                                List.of(new Library(program, "01", -1, SymbolSource.SYMBOL_TABLE, List.of(
                                        new NamedRange(0x100, 0x100, "main"), new NamedRange(0x200, 0x100, "solve"),
                                        new NamedRange(0x300, 0x100, "dot"), new NamedRange(0x400, 0x100, "io"))))));
    }

    private static int node(StackComparison c, String function) {
        for (int n = 0; n < c.frameOf().length; n++) {
            if (c.frames().get(c.frameOf()[n]).function().equals(function)) {
                return n;
            }
        }
        throw new AssertionError(function);
    }

    /** The programs have different paths; their functions are the same. */
    @Test
    void onlyChangedFunctionsDiffer() {
        List<StackProfile> a = new ArrayList<>();
        List<StackProfile> b = new ArrayList<>();
        for (int i = -2; i <= 2; i++) {
            a.add(run("/old", 600 + 3 * i, 300 - 3 * i, 100 + i));
            b.add(run("/new", 400 + 3 * i, 500 - 3 * i, 100 - i));
        }
        StackComparison c = StackComparison.of(a, b);
        assertThat(c.frames()).hasSize(4);
        assertThat(c.selfA()[node(c, "solve")]).isCloseTo(0.6, within(1e-3));
        assertThat(c.selfB()[node(c, "solve")]).isCloseTo(0.4, within(1e-3));
        assertThat(c.different()[node(c, "solve")]).isTrue();
        assertThat(c.different()[node(c, "dot")]).isTrue();
        assertThat(c.different()[node(c, "io")]).isFalse();
        assertThat(c.different()[node(c, "main")]).as("all samples in both programs").isFalse();
        assertThat(c.tested()).isEqualTo(4);
    }

    @Test
    void fewRunsAreNotTested() {
        StackComparison c = StackComparison.of(List.of(run("/a", 900, 50, 50), run("/a", 900, 50, 50)),
                List.of(run("/b", 100, 850, 50), run("/b", 100, 850, 50)));
        assertThat(c.tested()).isZero();
        assertThat(c.different()).containsOnly(false);
    }

    /** Equal counts in all runs do not prove a constant share: the variance of random samples remains. */
    @Test
    void aDifferenceOfAFewSamplesIsNotSignificant() {
        List<StackProfile> a = List.of(run("/a", 50, 40, 10), run("/a", 50, 40, 10), run("/a", 50, 40, 10));
        List<StackProfile> b = List.of(run("/b", 51, 39, 10), run("/b", 51, 39, 10), run("/b", 51, 39, 10));
        assertThat(StackComparison.of(a, b).different()).containsOnly(false);
    }

    /** With random samples of equal programs, a false discovery occurs in about one of twenty comparisons. */
    @Test
    void equalProgramsRarelyDiffer() {
        Random random = new Random(7);
        int wrong = 0;
        for (int trial = 0; trial < 30; trial++) {
            List<List<StackProfile>> sides = new ArrayList<>();
            for (int side = 0; side < 2; side++) {
                List<StackProfile> runs = new ArrayList<>();
                for (int i = 0; i < 5; i++) {
                    int[] counts = new int[3];
                    for (int s = 0; s < 200; s++) {
                        double at = random.nextDouble();
                        counts[at < 0.6 ? 0 : at < 0.9 ? 1 : 2]++;
                    }
                    runs.add(run("/same", counts[0], counts[1], counts[2]));
                }
                sides.add(runs);
            }
            boolean[] different = StackComparison.of(sides.get(0), sides.get(1)).different();
            for (boolean d : different) {
                if (d) {
                    wrong++;
                    break;
                }
            }
        }
        assertThat(wrong).isLessThanOrEqualTo(4);
    }
}
