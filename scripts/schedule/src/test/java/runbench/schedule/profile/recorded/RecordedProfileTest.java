package runbench.schedule.profile.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.base.progress.Progress;
import runbench.parser.metrics.MetricTable;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.parser.record.Kind;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;
import runbench.parser.record.Synthetic;
import runbench.parser.record.Zen5;
import runbench.parser.series.Periods;
import runbench.parser.series.SeriesReport;
import runbench.schedule.profile.BandwidthProfile.ProfileStep;
import runbench.schedule.profile.BandwidthProfile.ProgressUnit;
import runbench.schedule.profile.BandwidthProfile.TrafficSource;
import runbench.schedule.profile.KeptProfile;
import runbench.schedule.profile.ProfileOrigin.StepSource;
import runbench.schedule.profile.ProfileOrigin.TimeSource;
import runbench.schedule.profile.recorded.ProfileRequest.TimeOfInstructions;

/** Profiles of recordings with known traffic. */
@Tag("beside")
@Tag("scenario")
class RecordedProfileTest {
    private static final long MS = Synthetic.MS;
    private static final long START = 1_000_000_000_000L;
    private static final String NEAR = "l2_fill_rsp_src.dram_io_near";
    private static final String FAR = "l2_fill_rsp_src.dram_io_far";

    @TempDir
    private Path dir;

    private static RecordedProfile.Reading read(Path file, String processor, ProfileRequest request) {
        Microarchitecture m = Microarchitectures.named(processor);
        return RecordedProfile.of(Recording.open(file), MetricTable.builtIn(m), m, List.of(), request, Progress.NONE);
    }

    private static KeptProfile profile(Path file, ProfileRequest request) {
        return read(file, "zen5", request).kept();
    }

    private static KeptProfile inEqualParts(Path file, int most) {
        Microarchitecture m = Microarchitectures.named("zen5");
        return RecordedProfile
                .inEqualParts(Recording.open(file), MetricTable.builtIn(m), m, List.of(),
                        new ProfileRequest(null, most, Optional.empty()), Progress.NONE)
                .kept();
    }

    private static double bytes(KeptProfile kept) {
        return kept.profile().steps().stream().mapToDouble(s -> s.traffic() * s.aloneSeconds()).sum();
    }

    private static double progress(KeptProfile kept) {
        return kept.profile().steps().stream().mapToDouble(ProfileStep::progress).sum();
    }

    private String events(String... names) {
        String[] all = new String[names.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = names[i] + ":pmu:0:" + i;
        }
        return Synthetic.metadata("kernel", MS, all);
    }

    /**
     * Three times 0.6 s with 1,000 lines per ms and 0.4 s with 100; 3 million instructions per ms in the first, 1
     * million in the second.
     */
    private Path phases(String metadata) {
        Path file = dir.resolve("phases.rec");
        RecordingWriter out = new RecordingWriter(file, 3, metadata);
        out.task(0, 4711, 4711, Kind.ALL_TASKS, START);
        long near = 0;
        long far = 0;
        long instructions = 0;
        for (int i = 1; i <= 3000; i++) {
            boolean heavy = (i - 1) % 1000 < 600;
            int noise = i * 7919 % 21 - 10;
            near += (heavy ? 900 : 90) + noise;
            far += heavy ? 100 : 10;
            instructions += heavy ? 3_000_000 : 1_000_000;
            out.sample(0, 0, 4711, 0, START + i * MS, i * MS, i * MS, near, far, instructions);
        }
        out.close(0, 0, 4711, 0, START + 3000 * MS, 3000 * MS, 3000 * MS, near, far, instructions);
        out.total(0, START + 3000 * MS, 3000 * MS, near, far, instructions).end(Synthetic.trailer(3000));
        return file;
    }

