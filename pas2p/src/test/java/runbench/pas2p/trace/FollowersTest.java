package runbench.pas2p.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.pas2p.synthetic.PlantedTrace;

/** Checks that cursors that follow another cursor find the same events, at any distance. */
@Tag("beside")
class FollowersTest {
    @TempDir
    Path directory;
    private MpiTrace trace;

    @BeforeEach
    void plant() throws IOException {
        PlantedTrace.write(new PlantedTrace.Plan(4, 60_000, 5, 3), directory);
        trace = MpiTrace.open(directory);
    }

    /** Checks different lags, so that blocks are released and filled again while others are still held. */
    @Test
    void followersReadTheEventsOfTheFirstCursor() {
        int[] lags = {1, 700, 5000};
        try (EventCursor leader = trace.cursor(1)) {
            Followers[] followers = new Followers[lags.length];
            EventCursor[] alone = new EventCursor[lags.length];
            for (int f = 0; f < lags.length; f++) {
                followers[f] = new Followers(trace.locations());
                alone[f] = trace.cursor(1);
            }
            long compared = 0;
            for (int n = 0; leader.advance(); n++) {
                for (int f = 0; f < lags.length; f++) {
                    followers[f].track(1, leader);
                    if (n >= lags[f]) {
                        compared += same(followers[f].cursor(1), alone[f]);
                    }
                }
            }
            assertThat(compared).isEqualTo(3 * trace.eventsOf(1) - 5701);
            for (EventCursor cursor : alone) {
                cursor.close();
            }
        }
    }

    private static int same(EventCursor follower, EventCursor alone) {
        assertThat(follower.advance()).isTrue();
        assertThat(alone.advance()).isTrue();
        assertThat(follower.kind()).isEqualTo(alone.kind());
        assertThat(follower.peer()).isEqualTo(alone.peer());
        assertThat(follower.bytes()).isEqualTo(alone.bytes());
        assertThat(follower.startNanos()).isEqualTo(alone.startNanos());
        assertThat(follower.number()).isEqualTo(alone.number());
        return 1;
    }

    @Test
    void laterFollowerStartsAtItsEvent() {
        try (EventCursor leader = trace.cursor(0)) {
            for (int i = 0; i < 3000; i++) {
                leader.advance();
            }
            try (EventCursor follower = leader.follower()) {
                follower.advance();
                assertThat(follower.startNanos()).isEqualTo(leader.startNanos());
                assertThat(follower.number()).isEqualTo(leader.number());
            }
        }
    }

    @Test
    void abandonedFollowerDoesNotHoldBlocks() {
        Followers followers = new Followers(trace.locations());
        try (EventCursor leader = trace.cursor(0)) {
            leader.advance();
            followers.track(0, leader);
            followers.abandon();
            while (leader.advance()) {
                followers.track(0, leader);
            }
        }
        assertThat(followers.cursor(0)).isNull();
    }
}
