package runbench.sampler.probe;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.select.EventResolver;
import runbench.sampler.events.KnownEvent;
import runbench.sampler.events.select.KnownEvents;
import runbench.sampler.events.MachineFixture;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.Event.Placement;
import runbench.sampler.events.names.NameEncoder;
import runbench.sampler.events.select.KnownEvents.VendorEvents;
import runbench.sampler.nativeapi.NativeApi;
import runbench.sampler.nativeapi.NativeApi.PerfProbe;
import runbench.sampler.nativeapi.NativeApi.Trial;
import runbench.sampler.probe.Countability.Verdict;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class EventProbeTest {
    @TempDir
    private Path root;

    /** A system call interface with given results. */
    private record Answering(Function<Encoding, Trial> answer) implements NativeApi {
        @Override
        public int tryOpen(PerfProbe probe) {
            return answer.apply(probe.encoding()).errno();
        }

        @Override
        public Trial tryCount(Placement placement, Modifiers modifiers) {
            return answer.apply(placement.encoding());
        }

        @Override
        public Optional<PfmLibrary> pfm() {
            return Optional.empty();
        }
    }

    private static EventProbe probe(MachineFixture m, Function<Encoding, Trial> answer) {
        return new EventProbe(m.machine(), new EventResolver(m.machine(), () -> NameEncoder.NONE),
                new Answering(answer));
    }

    private static Trial counted(long value, long running) {
        return new Trial(0, value, 1000, running);
    }

    private MachineFixture intel() {
        return MachineFixture.intel(root, 0x55).privileged();
    }

    @Test
    void openedEventThatReads0IsNotCounting() {
        assertThat(probe(intel(), e -> counted(5, 1000)).probe("cycles").verdict()).isEqualTo(Verdict.COUNTS);
        Countability raw = probe(intel(), e -> counted(0, 90_000)).probe("r9999");
        assertThat(raw.verdict()).isEqualTo(Verdict.SILENT);
        assertThat(raw.detail()).contains("it read 0");
        assertThat(probe(intel(), e -> counted(0, 90_000)).probe("major-faults").verdict()).isEqualTo(Verdict.READY);
        Countability starved = probe(intel(), e -> counted(0, 0)).probe("cycles");
        assertThat(starved.verdict()).isEqualTo(Verdict.NEVER_RAN);
        assertThat(starved.remedy()).contains("nmi_watchdog");
        assertThat(starved.usable()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';',
            value = {"2;ENOENT;", "13;EACCES;perf_event_paranoid=1", "1;EPERM;perf_event_paranoid=1", "19;ENODEV;",
                    "16;EBUSY;nmi_watchdog", "38;ENOSYS;CONFIG_PERF_EVENTS", "24;EMFILE;ulimit -n", "22;EINVAL;",
                    "95;EOPNOTSUPP;", "5;errno 5;"})
    void everyRefusalHasReasonAndRemedy(int errno, String name, String remedy) {
        Countability c = probe(intel(), e -> new Trial(errno, 0, 0, 0)).probe("cycles");
        assertThat(c.verdict()).isEqualTo(Verdict.NO);
        assertThat(c.detail()).contains("(" + name + ")");
        assertThat(c.remedy()).contains(remedy == null ? "" : remedy);
    }

    @Test
    void distinguishesSandboxFromPermission() {
        MachineFixture m = intel().put("/proc/self/status", "CapEff:\t0\nSeccomp:\t2").put("/.dockerenv", "");
        Countability c = probe(m, e -> new Trial(Errno.EPERM, 0, 0, 0)).probe("page-faults");
        assertThat(c.detail()).contains("sandbox");
        assertThat(c.remedy()).contains("docker run --cap-add=PERFMON");
    }

    @Test
    void tracepointsOfTheKernelAreNotCountedInUserModeOnly() {
        MachineFixture user = MachineFixture.bare(root)
                .paranoid(2)
                .tracepoint("sched", "sched_switch", 316)
                .tracepoint("syscalls", "sys_enter_mmap", 9);
        Countability c = probe(user, e -> counted(1, 1)).probe("sched:sched_switch");
        assertThat(c.verdict()).isEqualTo(Verdict.NO);
        assertThat(c.detail()).contains("would read 0");
        assertThat(c.remedy()).contains("perf_event_paranoid=1");
        assertThat(probe(user, e -> counted(1, 1)).probe("syscalls:sys_enter_mmap").verdict())
                .isEqualTo(Verdict.COUNTS);
    }

    @Test
    void allCoreTypesAndAllPartsOfASumMustCount() {
        MachineFixture hybrid = MachineFixture.hybrid(root.resolve("h")).privileged();
        Countability c = probe(hybrid, e -> e.config() >>> 32 == 4 ? counted(1, 1) : new Trial(Errno.ENOENT, 0, 0, 0))
                .probe("cycles");
        assertThat(c.verdict()).isEqualTo(Verdict.NO);
        assertThat(c.detail()).contains("CPUs 0-15: counts").contains("CPUs 16-23: ").contains("ENOENT");
        assertThat(c.remedy()).isEqualTo("count one core type: cpu_core/cpu-cycles/");
        assertThat(probe(hybrid, e -> counted(1, 1)).probe("cycles").verdict()).isEqualTo(Verdict.COUNTS);
        assertThat(probe(hybrid, e -> e.type() == 4 ? counted(1, 1) : new Trial(Errno.ENOENT, 0, 0, 0)).probe("r143")
                .verdict()).isEqualTo(Verdict.COUNTS);
        MachineFixture haswell = MachineFixture.intel(root.resolve("s"), 0x3c).privileged();
        Countability sum = probe(haswell, e -> e.config() == 0x81d0 ? counted(1, 1) : new Trial(Errno.ENOENT, 0, 0, 0))
                .probe("L1D_ALL_REF");
        assertThat(sum.verdict()).isEqualTo(Verdict.NO);
    }

    @Test
    void doesNotOpenEventsWithoutPermission() {
        MachineFixture user = MachineFixture.virtualWithoutPmu(root).paranoid(2);
        Countability c = probe(user, e -> { throw new AssertionError("asked"); }).probe("context-switches");
        assertThat(c.verdict()).isEqualTo(Verdict.NO);
        assertThat(c.remedy()).contains("sysctl");
    }

    @Test
    void unknownNamesAreNotCountedWithNearestName() {
        KnownEvent e = new KnownEvent("x", KnownEvent.Kind.SYSFS, "cpu/no-such/", java.util.List.of(), "", "",
                java.util.List.of(), "");
        assertThat(probe(intel(), x -> counted(1, 1)).probe(e).verdict()).isEqualTo(Verdict.NO);
    }

    @Test
    void acceptedBreakpointThatReads0IsNotCounted() {
        KnownEvent breakpoint = new KnownEvent("mem:ADDRESS", KnownEvent.Kind.BREAKPOINT, "breakpoint",
                java.util.List.of(), "", "", java.util.List.of(), "");
        assertThat(probe(intel(), e -> counted(1, 1)).probe(breakpoint).verdict()).isEqualTo(Verdict.COUNTS);
        Countability silent = probe(intel(), e -> counted(0, 90_000)).probe(breakpoint);
        assertThat(silent.verdict()).isEqualTo(Verdict.NO);
        assertThat(silent.detail()).contains("never counts");
    }

    /** Tests with this machine's kernel. */
    @Test
    @Tag("machine")
    void thisMachineCountsItsSoftwareEventsAndABreakpoint() {
        NativeApi api;
        try {
            api = NativeApi.load();
        } catch (LinkageError e) {
            assumeTrue(false, "no native binding on this platform: " + e.getMessage());
            return;
        }
        int least = api.tryOpen(PerfProbe.USER_TASK_CLOCK);
        assumeTrue(least == 0, "perf_event_open is refused here with errno " + least);
        var machine = runbench.sampler.events.machine.Machine
                .read(runbench.sampler.events.machine.SystemFiles.THIS_MACHINE);
        EventProbe probe = new EventProbe(machine, new EventResolver(machine, () -> NameEncoder.NONE), api);
        assertThat(probe.probe("page-faults").verdict()).isEqualTo(Verdict.COUNTS);
        assertThat(probe.probe("task-clock").verdict()).isEqualTo(Verdict.COUNTS);
        assertThat(probe.probe("alignment-faults").verdict()).isEqualTo(Verdict.READY);
        KnownEvent breakpoint = new KnownEvents(machine, VendorEvents.NONE, NameEncoder.NONE).list()
                .stream()
                .filter(e -> e.kind() == KnownEvent.Kind.BREAKPOINT)
                .findFirst()
                .orElseThrow();
        Countability watched = probe.probe(breakpoint);
        assumeTrue(watched.verdict() != Verdict.NO, "no debug registers here: " + watched.detail());
        assertThat(watched.verdict()).isEqualTo(Verdict.COUNTS);
    }
}
