package runbench.parser.simpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.parser.record.EventInfo.CountScope;
import runbench.parser.record.EventInfo.CountSource;
import runbench.parser.record.EventInfo;
import runbench.parser.record.Term;
import runbench.parser.simpoint.IntervalReport.TaskIntervals;
import runbench.parser.symbols.SymbolResolver.SymbolPlaces;
import runbench.parser.symbols.SymbolResolver;

/** What the emulator writes, made by hand, up to the report. */
class VectorFolderTest {
    @TempDir
    private Path dir;
    private VectorFolder folder;

    @BeforeEach
    void folder() throws IOException {
        folder = new VectorFolder(dir.resolve("bbv"));
        Files.createDirectories(folder.raw());
    }

    private static EventInfo event(String name, String unit, int... values) {
        return new EventInfo(name, unit, Term.of(CountSource.class, "emulated"), -1, 0, 0,
                Arrays.stream(values).boxed().toList(), Term.of(CountScope.class, "user"), "", true, "", false);
    }

    private static final List<EventInfo> EVENTS = List.of(event("loads", "references", 0),
            event("L1D_READ_MISS", "misses", 1), event("L1D_ALL_REF", "references", 0, 0),
            event("instructions", "instructions", 2));

    private void blocks(int image, long... addressThenInstructions) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(addressThenInstructions.length * 8).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < addressThenInstructions.length; i += 2) {
            out.putLong(addressThenInstructions[i]).putInt((int) addressThenInstructions[i + 1]).putInt(0);
        }
        Files.write(folder.raw().resolve("image-" + image + ".blocks"), out.array());
    }

    private static void interval(ByteArrayOutputStream to, int image, long[] counted, int... executions) {
        ByteBuffer out = ByteBuffer.allocate(16 + 8 * counted.length + 4 * executions.length)
                .order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(0x31564242).putInt(image).putInt(counted.length).putInt(executions.length / 2);
        for (long c : counted) {
            out.putLong(c);
        }
        for (int e : executions) {
            out.putInt(e);
        }
        to.writeBytes(out.array());
    }

    private void task(int serial, ByteArrayOutputStream intervals) throws IOException {
        Files.write(folder.raw().resolve("task-" + serial + ".intervals"), intervals.toByteArray());
    }

    private void convert() {
        folder.convert(EVENTS, new SymbolResolver(new SymbolPlaces(dir, null, null), UnaryOperator.identity()));
    }

    /**
     * The same block in two processes is one; a task goes on behind exec; a file that was cut off is used up to there.
     */
    @Test
    void filesOfATaskBecomeOneInSimPointsFormat() throws IOException {
        blocks(1, 0x1000, 10, 0x2000, 5);
        blocks(2, 0x2000, 5);
        Files.writeString(folder.raw().resolve("image-1.maps"), "1000 3000 400 /opt/program one\n");
        Files.writeString(folder.raw().resolve("image-2.maps"), "2000 3000 1400 /opt/program one\n");
        Files.writeString(folder.raw().resolve("tasks.txt"), "instructions 100 fixed\n1 0\n2 0\n3 1\n");
        ByteArrayOutputStream first = new ByteArrayOutputStream();
        interval(first, 1, new long[]{4, 1, 105}, 0, 10, 1, 1);
        interval(first, 1, new long[]{6, 1, 130}, 1, 5);
        ByteArrayOutputStream second = new ByteArrayOutputStream();
        interval(second, 2, new long[]{1, 0, 50}, 0, 10);
        second.write(7);
        task(1, first);
        task(2, second);
        convert();
        assertThat(Files.readString(folder.vectors(0))).isEqualTo("T:1:100 :2:5 \nT:2:25 \nT:2:50 \n");
        assertThat(Files.readString(folder.counts(0)))
                .isEqualTo("from_instructions,loads (references),L1D_READ_MISS (misses),L1D_ALL_REF (references),"
                        + "instructions (instructions)\n0,4,1,8,105\n105,2,0,4,25\n130,1,0,2,50\n");
        assertThat(Files.readString(folder.blocks()))
                .isEqualTo("id,file,offset,function,block_instructions,executions\n"
                        + "1,/opt/program one,0x400,,10,10\n2,/opt/program one,0x1400,,5,16\n");
        assertThat(folder.raw()).doesNotExist();
        assertThat(folder.tasks()).containsExactly(0);
        TaskVectors read = TaskVectors.read(folder, 0);
        assertThat(read.length()).containsExactly(105, 25, 50);
        assertThat(read.from()).containsExactly(0, 105, 130);
        assertThat(read.projected()[1]).isEqualTo(read.projected()[2]).isNotEqualTo(read.projected()[0]);
    }

    /** Where intervals doubled in length, all become as long as the last. */
    @Test
    void intervalsOfATaskHaveOneLength() throws IOException {
        blocks(1, 0x1000, 10);
        Files.writeString(folder.raw().resolve("tasks.txt"), "instructions 10 doubled\n1 0\n");
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int end = 10; end <= 2048 * 10; end += 10) {
            interval(all, 1, new long[]{end, 0, end}, 0, 1);
        }
        for (int end = 2048 * 10 + 20; end <= 2048 * 10 + 200; end += 20) {
            interval(all, 1, new long[]{end, 0, end}, 0, 2);
        }
        task(1, all);
        convert();
        TaskVectors read = TaskVectors.read(folder, 0);
        assertThat(read.intervals()).isEqualTo(1024 + 10);
        assertThat(read.length()).containsOnly(20);
    }

    /** Two kinds of intervals in turns, of other blocks and of other misses. */
    @Test
    void theReportTellsKindsApartAndEstimatesTheWhole() throws IOException {
        blocks(1, 0x1000, 10, 0x2000, 10);
        Files.writeString(folder.raw().resolve("tasks.txt"), "instructions 1000 fixed\n1 0\n");
        SplittableRandom random = new SplittableRandom(5);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        long[] counted = new long[3];
        for (int i = 0; i < 400; i++) {
            boolean second = i / 50 % 2 == 1;
            int other = random.nextInt(5);
            counted[0] += second ? 500 : 200;
            counted[1] += second ? 90 + random.nextInt(20) : 5 + random.nextInt(10);
            counted[2] += 1000;
            interval(all, 1, counted.clone(), 0, second ? other : 100 - other, 1, second ? 100 - other : other);
        }
        task(1, all);
        convert();
        IntervalAnalysis analysis = new IntervalAnalysis(0.03, 1, 50);
        IntervalReport report = analysis.of(folder, Progress.NONE);
        TaskIntervals found = report.tasks().get(0);
        assertThat(report.counters()).containsExactly("loads");
        assertThat(found.intervals()).isEqualTo(400);
        assertThat(found.instructions()).isEqualTo(400_000);
        assertThat(found.clusters()).hasSizeGreaterThanOrEqualTo(2);
        EventEstimate misses = found.estimates().get(0);
        assertThat(misses.event()).isEqualTo(IntervalAnalysis.MISS_EVENT);
        assertThat(misses.all()).isEqualTo(counted[1] / 400_000.0);
        assertThat(misses.halfWidth()).isLessThanOrEqualTo(0.03);
        assertThat(misses.stratifiedError()).isBetween(-0.05, 0.05);
        assertThat(found.repeated().held()).isGreaterThanOrEqualTo(0.86);
        assertThat(found.measuredShare()).isLessThan(0.5);
        assertThat(Files.readAllLines(folder.simpoints(0))).hasSameSizeAs(found.clusters());
        assertThat(Files.readAllLines(folder.weights(0))
                .stream()
                .mapToDouble(l -> Double.parseDouble(l.split(" ")[0]))
                .sum()).isBetween(0.999, 1.001);
        List<String> strata = Files.readAllLines(folder.strata(0));
        assertThat(strata).hasSize(401);
        assertThat(strata.stream().skip(1).mapToLong(l -> Long.parseLong(l.split(",")[7])).sum()).isBetween(399_000L,
                401_000L);
        assertThat(found.starts()).startsWith(0L, 1000L).hasSize(400);
        assertThat(found.clusterOf()).hasSize(400);
        assertThat(analysis.of(folder, Progress.NONE)).isEqualTo(report);
        assertThat(folder.lastChoice()).contains(report);
        for (String broken : List.of("", "{", "{\"format\":\"runbench simpoints\",\"version\":1,\"tasks\":[]}",
                Files.readString(folder.chosen()).replace("\"intervals\":400", "\"intervals\":401"))) {
            Files.writeString(folder.chosen(), broken);
            assertThat(folder.lastChoice()).as(broken).isEmpty();
        }
    }

    @Test
    void aRunWithoutVectorsIsRefused() {
        assertThatThrownBy(() -> new IntervalAnalysis(0.03, 1, 0).of(folder, Progress.NONE))
                .isInstanceOf(RunbenchException.class)
                .hasMessageContaining("no vectors of blocks");
    }

    @Test
    void aBrokenLineIsNamed() throws IOException {
        Files.writeString(folder.vectors(3), "T:1:5 \nT:oops\n");
        Files.writeString(folder.counts(3), "from_instructions,instructions (instructions)\n0,5\n5,5\n");
        assertThatThrownBy(() -> TaskVectors.read(folder, 3)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("3.bb, line 2");
    }
}