    @Test
    void stepsFollowChangePointsAndPreserveTheTotal() {
        Path file = phases(events(NEAR, FAR, "instructions"));
        RecordedProfile.Reading reading = read(file, "zen5", ProfileRequest.USUAL);
        KeptProfile kept = reading.kept();
        List<Long> counted = Periods.of(Recording.open(file)).report().counted();
        assertThat(bytes(kept)).isCloseTo(64.0 * (counted.get(0) + counted.get(1)), within(1e-3));
        assertThat(kept.origin().total()).isCloseTo(bytes(kept), within(1e-3));
        assertThat(progress(kept)).isCloseTo(counted.get(2), within(1e-3));
        assertThat(kept.profile().aloneSeconds()).isCloseTo(3, within(1e-9));
        assertThat(kept.profile().threads()).isEqualTo(1);
        assertThat(kept.profile().source()).isEqualTo(TrafficSource.MEMORY_FILLS);
        assertThat(kept.profile().progressUnit()).isEqualTo(ProgressUnit.INSTRUCTIONS);
        assertThat(kept.origin().stepsFrom()).isEqualTo(StepSource.CHANGE_POINTS);
        assertThat(kept.origin().time()).isEqualTo(TimeSource.MEASURED);
        assertThat(kept.origin().trafficFrom()).contains("counts no write-backs");
        // A bin of the analysis that contains a change may become a separate step.
        assertThat(kept.profile().steps()).hasSizeBetween(6, 11).allSatisfy(s -> assertThat(s.waiting()).isNaN());
        assertThat(kept.profile().steps().get(0).traffic()).isCloseTo(64e6, within(2e6));
        assertThat(kept.profile().steps().get(1).traffic()).isCloseTo(6.4e6, within(2e6));
        assertThat(kept.profile().steps().get(1).progress()).isCloseTo(400e6, within(40e6));
        assertThat(kept.origin().peak()).isCloseTo(64e6, within(1e6));
        assertThat(kept.origin().window()).isCloseTo(0.1, within(1e-9));
        assertThat(kept.origin().held()).isGreaterThan(0.95);
        assertThat(reading.windows()).hasSize(30);
        assertThat(reading.windowEnds()[29]).isCloseTo(counted.get(2), within(1.0));
    }

    @Test
    void fewerStepsPreserveTheTraffic() {
        Path file = phases(events(NEAR, FAR, "instructions"));
        double whole = bytes(profile(file, ProfileRequest.USUAL));
        for (int most : new int[]{1, 5, 64, 10_000}) {
            KeptProfile equal = inEqualParts(file, most);
            KeptProfile changes = profile(file, new ProfileRequest(null, most, Optional.empty()));
            assertThat(equal.profile().steps()).hasSize(Math.min(3000, most));
            assertThat(equal.origin().stepsFrom()).isEqualTo(StepSource.EQUAL_PARTS);
            assertThat(changes.profile().steps()).hasSizeBetween(Math.min(6, most), Math.min(11, most));
            assertThat(bytes(equal)).isCloseTo(whole, within(1e-2));
            assertThat(bytes(changes)).isCloseTo(whole, within(1e-2));
        }
    }

    /**
     * Traffic and instructions were multiplexed, each for half of the time: the scaled parts sum to the estimate of the
     * run.
     */
    @Test
    void scaledPartsSumToTheEstimateOfTheRun() {
        Path file = dir.resolve("turns.rec");
        String metadata = Synthetic.metadata("kernel", MS, NEAR + ":pmu:0:0", FAR + ":pmu:0:1", "instructions:pmu:1:0");
        RecordingWriter out = new RecordingWriter(file, 2, metadata);
        out.task(0, 4711, 4711, Kind.ALL_TASKS, START);
        long[] running = new long[2];
        long near = 0;
        long instructions = 0;
        for (int i = 1; i <= 2000; i++) {
            int on = i / 4 % 2;
            running[on] += MS;
            near += on == 0 ? i <= 1000 ? 1000 : 200 : 0;
            instructions += on == 1 ? 2_000_000 : 0;
            long wall = START + i * MS;
            out.counts(Kind.SAMPLE, 0, 0, 0, 4711, 0, wall, i * MS, i * MS, running[0], near, 0);
            out.counts(Kind.SAMPLE, 0, 1, 0, 4711, 0, wall, i * MS, i * MS, running[1], instructions);
        }
        out.end(Synthetic.trailer(4000));
        KeptProfile kept = inEqualParts(file, 10);
        SeriesReport report = Periods.of(Recording.open(file)).report();
        assertThat(report.shareMeasured().get(0)).isLessThan(0.6);
        assertThat(bytes(kept)).isCloseTo(64 * report.estimated().get(0), within(1e-3));
        assertThat(bytes(kept)).isCloseTo(64 * 1.2e6, within(64 * 1.2e6 * 0.01));
        assertThat(progress(kept)).isCloseTo(report.estimated().get(2), within(1e-2));
        assertThat(kept.profile().steps().get(0).traffic() / kept.profile().steps().get(9).traffic()).isCloseTo(5,
                within(0.2));
        assertThat(kept.origin().shareMeasured()).isLessThan(0.6);
        assertThat(kept.origin().notes()).anyMatch(n -> n.startsWith("a scaled estimate: "));
    }

