package runbench.parser.symbols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.elf.ElfFile;
import runbench.base.progress.Progress;
import runbench.parser.record.Kind;
import runbench.parser.record.Kind.Flag;
import runbench.parser.record.Metadata.PointerStatus;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingMerge;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.series.Axis;
import runbench.parser.symbols.CodeCollector.ProcessMemory;
import runbench.parser.symbols.FunctionProfile.FunctionShare;
import runbench.parser.symbols.FunctionProfile.LibraryShare;
import runbench.parser.symbols.KeptSymbols.SymbolSource;
import runbench.parser.symbols.SymbolResolver.SymbolPlaces;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;

class SampledCodeTest {
    private static final long MS = Synthetic.MS;
    private static final long AT = 1_000 * MS;
    private static final long BASE = 0x7f0000000000L;

    @TempDir
    private Path folder;

    private static String metadata(String pointers) {
        String plain = Synthetic.metadata("kernel", MS, "task-clock:software:0:0");
        return plain.substring(0, plain.length() - 1) + pointers + "}";
    }

    private static SampledCode gathered(Recording recording) {
        RunView view = RunView.of(recording, List.of());
        Requested<SampledCode> code = view.gathered(SampledCode.collector(view.periods()));
        view.read(Progress.NONE);
        return code.get();
    }

    private Path program(String name, byte id, String... symbols) throws IOException {
        return new ElfWriter(0, 0).buildId(id).symbols(ElfFile.SYMTAB, symbols).write(folder.resolve(name));
    }

    /** A program that starts another one, which works on as its copy and then executes a second file. */
    private Recording forked(String name) throws IOException {
        Path first = program("first", (byte) 1, "parent_work:2:1000:100", "_ZN5child4workEv:2:1100:100");
        Path second = program("second", (byte) 2, "other:2:1000:100");
        Path file = folder.resolve(name);
        RecordingWriter out = new RecordingWriter(file, 1, metadata(",\"instruction_pointers\":true"));
        out.task(0, 10, 10, Kind.ALL_TASKS, AT).comm(0, 10, "first", AT, Flag.EXEC);
        out.file(0, first.toString(), "01", AT).map(0, 10, BASE, 0x10000, 0, 0, AT);
        sample(out, 0, 10, 1, BASE + 0x1010, 0);
        sample(out, 0, 10, 2, BASE + 0x1020, 0);
        sample(out, 0, 10, 3, 0xffffffff81000010L, Flag.KERNEL);
        out.task(1, 11, 11, 0, AT + 3 * MS);
        sample(out, 1, 11, 4, BASE + 0x1180, 0);
        out.comm(1, 11, "second", AT + 4 * MS, Flag.EXEC).file(1, second.toString(), "02", AT + 4 * MS);
        sample(out, 1, 11, 5, BASE + 0x1180, 0);
        out.map(1, 11, BASE + 0x2000, 0x1000, 0x1000, 1, AT + 5 * MS);
        sample(out, 1, 11, 6, BASE + 0x2040, 0);
        out.task(2, 12, 10, 0, AT + 6 * MS);
        sample(out, 2, 12, 7, BASE + 0x1030, 0);
        out.close(0, 0, 10, 0, AT + 8 * MS, 3 * MS, 3 * MS, 3 * MS)
                .total(0, AT + 8 * MS, 7 * MS, 7 * MS)
                .end(Synthetic.trailer(7));
        return Recording.open(file);
    }

    private void sample(RecordingWriter out, int task, int tid, int at, long pointer, int flags) {
        long run = (task == 0 ? at : task == 1 ? at - 3 : 1) * MS;
        out.pointed(flags, task, tid, AT + at * MS, run, pointer);
    }

    private static KeptSymbols resolved(SampledCode code, UnaryOperator<List<String>> demangle) {
        return new SymbolResolver(new SymbolPlaces(Path.of("/nonexistent"), null, null), demangle).resolve(code);
    }

    @Test
    void samplesFollowForksThreadsAndExecs() throws IOException {
        SampledCode code = gathered(forked("forked.rec"));
        KeptSymbols symbols = resolved(code, names -> names.stream().map(n -> "child::work()").toList());
        FunctionProfile profile = FunctionProfile.of(code, symbols);
        assertThat(profile.samples()).isEqualTo(7);
        assertThat(profile.functions()).extracting(f -> f.function() + " in " + f.library() + ": " + f.samples())
                .containsExactlyInAnyOrder("parent_work in first: 3", "child::work() in first: 1", "other in second: 1",
                        "[no symbol] in [kernel]: 1", "[no symbol] in [unknown memory of second]: 1");
        assertThat(profile.libraries()).filteredOn(l -> l.library().equals("[kernel]"))
                .extracting(LibraryShare::source)
                .containsExactly(SymbolSource.KERNEL_HIDDEN);
    }

