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
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.parser.RunbenchException;

/** The schedule alone, in a world whose time passes at once. */
class KeeperTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_800_000_000L * SECOND;

    /** Windows of one second, each good for so many. */
    private static final class World implements Keeper.World {
        private long now = START;
        private final long valid;
        private final List<Double> begun = new ArrayList<>();
        private final List<String> late = new ArrayList<>();

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
        public long window() {
            begun.add((now - START) / 1e9);
            now += SECOND;
            return valid;
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
        return new Keeper(permission, world).run(START + seconds * SECOND, SECOND);
    }

    @Test
    void eachWindowEndsBeforeThePredictionIsTooOld() throws IOException {
        World world = new World(10);
        assertThat(run(Permission.ALWAYS, world, 45)).isEqualTo(new Keeper.Outcome(5, 0, 0));
        assertThat(world.begun).as("one second for itself, nine of the ten").containsExactly(0.0, 10.0, 20.0, 30.0, 40.0);
        assertThat(world.late).isEmpty();
    }

    @Test
    void aGapIsUsedEarlyWhereTheNextOneWouldBeTooLate() throws IOException {
        World world = new World(10);
        Keeper.Outcome outcome = run(gaps(0, 2, 5, 7, 13, 15, 22, 23.5), world, 30);
        // Due at 10: the gap at 5 is the last before; then due at 15.9; 13 is the last; then due 24: 22 is.
        assertThat(world.begun).containsExactly(0.0, 5.9, 13.9, 22.4);
        assertThat(outcome).isEqualTo(new Keeper.Outcome(4, 0, 0));
    }

    @Test
    void outsideOfGapsItSaysFromWhenPredictionsMayBeTooBad() throws IOException {
        World world = new World(10);
        Keeper.Outcome outcome = run(gaps(0, 2, 14, 16), world, 40);
        assertThat(world.begun).containsExactly(0.0, 14.0);
        assertThat(world.late).as("said beforehand, with the next gap; then nobody knows of any").containsExactly("10.0 14.0", "24.0 ?");
        assertThat(outcome).isEqualTo(new Keeper.Outcome(2, 2, 4 * SECOND + 16 * SECOND));
    }

    @Test
    void aLongGapIsLeftWithAFreshWindowButNotWithTwo() throws IOException {
        World world = new World(10);
        run(gaps(0, 18, 60, 70), world, 50);
        assertThat(world.begun).as("due at 10 and at 20: the gap's end is 18").containsExactly(0.0, 10.0, 16.9);
        World again = new World(10);
        run(gaps(0, 12.5, 60, 70), again, 50);
        assertThat(again.begun).as("11.4 would gain half a second").containsExactly(0.0, 10.0);
    }

    @Test
    void theFirstWindowWaitsForAGapToo() throws IOException {
        World world = new World(100);
        assertThat(run(gaps(3, 5), world, 40)).isEqualTo(new Keeper.Outcome(1, 0, 0));
        assertThat(world.begun).containsExactly(3.0);
    }

    @Test
    void aCommandIsAskedFromShortlyBeforeAWindowIsDue() throws IOException {
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
        assertThat(outcome.late()).isEqualTo(1);
        assertThatThrownBy(() -> AskCommand.of("no-such-command-here").ask(0, 0, 0, 1)).isInstanceOf(RunbenchException.class);
        assertThat(AskCommand.of("exit 0").ask(5, 5, 0, 1)).isEqualTo(Permission.Answer.go(5));
        assertThat(AskCommand.of("exit 1").ask(5, 5, 0, 1).kind()).isEqualTo(Permission.Kind.ASK_AGAIN);
    }

    @Test
    void aLineAWindowUntilTheInputEnds() throws IOException, InterruptedException {
        World world = new World(10);
        OnDemand demand = OnDemand.of(new BufferedReader(new StringReader("now\n\nagain\n")));
        Keeper.Outcome outcome = run(demand, world, 1_000_000);
        assertThat(world.begun).hasSize(3);
        assertThat(outcome).isEqualTo(new Keeper.Outcome(3, 0, 0));
    }

    @Test
    void gapsAreReadAsPeopleWriteThem(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("gaps.txt");
        Files.writeString(file, "# between steps\n2027-01-15T08:00:00Z 2027-01-15T08:01:00Z\n\n90 2m # early\n2027-01-15T09:00:00+01:00 +70\n1h +30\n100 110\n");
        List<Gaps.Gap> gaps = Gaps.read(file, START, text -> Math.round(Double.parseDouble(text.replaceAll("[mh]", "")) * SECOND
                * (text.endsWith("m") ? 60 : text.endsWith("h") ? 3600 : 1))).all();
        assertThat(gaps).as("8:00 UTC is 9:00 in Rome; 100 to 110 lies within 90 to 120").containsExactly(
                new Gaps.Gap(START, START + 70 * SECOND), new Gaps.Gap(START + 90 * SECOND, START + 120 * SECOND),
                new Gaps.Gap(START + 3600 * SECOND, START + 3630 * SECOND));
        for (String wrong : Arrays.asList("5", "5 4", "x y", "2027-13-01T00:00:00Z +5", "5 6 7", "")) {
            Files.writeString(file, "1 2\n" + wrong + (wrong.isEmpty() ? "" : "\n"));
            if (wrong.isEmpty()) {
                Files.writeString(file, "# none\n");
            }
            assertThatThrownBy(() -> Gaps.read(file, START, text -> (long) (Double.parseDouble(text) * SECOND))).as(wrong)
                    .isInstanceOf(RunbenchException.class).hasMessageContaining(wrong.isEmpty() ? "holds no gap" : "line 2");
        }
        assertThatThrownBy(() -> gaps(0, 1).needRoom(SECOND)).isInstanceOf(RunbenchException.class).hasMessageContaining("room");
    }
}
