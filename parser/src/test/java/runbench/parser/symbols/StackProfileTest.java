package runbench.parser.symbols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.elf.ElfFile;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.parser.record.Kind;
import runbench.parser.record.Kind.Flag;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingMerge;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.series.Axis;
import runbench.parser.symbols.FunctionProfile.FunctionShare;
import runbench.parser.symbols.StackProfile.StackFrame;
import runbench.parser.symbols.SymbolResolver.SymbolPlaces;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;

class StackProfileTest {
    private static final long MS = Synthetic.MS;
    private static final long AT = 1_000 * MS;
    private static final long BASE = 0x7f0000000000L;
    private static final long MAIN = BASE + 0x1000;
    private static final long SOLVE = BASE + 0x1100;
    private static final long DOT = BASE + 0x1200;
    private static final long IN_KERNEL = 0xffffffff81000000L;

    @TempDir
    private Path folder;

    private RecordingWriter begun(String name) throws IOException {
        return begun(name, "\"mode\":\"fp\"");
    }

    private RecordingWriter begun(String name, String callGraph) throws IOException {
        Path program = new ElfWriter(0, 0).buildId((byte) 1)
                .symbols(ElfFile.SYMTAB, "main:2:1000:100", "solve:2:1100:100", "dot:2:1200:100")
                .write(folder.resolve("prog"));
        String plain = Synthetic.metadata("kernel", MS, "task-clock:software:0:0");
        RecordingWriter out = new RecordingWriter(folder.resolve(name), 2, plain.substring(0, plain.length() - 1)
                + ",\"instruction_pointers\":true,\"call_graph\":{" + callGraph + ",\"max_frames\":5,\"value\":1}}");
        out.task(0, 10, 10, Kind.ALL_TASKS, AT).comm(0, 10, "prog", AT, Flag.EXEC);
        out.file(0, program.toString(), "01", AT).map(0, 10, BASE, 0x10000, 0, 0, AT);
        return out;
    }

    private static void sample(RecordingWriter out, int at, int flags, long pointer, int frame) {
        out.stacked(flags, 0, 10, AT + at * MS, at * MS, pointer, frame);
    }

    private Recording ended(RecordingWriter out, String name, int samples) {
        long end = samples * MS;
        out.counts(Kind.CLOSE, 0, 0, 0, 10, 0, AT + end, end, end, end, end)
                .total(0, AT + end, end, end)
                .end(Synthetic.trailer(samples));
        return Recording.open(folder.resolve(name));
    }

    private static SampledCode code(Recording recording) {
        RunView view = RunView.of(recording, List.of());
        Requested<SampledCode> code = view.gathered(SampledCode.collector(view.periods()));
        view.read(Progress.NONE);
        return code.get();
    }

    private static KeptSymbols symbols(SampledCode code) {
        return new SymbolResolver(new SymbolPlaces(Path.of("/nonexistent"), null, null), n -> n).resolve(code);
    }

    private static List<String> stacks(StackProfile profile) {
        int[] self = profile.self();
        return IntStream.range(0, self.length)
                .filter(n -> self[n] > 0)
                .mapToObj(n -> profile.stack(n).stream().map(StackFrame::function).collect(Collectors.joining(";"))
                        + " " + self[n])
                .toList();
    }

    private static StackProfile profile(Recording recording) {
        SampledCode code = code(recording);
        return StackProfile.of(code, symbols(code));
    }

    @Test
    void samplesWithCommonCallersFormATree() throws IOException {
        RecordingWriter out = begun("tree.rec");
        out.frames(0, Kind.OUTERMOST, 1, AT, MAIN + 0x10, SOLVE + 0x10, DOT + 0x20);
        out.frames(0, 2, 4, AT, DOT + 0x30);
        out.frames(0, 1, 5, AT, DOT + 0x30);
        sample(out, 1, 0, DOT + 0x20, 3);
        sample(out, 2, 0, DOT + 0x30, 4);
        sample(out, 3, 0, DOT + 0x30, 5);
        sample(out, 4, 0, SOLVE + 0x40, 0);
        StackProfile profile = profile(ended(out, "tree.rec", 4));
        assertThat(stacks(profile)).containsExactlyInAnyOrder("main;solve;dot 2", "main;dot 1", "solve 1");
        assertThat(profile.missing()).isEqualTo(1);
        assertThat(profile.cut()).isZero();
        assertThat(Arrays.stream(profile.self(Axis.WALL_TIME, nanos -> nanos > 2 * MS)).sum()).isEqualTo(2);
        assertThat(IntStream.range(0, profile.nodes()).allMatch(n -> profile.caller(n) < n)).isTrue();
        assertThat(profile.task(0).name()).isEqualTo("prog");
    }

