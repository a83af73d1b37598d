package runbench.parser.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.progress.Progress;
import runbench.parser.export.Exports;
import runbench.parser.metrics.MetricSummary.MetricStatus;
import runbench.parser.record.Kind;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.series.Periods;
import runbench.parser.stats.RunSummary;

class BoundMetricTest {
    private static final long MS = Synthetic.MS;

    @TempDir
    Path dir;
    private Path file;

    @BeforeEach
    void file() {
        file = dir.resolve("samples.rec");
    }

    private RecordingWriter write(int values, String... events) {
        return new RecordingWriter(file, values, Synthetic.metadata("kernel", MS, events)).task(0, 9, 9, -1, 0);
    }

    private Periods periods() {
        return Periods.of(Recording.open(file).requireIntact());
    }

    private List<Metric> metrics(String names) {
        return MetricTable.of(periods().recording().metadata()).select(names);
    }

    private MetricSummary summary(String name) {
        return RunSummary.of(periods(), metrics(name), Progress.NONE).metrics().get(0);
    }

    /** IPC 2 for 10 ms at 1000 cycles a ms, then 0.5 for 10 ms at 3000. */
    private void twoPhases() {
        RecordingWriter out = write(2, "instructions:pmu:0:0", "cpu-cycles:pmu:0:1");
        long instructions = 0;
        long cycles = 0;
        for (int i = 1; i <= 20; i++) {
            cycles += i <= 10 ? 1000 : 3000;
            instructions += i <= 10 ? 2000 : 1500;
            out.sample(0, 0, 9, 0, i * MS, i * MS, i * MS, instructions, cycles);
        }
        out.total(0, 20 * MS, 20 * MS, instructions, cycles).end(Synthetic.trailer(20));
    }

    @Test
    void aRunsValueIsTheRatioOfTheFinalCountsNotTheMeanOfRatios() {
        twoPhases();
        MetricSummary ipc = summary("ipc");
        assertThat(ipc.status()).isEqualTo(MetricStatus.COMPUTED);
        assertThat(ipc.value()).isEqualTo(35_000.0 / 40_000);
        assertThat(ipc.lowest()).isEqualTo(0.5);
        assertThat(ipc.highest()).isEqualTo(2);
        assertThat(ipc.events()).containsExactly("instructions", "cpu-cycles");
        assertThat(ipc.formula()).isEqualTo("instructions / cpu-cycles");
        assertThat(ipc.shareMeasured()).isEqualTo(1);
        assertThat(ipc.reason()).isNull();
    }

    @Test
    void aBucketIsTheRatioOfItsSums() {
        twoPhases();
        List<Envelope> envelopes = MetricEnvelopes.of(periods(), metrics("ipc,llc_miss_ratio,clock_rate"),
                Axis.RUN_TIME, 4, Progress.NONE);
        assertThat(envelopes).extracting(Envelope::event)
                .as("what was not counted has none")
                .containsExactly("ipc", "clock_rate");
        Envelope ipc = envelopes.get(0);
        assertThat(ipc.mean()).containsExactly(new double[]{2, 2, 0.5, 0.5}, within(1e-12));
        assertThat(ipc.rateUnit()).isEqualTo("instructions/cycle");
        assertThat(ipc.countedAs()).contains("instructions / cpu-cycles").contains("pmu");
        assertThat(envelopes.get(1).mean()).containsExactly(new double[]{1e6, 1e6, 3e6, 3e6}, within(1e-3));
        Envelope whole = MetricEnvelopes.of(periods(), metrics("ipc"), Axis.WALL_TIME, 1, Progress.NONE).get(0);
        assertThat(whole.mean()[0]).isCloseTo(0.875, within(1e-12));
        assertThat(whole.min()[0]).isEqualTo(0.5);
        assertThat(whole.max()[0]).isEqualTo(2);
    }

    @Test
    void theCsvHoldsEachPeriodsOwnRatio() throws Exception {
        twoPhases();
        Path csv = dir.resolve("samples.csv");
        Exports.csv(periods(), metrics("ipc,llc_miss_ratio,cpi"), csv, Progress.NONE);
        try (CSVParser parser = CSVFormat.DEFAULT.builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get()
                .parse(Files.newBufferedReader(csv))) {
            List<CSVRecord> rows = parser.getRecords();
            assertThat(rows).hasSize(20);
            for (CSVRecord row : rows) {
                double expected = Double.parseDouble(row.get("instructions"))
                        / Double.parseDouble(row.get("cpu-cycles"));
                assertThat(Double.parseDouble(row.get("ipc"))).isCloseTo(expected, within(1e-5));
                assertThat(Double.parseDouble(row.get("cpi"))).isCloseTo(1 / expected, within(1e-5));
                assertThat(row.get("llc_miss_ratio")).isEmpty();
            }
        }
    }

