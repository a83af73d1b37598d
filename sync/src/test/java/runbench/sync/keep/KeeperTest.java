package runbench.sync.keep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.sync.keep.Permission.AskCommand;
import runbench.sync.keep.Permission.OnDemand;

/** Tests the schedule in a simulated world without real time. */
class KeeperTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_800_000_000L * SECOND;

    /** A world with windows of one second, each valid for the given duration. */
    private static final class World implements Keeper.World {
        private long now = START;
        private final long valid;
        private final List<Double> begun = new ArrayList<>();
        private final List<String> late = new ArrayList<>();
        /** Seconds in which the second node is away, and windows before which a prediction was too wrong. */
        private double awayFrom = Double.MAX_VALUE;
        private double awayUntil;
        private final Set<Integer> missed = new HashSet<>();

        World(double validSeconds) {
            valid = (long) (validSeconds * SECOND);
        }

        @Override
        public long now() {
            return now;
        }

        @Override
        public void sleepUntil(long at) {
            now = Math.max(now, at);
        }

        @Override
        public Map<String, Keeper.Found> window() {
            double at = (now - START) / 1e9;
            Map<String, Keeper.Found> found = new HashMap<>();
            found.put("a", new Keeper.Found(valid, missed.contains(begun.size())));
            if (at < awayFrom || at >= awayUntil) {
                found.put("b", new Keeper.Found(valid, false));
            }
            begun.add(at);
            now += SECOND;
            return found;
        }

        @Override
        public void late(long due, long next) {
            late.add((due - START) / 1e9 + " " + (next == Long.MAX_VALUE ? "?" : "" + (next - START) / 1e9));
        }
    }

    private static Gaps gaps(double... seconds) {
        List<Gaps.Gap> gaps = new ArrayList<>();
        for (int i = 0; i < seconds.length; i += 2) {
            gaps.add(new Gaps.Gap(START + (long) (seconds[i] * SECOND), START + (long) (seconds[i + 1] * SECOND)));
        }
        return new Gaps(gaps);
    }

    private static Keeper.Outcome run(Permission permission, World world, int seconds) throws IOException {
        return new Keeper(permission, world, List.of("a", "b")).run(START + seconds * SECOND, SECOND);
    }

    private static Keeper.Outcome kept(int windows, int late, long nanos) {
        Keeper.Late each = new Keeper.Late(late, nanos);
        return new Keeper.Outcome(windows, Map.of("a", each, "b", each));
    }

    @Test
    void endsEachWindowBeforeThePredictionExpires() throws IOException {
        World world = new World(10);
        assertThat(run(Permission.ALWAYS, world, 45)).isEqualTo(kept(6, 0, 0));
        assertThat(world.begun).as("one second for itself, nine of the ten, and one that ends with the run")
                .containsExactly(0.0, 10.0, 20.0, 30.0, 40.0, 44.0);
        assertThat(world.late).isEmpty();
    }

    @Test
    void usesAGapEarlyIfTheNextOneIsTooLate() throws IOException {
        World world = new World(10);
        Keeper.Outcome outcome = run(gaps(0, 2, 5, 7, 13, 15, 22, 23.5), world, 30);
        // Due at 10: the gap at 5 is the last before; then due at 15.9: 13 is the last; then due at 24: 22 is the
        // last.
        assertThat(world.begun).containsExactly(0.0, 5.9, 13.9, 22.4);
        assertThat(outcome).isEqualTo(kept(4, 0, 0));
    }

    @Test
    void reportsExpiredPredictionsOutsideGaps() throws IOException {
        World world = new World(10);
        Keeper.Outcome outcome = run(gaps(0, 2, 14, 16), world, 40);
        assertThat(world.begun).containsExactly(0.0, 14.0);
        assertThat(world.late).as("reported beforehand, with the next gap; then there is none")
                .containsExactly("10.0 14.0", "24.0 ?");
        assertThat(outcome).isEqualTo(kept(2, 2, 4 * SECOND + 16 * SECOND));
    }

    @Test
    void endsALongGapWithOneFreshWindow() throws IOException {
        World world = new World(10);
        run(gaps(0, 18, 60, 70), world, 50);
        assertThat(world.begun).as("due at 10 and at 20: the gap's end is 18").containsExactly(0.0, 10.0, 16.9);
        World again = new World(10);
        run(gaps(0, 12.5, 60, 70), again, 50);
        assertThat(again.begun).as("11.4 would gain half a second").containsExactly(0.0, 10.0);
    }

    @Test
    void delaysTheFirstWindowUntilAGap() throws IOException {
        World world = new World(100);
        assertThat(run(gaps(3, 5), world, 40)).isEqualTo(kept(1, 0, 0));
        assertThat(world.begun).containsExactly(3.0);
    }

    @Test
    void runsTheCommandFromShortlyBeforeAWindowIsDue() throws IOException {
        World world = new World(10);
        List<Double> asked = new ArrayList<>();
        AskCommand command = new AskCommand(() -> {
            asked.add((world.now - START) / 1e9);
            return world.now == START || world.now >= START + 13 * SECOND;
        });
        Keeper.Outcome outcome = run(command, world, 20);
        assertThat(asked.get(1)).as("from 8/10 of the time").isEqualTo(8.2);
        assertThat(world.begun.subList(0, 2)).containsExactly(0.0, 13.2);
        assertThat(world.late).containsExactly("10.0 ?");
        assertThat(outcome.nodes().get("a").intervals()).isEqualTo(1);
        assertThatThrownBy(() -> AskCommand.of("no-such-command-here").ask(0, 0, 0, 1))
                .isInstanceOf(RunbenchException.class);
        assertThat(AskCommand.of("exit 0").ask(5, 5, 0, 1)).isEqualTo(Permission.Answer.go(5));
        assertThat(AskCommand.of("exit 1").ask(5, 5, 0, 1).kind()).isEqualTo(Permission.Kind.ASK_AGAIN);
    }

    @Test
    void permitsOneWindowPerLineUntilTheEndOfInput() throws IOException, InterruptedException {
        World world = new World(10);
        OnDemand demand = OnDemand.of(new BufferedReader(new StringReader("now\n\nagain\n")));
        Keeper.Outcome outcome = run(demand, world, 1_000_000);
        assertThat(world.begun).hasSize(3);
        assertThat(outcome).isEqualTo(kept(3, 0, 0));
    }

    /** The node's own prediction ages while the others' windows continue. It is retried at intervals. */
    @Test
    void countsALateNodeSeparately() throws IOException {
        World world = new World(40);
        world.awayFrom = 50;
        world.awayUntil = 125;
        Keeper.Outcome outcome = run(Permission.ALWAYS, world, 200);
        assertThat(world.begun).as("every 40 s, while a node is away every 30 s")
                .containsExactly(0.0, 40.0, 80.0, 111.0, 142.0, 182.0, 199.0);
        assertThat(outcome.nodes().get("a")).isEqualTo(new Keeper.Late(0, 0));
        assertThat(outcome.nodes().get("b")).as("it was due at 80").isEqualTo(new Keeper.Late(1, 62 * SECOND));
        World gone = new World(40);
        gone.awayFrom = 0;
        gone.awayUntil = 1000;
        assertThat(run(Permission.ALWAYS, gone, 100).nodes().get("b")).as("never known")
                .isEqualTo(new Keeper.Late(1, 99 * SECOND));
    }

    /** A prediction that a window finds to be wrong counts, independently of the schedule. */
    @Test
    void countsAWrongPrediction() throws IOException {
        World world = new World(10);
        world.missed.add(2);
        Keeper.Outcome outcome = run(Permission.ALWAYS, world, 45);
        assertThat(outcome.nodes().get("a")).as("from 11 to 20").isEqualTo(new Keeper.Late(1, 9 * SECOND));
        assertThat(outcome.nodes().get("b").intervals()).isZero();
    }

    /**
     * The last window ends with the run, or earlier if the network is not free then. It is omitted just after another
     * one.
     */
    @Test
    void endsTheRunWithAWindow() throws IOException {
        World world = new World(1000);
        run(Permission.ALWAYS, world, 100);
        assertThat(world.begun).containsExactly(0.0, 99.0);
        World gaps = new World(1000);
        run(gaps(0, 2, 80, 85, 120, 130), gaps, 100);
        assertThat(gaps.begun).containsExactly(0.0, 83.9);
        World shortRun = new World(1000);
        run(Permission.ALWAYS, shortRun, 2);
        assertThat(shortRun.begun).as("no room for a second one").containsExactly(0.0);
    }

    @Test
    void parsesGapsOfAllForms(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("gaps.txt");
        Files.writeString(file, "# between steps\n2027-01-15T08:00:00Z 2027-01-15T08:01:00Z\n\n90 2m # "
                + "early\n2027-01-15T09:00:00+01:00 +70\n1h +30\n100 110\n");
        List<Gaps.Gap> gaps = Gaps.read(file, START, text -> Math.round(Double.parseDouble(text.replaceAll("[mh]", ""))
                * SECOND * (text.endsWith("m") ? 60 : text.endsWith("h") ? 3600 : 1))).all();
        assertThat(gaps).as("8:00 UTC is 9:00 in Rome; 100 to 110 is within 90 to 120")
                .containsExactly(new Gaps.Gap(START, START + 70 * SECOND),
                        new Gaps.Gap(START + 90 * SECOND, START + 120 * SECOND),
                        new Gaps.Gap(START + 3600 * SECOND, START + 3630 * SECOND));
        for (String wrong : Arrays.asList("5", "5 4", "x y", "2027-13-01T00:00:00Z +5", "5 6 7", "")) {
            Files.writeString(file, "1 2\n" + wrong + (wrong.isEmpty() ? "" : "\n"));
            if (wrong.isEmpty()) {
                Files.writeString(file, "# none\n");
            }
            assertThatThrownBy(() -> Gaps.read(file, START, text -> (long) (Double.parseDouble(text) * SECOND)))
                    .as(wrong)
                    .isInstanceOf(RunbenchException.class)
                    .hasMessageContaining(wrong.isEmpty() ? "holds no gap" : "line 2");
        }
        assertThatThrownBy(() -> gaps(0, 1).requireRoom(SECOND)).isInstanceOf(RunbenchException.class)
                .hasMessageContaining("room");
    }
}