    /** The return address of a call at the end of a function is the first address of the next function. */
    @Test
    void aReturnAddressBelongsToTheFunctionOfItsCall() throws IOException {
        RecordingWriter out = begun("return.rec");
        out.frames(0, Kind.OUTERMOST, 1, AT, SOLVE, DOT + 4);
        sample(out, 1, 0, DOT + 4, 2);
        assertThat(stacks(profile(ended(out, "return.rec", 1)))).containsExactly("main;dot 1");
    }

    /** The kernel interrupts an instruction: that address is no return address. */
    @Test
    void kernelFramesFollowTheInterruptedInstruction() throws IOException {
        RecordingWriter out = begun("kernel.rec");
        out.frames(0, Kind.OUTERMOST, 1, AT, MAIN + 0x10, SOLVE);
        out.frames(Flag.KERNEL, 2, 3, AT, IN_KERNEL + 0x20, IN_KERNEL + 0x40);
        sample(out, 1, Flag.KERNEL, IN_KERNEL + 0x40, 4);
        StackProfile profile = profile(ended(out, "kernel.rec", 1));
        assertThat(stacks(profile)).containsExactly("main;solve;[no symbol];[no symbol] 1");
        assertThat(profile.stack(profile.innermost(0))).extracting(StackFrame::kernel)
                .containsExactly(false, false, true, true);
    }

    @Test
    void aRecursiveFunctionCountsOncePerSample() throws IOException {
        RecordingWriter out = begun("recursion.rec");
        out.frames(0, Kind.OUTERMOST, 1, AT, MAIN + 0x10, SOLVE + 0x10, SOLVE + 0x10, SOLVE + 0x10);
        out.frames(0, 4, 5, AT, DOT + 1);
        sample(out, 1, 0, SOLVE + 0x10, 4);
        sample(out, 2, 0, DOT + 1, 5);
        SampledCode code = code(ended(out, "recursion.rec", 2));
        FunctionProfile functions = FunctionProfile.of(code, symbols(code));
        assertThat(functions.functions()).extracting(f -> f.function() + " " + f.samples() + " " + f.total())
                .containsExactlyInAnyOrder("main 0 2", "solve 1 2", "dot 1 1");
        assertThat(functions.functions().get(2).function()).as("callers without samples are last").isEqualTo("main");
        assertThat(functions.byTotal()).extracting(FunctionShare::function).containsExactly("main", "solve", "dot");
        assertThat(functions.leading(1).functions()).extracting(FunctionShare::function)
                .containsExactlyInAnyOrder("solve", "main");
    }

    @Test
    void aCutStackHasAMarkInsteadOfItsCallers() throws IOException {
        RecordingWriter out = begun("cut.rec");
        out.frames(0, Kind.CUT, 1, AT, SOLVE + 0x10, DOT + 1);
        sample(out, 1, 0, DOT + 1, 2);
        StackProfile profile = profile(ended(out, "cut.rec", 1));
        assertThat(stacks(profile)).containsExactly("[cut at 5 frames];solve;dot 1");
        assertThat(profile.cut()).isEqualTo(1);
    }

    @Test
    void theEndOfAnUnwoundStackIsMarkedByItsReason() throws IOException {
        RecordingWriter out = begun("dwarf.rec", "\"mode\":\"dwarf\",\"stack_bytes\":8192");
        out.frames(0, Kind.CUT, 1, AT, SOLVE + 0x10, DOT + 1);
        out.frames(0, Kind.NOT_UNWOUND, 3, AT, SOLVE + 0x10, DOT + 1);
        out.frames(0, Kind.OUTERMOST, 5, AT, SOLVE + 0x10, DOT + 1);
        for (int i = 1; i <= 3; i++) {
            sample(out, i, 0, DOT + 1, 2 * i);
        }
        StackProfile profile = profile(ended(out, "dwarf.rec", 3));
        assertThat(stacks(profile)).containsExactlyInAnyOrder("[cut at 5 frames or 8192 bytes];solve;dot 1",
                "[not unwound further];solve;dot 1", "solve;dot 1");
        assertThat(profile.cut()).isEqualTo(1);
        assertThat(profile.notUnwound()).isEqualTo(1);
    }