    /**
     * Two simultaneous threads, and a second in which both sleep: the time alone is neither their sum nor the wall
     * time.
     */
    @Test
    void simultaneousThreadsAndSleepAreSeparated() {
        Path file = dir.resolve("threads.rec");
        RecordingWriter out = new RecordingWriter(file, 2, events(NEAR, FAR));
        out.task(0, 4711, 4711, Kind.ALL_TASKS, START).task(1, 4712, 4711, 0, START);
        for (int i = 1; i <= 1000; i++) {
            long wall = START + (i <= 500 ? i : i + 1000) * MS;
            for (int task = 0; task < 2; task++) {
                out.sample(0, task, 4711 + task, task, wall + task * 1000L, i * MS, i * MS, i * 500L, 0);
            }
        }
        out.end(Synthetic.trailer(2000));
        KeptProfile kept = inEqualParts(file, 40);
        assertThat(kept.profile().threads()).isEqualTo(2);
        assertThat(kept.profile().aloneSeconds()).isCloseTo(1, within(0.02));
        assertThat(kept.profile().progressUnit()).isEqualTo(ProgressUnit.RUNNING_NANOS);
        assertThat(bytes(kept)).isCloseTo(64e6, within(1.0));
        assertThat(kept.meanTraffic()).isCloseTo(64e6, within(2e6));
        assertThat(kept.profile().steps()).hasSizeLessThan(40)
                .allSatisfy(s -> assertThat(s.traffic()).isCloseTo(64e6, within(5e6)));
    }

