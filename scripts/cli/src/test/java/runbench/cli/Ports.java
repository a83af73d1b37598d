package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** UDP ports of this machine's loopback device for reflectors of a test. */
final class Ports {
    private static final int FIRST = 10_000;

    private Ports() {
    }

    /**
     * Returns ports below the range from which the system assigns ports on request. No other program is therefore
     * assigned one of them before the reflector starts.
     */
    static List<Integer> free(int count) throws IOException {
        Path range = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
        int given = Files.exists(range) ? Integer.parseInt(Files.readString(range).strip().split("\\s+")[0]) : 32768;
        int end = given < 2 * FIRST ? 65536 : given;
        List<DatagramSocket> sockets = new ArrayList<>();
        try {
            while (sockets.size() < count) {
                try {
                    sockets.add(new DatagramSocket(ThreadLocalRandom.current().nextInt(FIRST, end)));
                } catch (BindException taken) {
                    // Tries another port.
                }
            }
            return sockets.stream().map(DatagramSocket::getLocalPort).toList();
        } finally {
            sockets.forEach(DatagramSocket::close);
        }
    }

    /**
     * Waits until a reflector that this run started listens on the port.
     *
     * @param output the output of the run, for the message if the run ends before
     */
    static void await(int port, Process run, Path output) {
        Awaitility.await("reflector at port " + port).atMost(60, TimeUnit.SECONDS).until(() -> {
            boolean ended = !run.isAlive();
            if (listens(port)) {
                return true;
            }
            assertThat(ended).as(() -> "no reflector at port " + port + ": " + contentOf(output.toFile())).isFalse();
            return false;
        });
    }

    /** Waits until no reflector listens on the port any more, on any interface. */
    static void awaitNone(int port) {
        Awaitility.await("end of the reflector at port " + port)
                .atMost(60, TimeUnit.SECONDS)
                .until(() -> !listens(port));
    }

    /**
     * Returns whether a reflector listens on the port. The method reads the system's table; a trial bind would take the
     * port from a reflector that is about to start.
     */
    private static boolean listens(int port) throws IOException {
        Pattern local = Pattern.compile("^ *\\d+: \\p{XDigit}+:%04X ".formatted(port));
        for (String table : List.of("/proc/net/udp", "/proc/net/udp6")) {
            if (Files.exists(Path.of(table))
                    && Files.readAllLines(Path.of(table)).stream().anyMatch(line -> local.matcher(line).find())) {
                return true;
            }
        }
        return false;
    }
}
