package runbench.livelog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.livelog.display.NodeState;
import runbench.sync.window.Node;

/** The connection to one relay. */
@Tag("scenario")
@Tag("beside")
class RelayLinkTest {
    @TempDir
    private Path dir;

    /** Checks a relay that answers without frames and stays connected. A log ends its links in the same way. */
    @Test
    void aRelayThatSendsNoFrameIsNotReadyAndIsEnded() throws Exception {
        Path begun = dir.resolve("begun");
        Path relay = Files.writeString(dir.resolve("relay"),
                "#!/bin/sh\ni=0; while [ $i -lt 10 ]; do echo no frame, but words; i=$((i+1)); done; touch " + begun
                        + "; exec sleep 1000\n");
        Files.setPosixFilePermissions(relay, PosixFilePermissions.fromString("rwxr-xr-x"));
        LogRequest request = new LogRequest(List.of(Node.parse("a", Node.DEFAULT_PORT)), null, dir.toString(),
                dir.toString(), false, 100_000, 1_000_000_000L, 1_000_000_000L, dir.toString(), List.of("true"));
        Path folder = Files.createDirectory(dir.resolve("a"));
        try (NodeFiles files = new NodeFiles("a", folder, events -> {}, problem -> {})) {
            RelayLink link = new RelayLink(request.nodes().get(0),
                    new RelayLink.Commands(request, "0", relay.toString()), files, new Silent());
            link.start(false);
            Awaitility.await("words of the relay").atMost(60, TimeUnit.SECONDS).until(() -> Files.exists(begun));
            assertThat(link.awaitReady(200)).startsWith("a: its relay was not ready within ");
            ProcessHandle process = ProcessHandle.of(link.pid()).orElseThrow();
            link.detach();
            link.awaitGone(100);
            Awaitility.await("end of the relay's process").atMost(5, TimeUnit.SECONDS).until(() -> !process.isAlive());
        }
    }

    /** Accepts the reports of a link that never becomes ready. */
    private static final class Silent implements RelayLink.Listener {
        @Override
        public void frontier(String node, long clockNanos) {
            throw new AssertionError("a frontier without a frame");
        }

        @Override
        public void ended(String node, ServerEnd end) {
            throw new AssertionError("an end without a frame");
        }

        @Override
        public void disconnected(String node, String why) {
            // Follows from the end of the process.
        }

        @Override
        public void connected(String node, long realtimeMinusClockNanos) {
            throw new AssertionError("a connection without a frame");
        }

        @Override
        public void state(String node, NodeState state) {
            throw new AssertionError("a state without a frame");
        }

        @Override
        public void problem(String node, String problem) {
            // Words may be reported.
        }

        @Override
        public void failed(String node, Throwable why) {
            throw new AssertionError(why);
        }

        @Override
        public void storeFailed(IOException why) {
            throw new AssertionError(why);
        }
    }
}
