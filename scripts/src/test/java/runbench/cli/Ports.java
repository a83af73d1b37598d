package runbench.cli;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** UDP ports of this machine's loopback, for reflectors of a test's own. */
final class Ports {
    private Ports() {
    }

    static List<Integer> free(int count) throws IOException {
        List<DatagramSocket> sockets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sockets.add(new DatagramSocket(0, InetAddress.getLoopbackAddress()));
        }
        List<Integer> ports = sockets.stream().map(DatagramSocket::getLocalPort).toList();
        sockets.forEach(DatagramSocket::close);
        return ports;
    }

    /** Waits until a reflector listens there, on all interfaces, or until none does. */
    static void await(int port, boolean listening) throws Exception {
        for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60); System.nanoTime() < end; Thread.sleep(20)) {
            if (listens(port) == listening) {
                return;
            }
        }
        throw new AssertionError(listening ? "no reflector at port " + port : "the reflector at port " + port + " runs on");
    }

    /** Looked up, not tried: whoever binds it to see whether it is free takes it from the reflector that is just about to. */
    private static boolean listens(int port) throws IOException {
        Pattern local = Pattern.compile("^ *\\d+: \\p{XDigit}+:%04X ".formatted(port));
        for (String table : List.of("/proc/net/udp", "/proc/net/udp6")) {
            if (Files.exists(Path.of(table)) && Files.readAllLines(Path.of(table)).stream().anyMatch(line -> local.matcher(line).find())) {
                return true;
            }
        }
        return false;
    }
}