    /** Xalan-C under the default events, recorded on an AMD Zen 5 guest. */
    @Test
    void theDefaultEventsOfZenTellTheMissRatio() throws Exception {
        try (InputStream in = new GZIPInputStream(BoundMetricTest.class.getResourceAsStream("/zen5-xalan.rec.gz"))) {
            Files.copy(in, file);
        }
        MetricSummary ratio = summary("l1d_miss_ratio");
        assertThat(ratio.reason()).isNull();
        RunSummary run = RunSummary.of(periods());
        double misses = run.events().get(1).finalCount() + run.events().get(2).finalCount();
        assertThat(ratio.value()).isCloseTo(misses / run.events().get(0).finalCount(), within(1e-12))
                .isBetween(0.001, 0.1);
        assertThat(ratio.formula()).isEqualTo("(L1D_READ_MISS + L1D_WRITE_MISS) / L1D_ALL_REF");
        assertThat(MetricEnvelopes.of(periods(), metrics("l1d_miss_ratio"), Axis.RUN_TIME, 10, Progress.NONE))
                .hasSize(1);
    }

    /**
     * Intel's L1D:REPLACEMENT counts lines for reads and writes: adding L1D_WRITE_MISS would count the latter twice.
     */
    @Test
    void missesThatHoldOneAnotherAreNotAdded() {
        write(3, "L1D_ALL_REF:pmu:0:0", "L1D_READ_MISS:pmu:0:1:0x151", "L1D_WRITE_MISS:pmu:0:2:0xe224")
                .sample(0, 0, 9, 0, MS, MS, MS, 1000, 50, 20)
                .total(0, MS, MS, 1000, 50, 20)
                .end(Synthetic.trailer(1));
        assertThat(summary("l1d_miss_ratio").value()).isEqualTo(0.05);
        write(3, "L1D_ALL_REF:pmu:0:0", "L1D_READ_MISS:pmu:0:1:0x7777", "L1D_WRITE_MISS:pmu:0:2:0xe224")
                .sample(0, 0, 9, 0, MS, MS, MS, 1000, 50, 20)
                .total(0, MS, MS, 1000, 50, 20)
                .end(Synthetic.trailer(1));
        assertThat(summary("l1d_miss_ratio").reason()).contains("L1D_MISS was not asked for");
    }

    @Test
    void whatCannotBeComputedSaysWhyAndIsNotZero() {
        write(2, "instructions:pmu:0:0", "cpu-cycles:pmu:0:-").sample(0, 0, 9, 0, MS, MS, MS, 5, 0)
                .total(0, MS, MS, 5, 0)
                .end(Synthetic.trailer(1));
        MetricSummary ipc = summary("ipc");
        assertThat(ipc.status()).isEqualTo(MetricStatus.NOT_COMPUTED);
        assertThat(ipc.reason()).isEqualTo("cpu-cycles was not counted (ENOENT)");
        assertThat(ipc.value()).isNull();
        assertThat(ipc.shareMeasured()).isNull();
        assertThat(summary("branch_miss_ratio").reason())
                .contains("branch-misses, branch-instructions were not asked for");
        assertThat(summary("l1d_miss_ratio").reason())
                .isEqualTo("L1D_ALL_REF was not counted (this machine has no PMU); L1D_MISS was not asked for");
        assertThat(RunSummary.of(periods(), metrics("ipc"), Progress.NONE).toJson())
                .contains("\"status\" : \"not computed\"")
                .contains("\"value\" : null");
        assertThat(RunSummary.of(periods()).metrics()).isEmpty();
    }

    @Test
    void nothingToDivideByIsNotComputed() {
        write(2, "major-faults:software:0:0", "page-faults:software:0:1").sample(0, 0, 9, 0, MS, MS, MS, 0, 0)
                .total(0, MS, MS, 0, 0)
                .end(Synthetic.trailer(1));
        assertThat(summary("major_fault_ratio").status()).isEqualTo(MetricStatus.NOT_COMPUTED);
        assertThat(summary("major_fault_ratio").reason()).contains("divides by a count of 0");
        assertThat(summary("page_fault_rate").value()).as("no faults in a second is a rate").isEqualTo(0);
    }

    @Test
    void theFirstWayWhoseEventsWereCountedIsTaken() {
        write(3, "minor-faults:software:0:0", "major-faults:software:0:1", "cpu-cycles:pmu:0:2",
                "page-faults:software:0:-").sample(0, 0, 9, 0, MS, MS, MS, 3, 1, 4)
                .total(0, MS, MS, 3, 1, 4)
                .end(Synthetic.trailer(1));
        MetricSummary faults = summary("page_fault_rate");
        assertThat(faults.value()).isEqualTo(4000);
        assertThat(faults.formula()).isEqualTo("(minor-faults + major-faults) / run_s");
    }

