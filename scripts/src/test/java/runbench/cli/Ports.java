package runbench.cli;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

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
        for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20); System.nanoTime() < end; Thread.sleep(20)) {
            if (listens(port) == listening) {
                return;
            }
        }
        throw new AssertionError(listening ? "no reflector at port " + port : "the reflector at port " + port + " runs on");
    }

    private static boolean listens(int port) throws IOException {
        try (DatagramSocket socket = new DatagramSocket(null)) {
            socket.setReuseAddress(false);
            socket.bind(new InetSocketAddress(port));
            return false;
        } catch (BindException taken) {
            return true;
        }
    }
}
