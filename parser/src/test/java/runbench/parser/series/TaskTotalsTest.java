package runbench.parser.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.parser.record.Kind;
import runbench.parser.record.Kind.Flag;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingWriter;

/** The totals of running, ready and waiting time are the sums of the lines of the tasks, for random programs. */
class TaskTotalsTest {
    private static final String METADATA = """
            {"format":"runbench recording","version":1,"mode":"kernel","period_ns":1000000,"axis":"run_time",
             "switches":true,
             "groups":[{"group":0,"events":[0]}],"events":[{"name":"page-faults","unit":"faults","source":"software",
             "type":1,"config":2,"group":0,"value":0,"status":"counted"}],"command":["x"],"run":{}}""";
    private static final int PROGRAMS = 60;
    private static final long LONGEST_STAY = 5_000_000;
    /** The lines are doubles, in s; times are in ns. */
    private static final double ROUNDING_S = 1e-9;

    @TempDir
    private Path folder;

    private record Event(long wall, Consumer<RecordingWriter> write) {}

    /** A random program, with its times as they are recorded. */
    private static final class Program {
        final List<Event> events = new ArrayList<>();
        final List<Long> lives = new ArrayList<>();
        final SplittableRandom random;
        /** Running time between the records of switches, in which counters are loaded, and in starts and ends, ns. */
        long ran;
        long loaded;
        long ends;
        long end;

        Program(SplittableRandom random) {
            this.random = random;
            int tasks = 1 + random.nextInt(7);
            for (int t = 0; t < tasks; t++) {
                task(t, t == 0 ? 0 : 1 + random.nextLong(3 * LONGEST_STAY));
            }
        }

        private void task(int task, long start) {
            int tid = 100 + task;
            long at = start;
            events.add(new Event(at, w -> w.task(task, tid, tid, task == 0 ? Kind.ALL_TASKS : 0, start)));
            boolean isRunning = task == 0;
            if (isRunning) {
                events.add(new Event(at, w -> w.comm(task, tid, "x", start)));
            }
            int stays = 6 + 2 * random.nextInt(15);
            long own = 0;
            int switches = 0;
            for (int s = 0; s < stays || isRunning; s++) {
                long stay = 100_000 + random.nextLong(LONGEST_STAY);
                at += stay;
                own += isRunning ? stay : 0;
                switches += isRunning ? 1 : 0;
                boolean waits = random.nextInt(3) > 0 || s < 4; // each task waits longer than its start and end take
                int flags = !isRunning ? 0 : waits ? Flag.SWITCH_OUT : Flag.SWITCH_OUT | Flag.PREEMPTED;
                long wall = at;
                events.add(new Event(at, w -> w.counts(Kind.SWITCH, flags, 0, task, tid, 0, wall, 0, 0, 0, 0)));
                isRunning = !isRunning;
            }
            long loading = switches * random.nextLong(1000);
            long clock = own + loading;
            long exit = at;
            events.add(new Event(at, w -> w.close(0, task, tid, 0, exit, clock, clock, 0).exit(task, tid, exit)));
            ran += own;
            loaded += loading;
            ends += random.nextLong(20_000);
            lives.add(at - start);
            end = Math.max(end, at);
        }

        /** @param outside CPU time before the first record and after the last one, ns */
        Periods write(Path file, long outside) {
            events.sort(Comparator.comparingLong(Event::wall));
            try (RecordingWriter w = new RecordingWriter(file, 1, METADATA)) {
                events.forEach(e -> e.write.accept(w));
                w.end("{\"wall_ns\":%d,\"user_ns\":%d,\"system_ns\":%d}".formatted(end + outside, ran,
                        loaded + ends + outside));
            }
            return Periods.of(Recording.open(file));
        }
    }

    @Test
    void totalsAreTheSumsOfTheLinesAndOfTheNamedRest() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < PROGRAMS; i++) {
            Program program = new Program(random.split());
            long outside = random.nextLong(1_000_000);
            Periods periods = program.write(folder.resolve(i + ".rec"), outside);
            List<Scheduling.TaskTimes> lines = periods.scheduling().orElseThrow();
            OffCpu off = periods.offCpu().orElseThrow();
            double onCpu = lines.stream().mapToDouble(Scheduling.TaskTimes::onCpuS).sum();
            assertThat(lines).as("program %d", i).hasSameSizeAs(program.lives).allSatisfy(t -> {
                assertThat(t.onCpuS()).isPositive();
                assertThat(t.readyS()).isNotNegative();
                assertThat(t.waitingS()).isNotNegative();
                assertThat(t.onCpuS() + t.readyS() + t.waitingS()).isCloseTo(program.lives.get(t.task()) / 1e9,
                        within(ROUNDING_S));
            });
            assertThat(off.tasks().onCpuS()).isCloseTo(onCpu, within(ROUNDING_S));
            assertThat(off.tasks().readyS()).isCloseTo(lines.stream().mapToDouble(Scheduling.TaskTimes::readyS).sum(),
                    within(ROUNDING_S));
            assertThat(off.tasks().waitingS())
                    .isCloseTo(lines.stream().mapToDouble(Scheduling.TaskTimes::waitingS).sum(), within(ROUNDING_S));
            assertThat(off.onCpuS() + off.readyS() + off.waitingS()).isCloseTo(program.end / 1e9, within(ROUNDING_S));
            assertThat(off.onCpuS()).isLessThanOrEqualTo(onCpu + ROUNDING_S);
            double kernel = (program.ran + program.loaded + program.ends + outside) / 1e9;
            assertThat(kernel - onCpu).as("CPU time before the first record and after the last one, of program %d", i)
                    .isCloseTo(outside / 1e9, within(ROUNDING_S));
        }
    }
}
