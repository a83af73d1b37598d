package runbench.align.perfetto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.align.perfetto.DecodedArchive.DecodedFile;
import runbench.align.perfetto.DecodedArchive.Event;
import runbench.align.perfetto.DecodedArchive.Slice;
import runbench.align.perfetto.PerfettoArchive.ArchiveReport;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterRun;
import runbench.align.synthetic.MadeUpRun;
import runbench.align.synthetic.SyntheticPlan;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress.ProgressDisplay;

@Tag("beside")
@Tag("scenario")
class PerfettoArchiveTest {
    private static final int BEGIN = 1;
    private static final int INSTANT = 3;
    private static final int COUNTER = 4;

    @TempDir
    Path folder;
    private MadeUpRun run;

    @BeforeEach
    void makeUpRun() throws IOException {
        run = MadeUpRun.write(SyntheticPlan.SMALL, folder);
    }

    private ArchiveReport write() throws IOException {
        return PerfettoArchive.write(ClusterRun.read(folder), folder.resolve("a.zip"), PerfettoArchive.MOST_VALUES,
                ProgressDisplay.NONE);
    }

    private DecodedArchive archive() throws IOException {
        write();
        return DecodedArchive.of(folder.resolve("a.zip"));
    }

    @Test
    void theManifestNamesEveryFilesMachineAndClock() throws IOException {
        DecodedArchive archive = archive();
        var body = archive.manifest().path("perfetto_manifest");
        assertThat(body.path("version").asInt()).isEqualTo(1);
        assertThat(body.path("trace_time").path("clock").asText()).isEqualTo("BOOTTIME");
        assertThat(body.path("trace_time").path("file").asText()).isEqualTo("rank-00000-node0.pftrace");
        assertThat(body.path("files").findValuesAsText("path")).containsExactlyElementsOf(archive.files().keySet());
        assertThat(body.path("files").findValuesAsText("name")).containsExactly("node0", "node0", "node1", "node1",
                "messages of all machines");
        assertThat(body.path("files").get(0).has("clocks")).isFalse();
        for (int i = 1; i < 5; i++) {
            var clocks = body.path("files").get(i).path("clocks");
            assertThat(clocks.path("clock").asText()).isEqualTo("BOOTTIME");
            assertThat(clocks.path("sync_to").path("file").asText()).isEqualTo("rank-00000-node0.pftrace");
            assertThat(clocks.path("offset_ns").asLong(-1)).isZero();
        }
    }