    @Test
    void whatItIsAnEstimateOfIsSaidWithTheValue() {
        String intel = Synthetic.metadata("kernel", MS, "cache-misses:pmu:0:0")
                .replace("\"run\":{",
                        "\"run\":{\"processor\":{\"vendor\":\"GenuineIntel\",\"family\":6,\"model\":106},");
        new RecordingWriter(file, 1, intel).task(0, 9, 9, -1, 0)
                .sample(0, 0, 9, 0, MS, MS, MS, 1)
                .total(0, MS, MS, 1)
                .end(Synthetic.trailer(1));
        MetricSummary bandwidth = summary("memory_bandwidth");
        assertThat(bandwidth.status()).isEqualTo(MetricStatus.ESTIMATED);
        assertThat(bandwidth.value()).isEqualTo(64_000);
        assertThat(bandwidth.reason()).contains("write-backs").contains("64 bytes are assumed");
    }

    @Test
    void multiplexedCountsPropagateTheirShare() {
        RecordingWriter out = write(2, "instructions:pmu:0:0", "cpu-cycles:pmu:0:1");
        long count = 0;
        for (int i = 1; i <= 100; i++) {
            count += i % 2 == 0 ? 1000 : 0;
            out.sample(0, 0, 9, 0, i * MS, i * MS, i / 2 * MS, 3 * count, count);
        }
        out.counts(Kind.TOTAL, 0, 0, -1, 0, -1, 100 * MS, 100 * MS, 100 * MS, 50 * MS, 3 * count, count)
                .end(Synthetic.trailer(100));
        MetricSummary ipc = summary("ipc");
        assertThat(ipc.status()).isEqualTo(MetricStatus.ESTIMATED);
        assertThat(ipc.value()).isEqualTo(3);
        assertThat(ipc.shareMeasured()).isEqualTo(0.5);
        assertThat(ipc.reason()).contains("50.0 %");
        assertThat(summary("clock_rate").value()).as("scaled, not halved").isEqualTo(1e6);
        Envelope e = MetricEnvelopes.of(periods(), metrics("clock_rate"), Axis.RUN_TIME, 5, Progress.NONE).get(0);
        assertThat(e.shareMeasured()).isEqualTo(0.5);
        assertThat(e.mean()).containsExactly(new double[]{1e6, 1e6, 1e6, 1e6, 1e6}, within(1e-6));
    }

    /** Groups that take turns: cycles count in odd windows, instructions in even ones. */
    @Test
    void eventsOfTwoGroupsAreComparedByTheirRates() {
        RecordingWriter out = write(1, "instructions:pmu:0:0", "cpu-cycles:pmu:1:0");
        long instructions = 0;
        long cycles = 0;
        for (int i = 1; i <= 200; i++) {
            instructions += i % 2 == 0 ? 6000 : 0;
            cycles += i % 2 == 1 ? 2000 : 0;
            out.sample(0, 0, 9, 0, i * MS, i * MS, i / 2 * MS, instructions)
                    .sample(1, 0, 9, 0, i * MS, i * MS, (i + 1) / 2 * MS, cycles);
        }
        out.counts(Kind.TOTAL, 0, 0, -1, 0, -1, 200 * MS, 200 * MS, 200 * MS, 100 * MS, instructions)
                .counts(Kind.TOTAL, 0, 1, -1, 0, -1, 200 * MS, 200 * MS, 200 * MS, 100 * MS, cycles)
                .end(Synthetic.trailer(400));
        MetricSummary ipc = summary("ipc");
        assertThat(ipc.value()).isCloseTo(3, within(1e-9));
        assertThat(ipc.status()).isEqualTo(MetricStatus.ESTIMATED);
        assertThat(ipc.lowest()).as("no period tells it alone").isNull();
        Envelope e = MetricEnvelopes.of(periods(), metrics("ipc"), Axis.RUN_TIME, 4, Progress.NONE).get(0);
        assertThat(e.mean()).containsExactly(new double[]{3, 3, 3, 3}, within(1e-6));
        assertThat(e.min()).isEqualTo(e.mean());
    }

