package runbench.sync.service;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import runbench.base.error.RunbenchException;

/**
 * Artificial traffic on the path to a server: full UDP frames to a port that needs no listener. It runs only on
 * loopback or inside a network namespace without an outside connection, where it disturbs no other host.
 */
public final class Traffic implements AutoCloseable {
    private static final int PAYLOAD = 1472;
    private static final int FRAME_BITS = 1538 * 8;
    private static final int DISCARD_PORT = 9;
    private static final long PACE_NANOS = 500_000;

    private final DatagramSocket socket;
    private final Thread thread;
    private final long begin = System.nanoTime();
    private volatile boolean ending;
    private final AtomicLong sent = new AtomicLong();

    private Traffic(DatagramSocket socket, double megabits) {
        this.socket = socket;
        thread = new Thread(() -> send(megabits * 1e6 / FRAME_BITS * 1e-9), "traffic");
        thread.setDaemon(true);
    }

    /**
     * Starts the traffic.
     *
     * @param text {@code HOST[:PORT],MBIT_PER_S}
     * @throws RunbenchException if the text has another form, or the network is shared
     */
    public static Traffic start(String text) throws IOException {
        int comma = text.lastIndexOf(',');
        double megabits;
        try {
            megabits = Double.parseDouble(text.substring(comma + 1));
        } catch (NumberFormatException e) {
            megabits = Double.NaN;
        }
        if (comma < 1 || !(megabits > 0 && megabits <= 10_000)) {
            throw RunbenchException.badInput("--udp-load " + text + ": not HOST[:PORT],MBIT_PER_S")
                    .remedy("For example: --udp-load 10.79.0.1,80");
        }
        String[] to = text.substring(0, comma).split(":", 2);
        InetAddress address = InetAddress.getByName(to[0]);
        if (!address.isLoopbackAddress() && !ownNetwork()) {
            throw RunbenchException.badInput("--udp-load " + text + ": the network is shared with other hosts")
                    .remedy("Only on loopback or in a network namespace: ip netns exec NAME runbench sync bench ...");
        }
        DatagramSocket socket = new DatagramSocket();
        try {
            socket.connect(address, to.length > 1 ? Integer.parseInt(to[1]) : DISCARD_PORT);
        } catch (IllegalArgumentException e) {
            socket.close();
            throw RunbenchException.badInput("--udp-load " + text + ": '" + to[1] + "' is not a port").causedBy(e);
        }
        Traffic traffic = new Traffic(socket, megabits);
        traffic.thread.start();
        return traffic;
    }

    /**
     * Returns whether this network has no outside connection: no hardware device, no default route. An unknown state
     * counts as connected.
     */
    private static boolean ownNetwork() {
        try (DirectoryStream<Path> interfaces = Files.newDirectoryStream(Path.of("/sys/class/net"))) {
            for (Path one : interfaces) {
                if (Files.exists(one.resolve("device"))) {
                    return false;
                }
            }
            return Files.readAllLines(Path.of("/proc/self/net/route"))
                    .stream()
                    .skip(1)
                    .noneMatch(l -> l.split("\\s+")[1].equals("00000000"));
        } catch (IOException unknown) {
            return false;
        }
    }

    private void send(double framesPerNano) {
        DatagramPacket full = new DatagramPacket(new byte[PAYLOAD], PAYLOAD);
        while (!ending) {
            long due = (long) ((System.nanoTime() - begin) * framesPerNano);
            // Frames that this thread missed are not sent later, as on a real wire.
            for (long frames = Math.min(due - sent.get(), 64); frames > 0 && !ending; frames--) {
                try {
                    socket.send(full);
                } catch (IOException refused) {
                    // There is no listener; the frame was on the wire nevertheless.
                }
                sent.incrementAndGet();
            }
            LockSupport.parkNanos(PACE_NANOS);
        }
    }

    /** Returns the mean traffic on the wire since its start, Mb/s. */
    public double megabits() {
        return sent.get() * (double) FRAME_BITS * 1e3 / (System.nanoTime() - begin);
    }

    @Override
    public void close() {
        ending = true;
        try {
            thread.join(1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        socket.close();
    }
}