    @Test
    void sharesBelongToAPartOnEitherAxisAndHaveABinomialInterval() throws IOException {
        SampledCode code = gathered(forked("parts.rec"));
        FunctionProfile early = FunctionProfile.of(code, resolved(code, n -> n), Axis.WALL_TIME,
                nanos -> nanos <= 3 * MS);
        assertThat(early.functions().get(0)).satisfies(f -> {
            assertThat(f.share()).isCloseTo(2.0 / 3, within(1e-12));
            // Wilson's interval of 2 out of 3, as tables have it.
            assertThat(f.low()).isCloseTo(0.2077, within(1e-3));
            assertThat(f.high()).isCloseTo(0.9385, within(1e-3));
        });
        assertThat(FunctionProfile.of(code, resolved(code, n -> n), Axis.RUN_TIME, nanos -> nanos > 6 * MS).samples())
                .isEqualTo(1);
    }

    @Test
    void namesStayWithTheRunAfterTheProgramWasBuiltAgain() throws IOException {
        SampledCode code = gathered(forked("kept.rec"));
        Path file = folder.resolve("symbols.json");
        resolved(code, n -> n).write(file);
        program("first", (byte) 9, "rebuilt:2:1000:200");
        assertThat(FunctionProfile.of(code, KeptSymbols.read(file).orElseThrow()).functions().get(0).function())
                .isEqualTo("parent_work");
        FunctionProfile later = FunctionProfile.of(code, resolved(code, n -> n));
        assertThat(later.functions()).noneMatch(f -> f.function().equals("rebuilt"));
        assertThat(later.libraries()).filteredOn(l -> l.library().equals("first"))
                .extracting(LibraryShare::source)
                .containsExactly(SymbolSource.CHANGED);
    }

    @Test
    void namesAreFoundWithoutKeepingEverySample() throws IOException {
        Recording recording = forked("places.rec");
        RunView view = RunView.of(recording, List.of());
        Requested<SampledCode> places = view.gathered(SampledCode.placesCollector(view.periods()));
        view.read(Progress.NONE);
        assertThat(places.get().samples()).isZero();
        assertThat(resolved(places.get(), n -> n)).isEqualTo(resolved(gathered(recording), n -> n));
    }

    @Test
    void mergedRunsKeepTheirFilesApart() throws IOException {
        Path merged = folder.resolve("merged.rec");
        RecordingMerge.write(List.of(forked("one.rec"), forked("two.rec")), merged, "two runs");
        SampledCode code = gathered(Recording.open(merged));
        assertThat(FunctionProfile.of(code, resolved(code, n -> n)).functions()).filteredOn(FunctionShare::named)
                .extracting(f -> f.function() + ": " + f.samples())
                .containsExactlyInAnyOrder("parent_work: 6", "_ZN5child4workEv: 2", "other: 2");
    }

    @Test
    void recordingsWithoutPointersSayWhy() throws IOException {
        assertThat(status("kernel", "")).isEqualTo(PointerStatus.OLD);
        assertThat(status("kernel", ",\"instruction_pointers\":false")).isEqualTo(PointerStatus.LEFT_OUT);
        assertThat(status("poll", ",\"instruction_pointers\":false")).isEqualTo(PointerStatus.POLLED);
        assertThat(status("emulated", "")).isEqualTo(PointerStatus.EMULATED);
        assertThat(status("kernel", ",\"instruction_pointers\":false,\"observed\":\"cpus\""))
                .isEqualTo(PointerStatus.CPUS);
    }

    private PointerStatus status(String mode, String pointers) {
        Path file = folder.resolve(mode + pointers.hashCode() + ".rec");
        String plain = Synthetic.metadata(mode, MS, "task-clock:software:0:0");
        new RecordingWriter(file, 1, plain.substring(0, plain.length() - 1) + pointers + "}")
                .task(0, 1, 1, Kind.ALL_TASKS, AT)
                .end(Synthetic.trailer(0));
        SampledCode code = gathered(Recording.open(file));
        assertThat(code.samples()).isZero();
        return code.status();
    }

    @Test
    void whatIsMappedLaterHidesWhatWasThere() {
        ProcessMemory memory = new ProcessMemory(1, "");
        memory.map(0x1000, 0x4000, 0, 0);
        memory.map(0x2000, 0x1000, 0x8000, 1);
        assertThat(HexFormat.of().toHexDigits(memory.at(0x4000).offset() + 0x4000 - memory.at(0x4000).start()))
                .isEqualTo("0000000000003000");
        assertThat(memory.at(0x1fff).file()).isZero();
        assertThat(memory.at(0x2fff).file()).isEqualTo(1);
        assertThat(memory.at(0x5000)).isNull();
    }
}