    @Test
    void scopesAreNotMixed() {
        write(2, "instructions:pmu:0:0", "cpu-cycles:pmu:0:1").end(Synthetic.trailer(0));
        String user = Synthetic
                .metadata("kernel", MS, "instructions:pmu:0:0", "cpu-cycles:pmu:0:1", "branch-misses:pmu:0:2",
                        "branch-instructions:pmu:0:3")
                .replace("\"instructions\",\"unit\"", "\"instructions:u\",\"unit\"")
                .replace("\"cpu-cycles\",\"unit\"", "\"cpu-cycles:u\",\"unit\"")
                .replace("\"branch-misses\",\"unit\"", "\"branch-misses:u\",\"unit\"");
        new RecordingWriter(file, 4, user).task(0, 9, 9, -1, 0)
                .sample(0, 0, 9, 0, MS, MS, MS, 3, 4, 1, 2)
                .total(0, MS, MS, 3, 4, 1, 2)
                .end(Synthetic.trailer(1));
        assertThat(summary("ipc").value()).isEqualTo(0.75);
        assertThat(summary("branch_miss_ratio").status()).as("branch-misses:u over branch-instructions")
                .isEqualTo(MetricStatus.NOT_COMPUTED);
    }

    @Test
    void cpuUtilisationNeedsNoEventAndCountsTasksTogether() {
        RecordingWriter out = write(1, "page-faults:software:0:0").task(1, 10, 9, 0, 0);
        for (int i = 1; i <= 10; i++) {
            out.sample(0, 0, 9, 0, i * MS, i * MS, i * MS, i).sample(0, 1, 10, 1, i * MS, i * MS, i * MS, i);
        }
        out.total(0, 10 * MS, 20 * MS, 20).end(Synthetic.trailer(20));
        MetricSummary utilisation = summary("cpu_utilisation");
        // The run begins with its first record, the task's, at 0.
        assertThat(utilisation.value()).isEqualTo(2);
        assertThat(utilisation.highest()).as("one task keeps at most one CPU busy").isNull();
        Envelope e = MetricEnvelopes.of(periods(), metrics("cpu_utilisation"), Axis.WALL_TIME, 2, Progress.NONE).get(0);
        assertThat(e.mean()).containsExactly(new double[]{2, 2}, within(0.11));
    }

    @Test
    void emulatedRecordingsGiveRatiosButNoRates() {
        String json = Synthetic
                .metadata("emulated", MS, "instructions:emulated:0:0", "loads:emulated:0:1", "stores:emulated:0:2",
                        "L1D_READ_MISS:emulated:0:3", "L1D_WRITE_MISS:emulated:0:4")
                .replace("\"axis\":\"run_time\"", "\"axis\":\"instructions\"");
        new RecordingWriter(file, 5, json).task(0, 9, 9, -1, 0)
                .sample(0, 0, 9, 0, MS, MS, MS, 1000, 300, 100, 3, 1)
                .total(0, MS, MS, 1000, 300, 100, 3, 1)
                .end(Synthetic.trailer(1));
        assertThat(summary("l1d_miss_ratio").value()).isEqualTo(0.01);
        assertThat(summary("l1d_misses_per_1000_references").value()).isEqualTo(10);
        assertThat(summary("l1d_miss_ratio").computedFrom()).contains("emulated");
        assertThat(summary("page_fault_rate").reason()).contains("counts instructions");
        assertThat(MetricEnvelopes.of(periods(), metrics("l1d_miss_ratio"), Axis.INSTRUCTIONS, 3, Progress.NONE))
                .hasSize(1);
    }

    /**
     * A shell that waits for 20 children, each of which keeps one CPU busy for 2 ms, works 1 ms in all and reports that
     * at last.
     */
    @Test
    void aTaskThatWaitedDoesNotSeemToWorkAllAtOnce() {
        RecordingWriter out = write(1, "task-clock:software:0:0");
        long wall = 0;
        for (int child = 1; child <= 20; child++) {
            out.task(child, 9 + child, 9 + child, 9, wall);
            for (int i = 1; i <= 2; i++) {
                wall += MS;
                out.sample(0, child, 9 + child, 0, wall, i * MS, i * MS, i * MS);
            }
        }
        wall += MS / 10;
        out.sample(0, 0, 9, 0, wall, MS, MS, MS);
        out.total(0, wall, 41 * MS, 41 * MS).end(Synthetic.trailer(41));
        for (Axis axis : List.of(Axis.RUN_TIME, Axis.WALL_TIME)) {
            Envelope busy = MetricEnvelopes.of(periods(), metrics("cpu_utilisation"), axis, 20, Progress.NONE).get(0);
            double sum = 0;
            for (double cpus : busy.mean()) {
                assertThat(cpus).isBetween(0.9, 1.1);
                sum += cpus;
            }
            assertThat(sum / busy.mean().length).isCloseTo(41 / 40.1, within(0.02));
        }
    }
}