    @Test
    void recordingsWithoutTrafficAreRejectedWithARemedy() {
        Path file = phases(events("L1D_ALL_REF", "L1D_READ_MISS", "instructions"));
        assertThatThrownBy(() -> profile(file, ProfileRequest.USUAL)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("no traffic to memory was counted")
                .hasMessageContaining("memory_bandwidth: ")
                .hasMessageContaining("not asked for")
                .satisfies(
                        e -> assertThat(((RunbenchException) e).remedy().orElseThrow()).contains("--metrics memory"));
        assertThatThrownBy(() -> profile(file, new ProfileRequest("ipc", 10, Optional.empty())))
                .hasMessageContaining("'ipc' is not a metric in B/s");
        assertThatThrownBy(
                () -> profile(file, new ProfileRequest(null, 10, Optional.of(TimeOfInstructions.ofClock(1e9)))))
                .hasMessageContaining("measured time");
    }

    /**
     * 4 of 8 slots per cycle were lost in the back end, and 80 % of the cycles without retirement waited for a load.
     */
    @Test
    void theWaitingShareComesFromTheSlots() {
        Path file = dir.resolve("waiting.rec");
        String[] names = {NEAR, FAR, "de_no_dispatch_per_slot.backend_stalls", "cpu-cycles",
                "ex_no_retire.load_not_complete", "ex_no_retire.not_complete"};
        RecordingWriter out = new RecordingWriter(file, 6, events(names));
        out.task(0, 4711, 4711, Kind.ALL_TASKS, START);
        for (long i = 1; i <= 500; i++) {
            out.sample(0, 0, 4711, 0, START + i * MS, i * MS, i * MS, i * 100, 0, i * 12_000, i * 3000, i * 800,
                    i * 1000);
        }
        out.end(Synthetic.trailer(500));
        KeptProfile kept = inEqualParts(file, 10);
        assertThat(kept.profile().steps()).allSatisfy(s -> assertThat(s.waiting()).isCloseTo(0.4, within(1e-6)));
        assertThat(kept.meanWaiting()).isCloseTo(0.4, within(1e-6));
        assertThat(kept.origin().waitingFrom()).contains("ex_no_retire.load_not_complete");
    }

    /**
     * Resctrl counts the program's own traffic; the memory controllers count the whole machine's, with a reservation.
     */
    @Test
    void trafficOfControllersAndOfResctrl() {
        String[] controllers = {"amd_umc/event=0x0a,rdwrmask=0x1/:pmu:1:0", "amd_umc/event=0x0a,rdwrmask=0x2/:pmu:1:1"};
        for (boolean resctrl : new boolean[]{false, true}) {
            Path file = dir.resolve(resctrl + ".rec");
            String metadata = resctrl
                    ? Synthetic.metadata("poll", MS, "task-clock:software:0:0", "resctrl/mbm_total_bytes/:resctrl:1:0")
                    : Synthetic.metadata("poll", MS, "task-clock:software:0:0", controllers[0], controllers[1])
                            .replace("\"group\":1,", "\"group\":1,\"domain\":\"socket\",");
            RecordingWriter out = new RecordingWriter(file, 2, metadata);
            out.task(0, 4711, 4711, Kind.ALL_TASKS, START);
            for (long i = 1; i <= 1000; i++) {
                out.sample(0, 0, 4711, Kind.ALL_CPUS, START + i * MS, i * MS, i * MS, i * MS);
                out.sample(1, 0, 4711, Kind.ALL_CPUS, START + i * MS, i * MS, i * MS, resctrl ? i * 64_000 : i * 600,
                        i * 400);
            }
            out.end(Synthetic.trailer(2000));
            KeptProfile kept = profile(file, ProfileRequest.USUAL);
            assertThat(kept.profile().source())
                    .isEqualTo(resctrl ? TrafficSource.RESCTRL : TrafficSource.MEMORY_CONTROLLERS);
            assertThat(bytes(kept)).isCloseTo(64e6, within(1.0));
            assertThat(kept.profile().aloneSeconds()).isCloseTo(1, within(1e-6));
            assertThat(kept.origin()
                    .notes()
                    .stream()
                    .anyMatch(n -> n.contains("includes the traffic of all other programs"))).isEqualTo(!resctrl);
        }
    }

    /** 500 ms of a stated clock, first with 100 misses per 10,000 instructions, then with 10. */
    @Test
    void emulatedMissesTakeAStatedTime() {
        Path file = dir.resolve("emulated.rec");
        String metadata = Synthetic.metadata("emulated", 10_000, "instructions:emulated:0:0", "L2_MISS:emulated:0:1")
                .replace("\"axis\":\"run_time\"", "\"axis\":\"instructions\"")
                .replace("\"run\":{", "\"run\":{\"cache_line_bytes\":32,");
        RecordingWriter out = new RecordingWriter(file, 2, metadata);
        out.task(0, 4711, 4711, Kind.ALL_TASKS, START);
        long misses = 0;
        for (int i = 1; i <= 5000; i++) {
            misses += i <= 2500 ? 100 : 10;
            out.sample(0, 0, 4711, 0, START + i, i * 10_000L, i * 10_000L, i * 10_000L, misses);
        }
        out.end(Synthetic.trailer(5000));
        Microarchitecture emulated = Microarchitectures.emulated();
        ProfileRequest clock = new ProfileRequest(null, 100, Optional.of(TimeOfInstructions.ofClock(1e8)));
        KeptProfile kept = RecordedProfile
                .of(Recording.open(file), MetricTable.builtIn(emulated), emulated, List.of(), clock, Progress.NONE)
                .kept();
        assertThat(kept.profile().source()).isEqualTo(TrafficSource.EMULATED_MISSES);
        assertThat(kept.profile().aloneSeconds()).isCloseTo(0.5, within(1e-9));
        assertThat(progress(kept)).isCloseTo(5e7, within(1e-3));
        assertThat(bytes(kept)).isCloseTo(32.0 * misses, within(1e-3));
        assertThat(kept.profile().steps().get(0).traffic()).isCloseTo(32 * 100 / 1e-4, within(1e5));
        assertThat(kept.origin().time()).isEqualTo(TimeSource.STATED_CLOCK);
        assertThat(kept.origin().timeFrom()).contains("not measured").contains("100 MHz");
        assertThat(kept.origin().notes()).anyMatch(n -> n.contains("no write-backs"));
        KeptProfile byRun = RecordedProfile.of(Recording.open(file), MetricTable.builtIn(emulated), emulated, List.of(),
                new ProfileRequest(null, 100, Optional.of(TimeOfInstructions.ofRun(2, "results/x"))), Progress.NONE)
                .kept();
        assertThat(byRun.profile().aloneSeconds()).isCloseTo(2, within(1e-9));
        assertThat(byRun.origin().time()).isEqualTo(TimeSource.NATIVE_RUN);
        assertThatThrownBy(() -> RecordedProfile.of(Recording.open(file), MetricTable.builtIn(emulated), emulated,
                List.of(), ProfileRequest.USUAL, Progress.NONE)).hasMessageContaining("has no time")
                .satisfies(e -> assertThat(((RunbenchException) e).remedy().orElseThrow()).contains("--clock"));
    }

    /**
     * Recorded on an AMD Zen 5 guest: povray's fills from memory into the L1 data cache, without lines that the L2
     * prefetched.
     */
    @Test
    void aRunOfARealProcessor() {
        Recording recording = Zen5.open(dir, "memory-453.povray");
        KeptProfile kept = profile(recording.path(), ProfileRequest.USUAL);
        SeriesReport report = Periods.of(recording).report();
        assertThat(bytes(kept)).isCloseTo(64.0 * report.counted().get(1), within(1.0));
        assertThat(kept.profile().aloneSeconds()).isCloseTo(report.runNanos() / 1e9,
                within(0.01 * report.runNanos() / 1e9));
        assertThat(kept.profile().steps().size()).isBetween(3, ProfileRequest.STEPS);
        assertThat(kept.origin().notes()).anyMatch(n -> n.contains("prefetched into the level 2 cache"));
        KeptProfile more = profile(recording.path(), new ProfileRequest("l2_fill_bandwidth", 50, Optional.empty()));
        assertThat(more.profile().source()).isEqualTo(TrafficSource.CACHE_FILLS);
        assertThat(bytes(more)).isCloseTo(64.0 * report.counted().get(2), within(1.0)).isGreaterThan(bytes(kept));
    }
}
