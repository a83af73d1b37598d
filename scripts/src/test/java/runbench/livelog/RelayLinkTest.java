package runbench.livelog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import runbench.sync.window.Node;

/** With shell scripts in the part of relays. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RelayLinkTest {
    @TempDir
    private Path dir;

    private final CompletableFuture<Throwable> failed = new CompletableFuture<>();

    private final class Told implements RelayLink.Listener {
        @Override
        public void frontier(String node, long clockNanos) {
            throw new IllegalStateException("defect");
        }

        @Override
        public void ended(String node, ServerEnd end) {
            // Not of interest.
        }

        @Override
        public void broke(String node, String why) {
            // Not of interest.
        }

        @Override
        public void connected(String node, long realtimeMinusClockNanos) {
            throw new IllegalStateException("defect");
        }

        @Override
        public void problem(String node, String what) {
            // Not of interest.
        }

        @Override
        public void storeFailed(IOException why) {
            failed.complete(why);
        }

        @Override
        public void failed(String node, Throwable why) {
            failed.complete(why);
        }
    }

    private RelayLink link(String script) throws IOException {
        Path relay = Files.writeString(dir.resolve("relay"), "#!/bin/bash\ntrap '' TERM\necho $$ > '" + dir.resolve("pid") + "'\n" + script
                + "\nexec sleep 1000\n");
        Files.setPosixFilePermissions(relay, PosixFilePermissions.fromString("rwxr-xr-x"));
        Node node = Node.parse("--nodes", "n1", Node.DEFAULT_PORT);
        LogRequest request = new LogRequest(List.of(node), null, dir.toString(), dir.toString(), true, 0, 0, 0, dir.toString(), List.of("true"));
        return new RelayLink(node, new RelayCommands(request, "id", relay.toString()), new NodeFiles(dir.resolve("files"),
                (file, bytes, from, length) -> { }), new Told());
    }

    private void assertRelayGone() throws IOException {
        long pid = Long.parseLong(Files.readString(dir.resolve("pid")).strip());
        ProcessHandle.of(pid).ifPresent(p -> p.onExit().join());
    }

    @Test
    void whatSendsNoFramesIsEndedAlsoWhereItIgnoresTheSignal() throws Exception {
        RelayLink link = link("printf 'these are no frames of a relay at all, whatever one reads into them\\n'");
        link.start(false);
        assertThat(link.awaitReady(30_000)).startsWith("n1: ");
        assertRelayGone();
    }
}