    /** The records of another CPU can be written before those with the frames that they use. */
    @Test
    void framesMayFollowTheirSample() throws IOException {
        RecordingWriter out = begun("late.rec");
        sample(out, 1, 0, DOT + 1, 2);
        out.frames(0, Kind.OUTERMOST, 1, AT + MS, MAIN + 0x10, DOT + 1);
        assertThat(stacks(profile(ended(out, "late.rec", 1)))).containsExactly("main;dot 1");
    }

    @Test
    void addressesBelongToTheMappingsOfTheirProcessAtThatTime() throws IOException {
        RecordingWriter out = begun("exec.rec");
        out.frames(0, Kind.OUTERMOST, 1, AT, MAIN + 0x10, DOT + 1);
        sample(out, 1, 0, DOT + 1, 2);
        out.comm(0, 10, "other", AT + MS, Flag.EXEC);
        sample(out, 2, 0, DOT + 1, 2);
        assertThat(stacks(profile(ended(out, "exec.rec", 2)))).containsExactlyInAnyOrder("main;dot 1",
                "[no symbol];[no symbol] 1");
    }

    @Test
    void damagedFramesAreAnError() throws IOException {
        for (int caller : new int[]{7, -5}) {
            RecordingWriter out = begun("damaged.rec");
            out.frames(0, caller, 3, AT, DOT + 1);
            sample(out, 1, 0, DOT + 1, 3);
            Recording recording = ended(out, "damaged.rec", 1);
            assertThatThrownBy(() -> code(recording)).isInstanceOf(RunbenchException.class)
                    .hasMessageContaining("damaged frames of call stacks: frame 3 with caller " + caller);
        }
    }

    /** A reference to a frame that does not exist loses its stack, not its sample. */
    @Test
    void aSampleWithAnUnknownFrameKeepsItsFunction() throws IOException {
        RecordingWriter out = begun("unknown.rec");
        sample(out, 1, 0, DOT + 1, 99);
        StackProfile profile = profile(ended(out, "unknown.rec", 1));
        assertThat(stacks(profile)).containsExactly("dot 1");
        assertThat(profile.missing()).isEqualTo(1);
    }

    @Test
    void aTruncatedRecordingHasTheStacksUpToItsLastSeal() throws IOException {
        RecordingWriter out = begun("whole.rec");
        out.frames(0, Kind.OUTERMOST, 1, AT, MAIN + 0x10, DOT + 1);
        sample(out, 1, 0, DOT + 1, 2);
        out.seal();
        long sealed = out.written();
        out.frames(0, 2, 3, AT + MS, SOLVE + 1);
        sample(out, 2, 0, SOLVE + 1, 3);
        ended(out, "whole.rec", 2);
        Path cut = folder.resolve("truncated.rec");
        byte[] bytes = Files.readAllBytes(folder.resolve("whole.rec"));
        Files.write(cut, Arrays.copyOf(bytes, (int) sealed + 150));
        assertThat(stacks(profile(Recording.open(cut)))).containsExactly("main;dot 1");
    }

    @Test
    void mergedRecordingsHaveNoStacks() throws IOException {
        RecordingWriter out = begun("one.rec");
        out.frames(0, Kind.OUTERMOST, 1, AT, MAIN + 0x10, DOT + 1);
        sample(out, 1, 0, DOT + 1, 2);
        Recording one = ended(out, "one.rec", 1);
        Path merged = folder.resolve("merged.rec");
        RecordingMerge.write(List.of(one, one), merged, "twice");
        SampledCode code = code(Recording.open(merged));
        assertThat(code.hasStacks()).isFalse();
        assertThat(FunctionProfile.of(code, symbols(code)).functions()).extracting(f -> f.function() + f.samples())
                .containsExactly("dot2");
    }
}
