package runbench.sync.window;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;

/**
 * Relays packets on loopback between one reference and one reflector; loses and duplicates packets as a test requires.
 */
final class Relay implements AutoCloseable {
    /** Decides how often a packet arrives: 0 is lost, 2 is duplicated. */
    interface Fate {
        /**
         * Decides for one packet.
         *
         * @param type type on the wire: 1 opening, 2 probe, 3 closing, 5 beat, 6 fetch; plus 128 in a reply
         */
        int copies(int type, byte[] packet);
    }

    private static final int TYPE_AT = 5;

    private final DatagramSocket outside = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private final DatagramSocket inside = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private final Fate fate;
    private volatile SocketAddress reference;

    Relay(int reflector, Fate fate) throws IOException {
        this.fate = fate;
        SocketAddress to = new InetSocketAddress(InetAddress.getLoopbackAddress(), reflector);
        start(() -> carry(outside, inside, to));
        start(() -> carry(inside, outside, null));
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return outside.getLocalPort();
    }

    /** The source address of packets at the reflector. */
    int insidePort() {
        return inside.getLocalPort();
    }

    private void carry(DatagramSocket from, DatagramSocket to, SocketAddress target) {
        DatagramPacket packet = new DatagramPacket(new byte[2048], 2048);
        while (!from.isClosed()) {
            try {
                packet.setLength(2048);
                from.receive(packet);
                if (target != null) {
                    reference = packet.getSocketAddress();
                }
                int copies;
                synchronized (fate) {
                    copies = fate.copies(packet.getData()[TYPE_AT] & 0xff, packet.getData());
                }
                packet.setSocketAddress(target != null ? target : reference);
                for (int i = 0; i < copies; i++) {
                    to.send(packet);
                }
            } catch (SocketException closed) {
                // The socket was closed, or there is no listener: the next receive decides.
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        outside.close();
        inside.close();
    }
}