    /** Perfetto's own reader of ZIP files rejects names in UTF-8 and everything newer than version 2.0. */
    @Test
    void theZipHasNothingThatPerfettosReaderRejects() throws IOException {
        write();
        ByteBuffer zip = ByteBuffer.wrap(Files.readAllBytes(folder.resolve("a.zip"))).order(ByteOrder.LITTLE_ENDIAN);
        int members = 0;
        for (int at = 0; at + 30 < zip.limit(); at++) {
            if (zip.getInt(at) == 0x04034b50) {
                members++;
                assertThat(zip.getShort(at + 4)).as("version").isLessThanOrEqualTo((short) 20);
                assertThat(zip.getShort(at + 6) & 0xfff1).as("flags").isZero();
                assertThat(zip.getShort(at + 8)).as("compression").isEqualTo((short) 8);
            }
        }
        assertThat(members).isEqualTo(6);
        try (ZipFile file = new ZipFile(folder.resolve("a.zip").toFile());
                InputStream manifest = file.getInputStream(file.getEntry("perfetto_manifest.json"))) {
            assertThat(new String(manifest.readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("{\"perfetto_manifest\"");
        }
    }

    @Test
    void everyRankIsAProcessWithItsRatesAndCounts() throws IOException {
        DecodedFile file = archive().files().get("rank-00003-node1.pftrace");
        assertThat(file.tracks().values()).anyMatch(t -> "rank 3 (node1)".equals(t.process()) && t.pid() > 0);
        var rate = file.track("page-faults");
        assertThat(rate.unit()).isEqualTo("page-faults/s of running time");
        assertThat(rate.axis()).isEqualTo("page-faults/s of running time");
        assertThat(file.tracks().get(rate.parent()).name()).isEqualTo("rates");
        assertThat(file.track("page-faults so far").unit()).isEqualTo("page-faults");
        assertThat(file.track("task-clock").unit()).isEqualTo("busy CPUs");
        assertThat(file.tracks().values()).noneMatch(t -> t.name() != null && t.name().startsWith("cpu-migrations"));

        List<Event> rates = file.on(rate.uuid(), COUNTER);
        assertThat(rates).hasSize(201);
        // Half of each cycle of ten periods it computes: five values at its rate, five at none.
        assertThat(rates.get(2).value()).isCloseTo(MadeUpRun.faultsPerSecond(3), within(1.0));
        assertThat(rates.get(7).value()).isZero();
        assertThat(rates.get(2).nanos()).isCloseTo(20_000_000, within(10_000L));
        List<Event> totals = file.on(file.track("page-faults so far").uuid(), COUNTER);
        assertThat(totals.get(totals.size() - 1).value()).isEqualTo(run.faults(3, run.plan().runNanos()));
    }

    /** Stamps are corrected for drift, so that equal instants of two machines have equal stamps. */
    @Test
    void instantsOfDriftingMachinesCoincideWithinTheStatedError() throws IOException {
        DecodedArchive archive = archive();
        DecodedFile reference = archive.files().get("rank-00000-node0.pftrace");
        DecodedFile drifting = archive.files().get("rank-00003-node1.pftrace");
        List<Event> here = reference.on(reference.track("page-faults so far").uuid(), COUNTER);
        List<Event> there = drifting.on(drifting.track("page-faults so far").uuid(), COUNTER);
        double stated = drifting.on(drifting.track("clock uncertainty (guaranteed interval)").uuid(), COUNTER)
                .stream()
                .mapToDouble(Event::value)
                .max()
                .orElseThrow();
        assertThat(stated).isBetween(1_000.0, 14_000.0);
        assertThat(there).hasSameSizeAs(here);
        for (int i = 0; i < here.size(); i++) {
            assertThat((double) there.get(i).nanos()).isCloseTo(here.get(i).nanos(), within(stated));
        }
        // Without the model they would be hours apart, and 180 ppm of two seconds is 360 us.
        long apart = run.clockOf(3).stamp(run.endNanos()) - run.clockOf(3).stamp(run.startNanos())
                - run.plan().runNanos();
        assertThat(Math.abs(apart)).isEqualTo(360_000);
    }

    @Test
    void barriersEndTogether() throws IOException {
        DecodedFile messages = archive().files().get("messages.pftrace");
        Map<Integer, List<Slice>> barriers = new HashMap<>();
        messages.tracks().values().stream().filter(t -> "MPI calls".equals(t.name())).forEach(t -> {
            List<Slice> all = messages.slices(t.uuid()).stream().filter(s -> s.name().equals("MPI_Barrier")).toList();
            for (int i = 0; i < all.size(); i++) {
                barriers.computeIfAbsent(i, b -> new ArrayList<>()).add(all.get(i));
            }
        });
        assertThat(barriers).hasSize(10);
        barriers.forEach((cycle, ends) -> {
            assertThat(ends).hasSize(4);
            for (Slice s : ends) {
                assertThat(s.to()).isCloseTo(run.barrierNanos(cycle) - run.startNanos(),
                        within(2 * run.plan().intervalNanos()));
            }
        });
    }

    /** A flow starts before it ends, because Perfetto takes the earlier slice as the sender. */
    @Test
    void everyMessageIsOneFlowFromSendToArrival() throws IOException {
        ArchiveReport report = write();
        DecodedFile messages = archive().files().get("messages.pftrace");
        Map<Long, Event> sends = new HashMap<>();
        messages.events()
                .stream()
                .filter(e -> e.type() == BEGIN)
                .forEach(e -> e.flows().forEach(f -> assertThat(sends.put(f, e)).isNull()));
        List<Event> arrivals = messages.events().stream().filter(e -> e.type() == INSTANT).toList();
        // Ten cycles of one message a rank, ten of two.
        assertThat(arrivals).hasSize(120);
        assertThat(sends).hasSize(120);
        for (Event arrived : arrivals) {
            Event sent = sends.remove(arrived.ended().get(0));
            assertThat(sent).as("send of %s", arrived).isNotNull();
            assertThat(sent.track()).isNotEqualTo(arrived.track());
            assertThat(arrived.nanos() - sent.nanos()).isBetween(1L, 60_000L);
        }
        assertThat(report.messages()).isEqualTo(120);
        assertThat(report.impossible()).isZero();
        assertThat(report.calls()).isEqualTo(120 * 2 + 80);
    }

    @Test
    void everyRanksProcessContainsThePhases() throws IOException {
        ArchiveReport report = write();
        DecodedArchive archive = archive();
        assertThat(report.phases()).isGreaterThanOrEqualTo(2);
        for (int r = 0; r < 4; r++) {
            DecodedFile file = archive.files().get(String.format("rank-%05d-node%d.pftrace", r, r / 2));
            List<Slice> phases = file.slices(file.track("phases").uuid());
            assertThat(phases).hasSize((int) report.phases());
            for (int i = 1; i < phases.size(); i++) {
                assertThat(phases.get(i).from()).isEqualTo(phases.get(i - 1).to());
            }
        }
    }

    @Test
    void excessValuesAreCombinedWithoutLosingCounts() throws IOException {
        ArchiveReport report = PerfettoArchive.write(ClusterRun.read(folder), folder.resolve("a.zip"), 800,
                ProgressDisplay.NONE);
        assertThat(report.periods()).isEqualTo(4);
        assertThat(report.values()).isLessThan(900);
        DecodedFile file = DecodedArchive.of(folder.resolve("a.zip")).files().get("rank-00001-node0.pftrace");
        List<Event> rates = file.on(file.track("page-faults").uuid(), COUNTER);
        assertThat(rates).hasSize(51);
        double sum = 0;
        for (int i = 0; i + 1 < rates.size(); i++) {
            sum += rates.get(i).value() * (rates.get(i + 1).nanos() - rates.get(i).nanos()) / 1e9;
        }
        assertThat(sum).isCloseTo(run.faults(1, run.plan().runNanos()), within(1.0));
    }

    @Test
    void aRankWithoutClockIsMarkedAsNotAligned() throws IOException {
        Files.delete(folder.resolve("clocks/node1.model.json"));
        ArchiveReport report = write();
        assertThat(report.remarks())
                .anyMatch(r -> r.contains("rank 2 is not aligned (the clock of node1 could not be measured)"));
        DecodedFile file = DecodedArchive.of(folder.resolve("a.zip")).files().get("rank-00002-node1.pftrace");
        assertThat(file.tracks().values()).anyMatch(t -> "rank 2 (node1, NOT ALIGNED)".equals(t.process()));
        assertThat(file.on(file.track("page-faults").uuid(), COUNTER).get(0).nanos()).isZero();
    }

    @Test
    void onOneMachineCallsAreInTheRanksProcesses() throws IOException {
        Path one = folder.resolve("one");
        MadeUpRun.write(new SyntheticPlan(4, 1, 100, 10_000_000, 10, 0, 5000, 2), one);
        PerfettoArchive.write(ClusterRun.read(one), folder.resolve("b.zip"), PerfettoArchive.MOST_VALUES,
                ProgressDisplay.NONE);
        DecodedArchive archive = DecodedArchive.of(folder.resolve("b.zip"));
        assertThat(archive.manifest().path("perfetto_manifest").path("files").findValuesAsText("name"))
                .containsOnly("node0");
        var own = archive.files()
                .get("rank-00002-node0.pftrace")
                .tracks()
                .values()
                .stream()
                .filter(t -> t.process() != null)
                .toList();
        assertThat(archive.files().get("messages.pftrace").tracks().values()).containsAll(own);
    }

    @Test
    void anEmptyRunIsRejectedAndTheOldArchiveIsKept() throws IOException {
        write();
        long before = Files.size(folder.resolve("a.zip"));
        for (int r = 0; r < 4; r++) {
            Files.delete(folder.resolve(String.format("ranks/rank-%05d-node%d/samples.rec", r, r / 2)));
        }
        ClusterRun.write(run.folder(), withoutTrace());
        assertThatThrownBy(this::write).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("no rank left anything");
        assertThat(Files.size(folder.resolve("a.zip"))).isEqualTo(before);
    }

    private ClusterRecord withoutTrace() {
        var r = ClusterRun.read(folder).record();
        return new ClusterRecord(r.v(), r.runbench(), r.state(), r.reason(), r.program(), r.command(), r.form(),
                r.launcher(), r.mpi(), r.size(), r.perNode(), r.periodNs(), r.startedUtc(), r.endedUtc(),
                r.exitStatus(), r.reference(), r.ranks(), null, r.clocks(), r.windows(), r.startAt(), r.problems());
    }

    /** The schema follows Perfetto's documentation; protoc is independent of the writer. */
    @Test
    void protocDecodesEveryFileByTheSchema() throws Exception {
        write();
        try (ZipFile zip = new ZipFile(folder.resolve("a.zip").toFile())) {
            for (String name : List.of("rank-00003-node1.pftrace", "messages.pftrace")) {
                Path raw = folder.resolve(name);
                Files.write(raw, zip.getInputStream(zip.getEntry(name)).readAllBytes());
                String text = DecodedArchive.protoc(raw);
                assertThat(text).doesNotContainPattern("(?m)^\\s*\\d+[ :]")
                        .contains("process_name: \"rank 3 (node1)\"", "type: TYPE_");
                if (name.startsWith("rank")) {
                    assertThat(text).contains("unit_name: \"page-faults/s of running time\"",
                            "y_axis_share_key: \"page-faults/s of running time\"", "double_counter_value: 4000");
                } else {
                    assertThat(text).contains("name: \"MPI_Isend\"", "terminating_flow_ids: ");
                }
            }
        }
    }
}
