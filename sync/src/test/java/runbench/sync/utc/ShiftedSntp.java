package runbench.sync.utc;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Instant;

/** A time server (RFC 5905) whose UTC is the system's clock shifted and fast; a separate program. */
public final class ShiftedSntp {
    private static final long SECOND = 1_000_000_000L;
    private static final long EPOCH_1900 = 2_208_988_800L;

    private ShiftedSntp() {
    }

    /** Returns UTC of this server, ns since 1970. */
    static long utc(long systemNanos, long shift, double ppm, long epoch) {
        return systemNanos + shift + Math.round((systemNanos - epoch) * ppm * 1e-6);
    }

    private static long system() {
        Instant now = Instant.now();
        return now.getEpochSecond() * SECOND + now.getNano();
    }

    private static long ntp(long nanos) {
        return Math.floorDiv(nanos, SECOND) + EPOCH_1900 << 32
                | Math.round(Math.floorMod(nanos, SECOND) * 0x1p32 / 1e9);
    }

    /** Runs the server. Arguments: address, shift in ns, ppm, epoch in ns. */
    public static void main(String[] args) throws IOException {
        long shift = Long.parseLong(args[1]);
        double ppm = Double.parseDouble(args[2]);
        long epoch = Long.parseLong(args[3]);
        byte[] buffer = new byte[512];
        DatagramPacket in = new DatagramPacket(buffer, buffer.length);
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(args[0], 123))) {
            while (true) {
                in.setLength(buffer.length);
                socket.receive(in);
                long received = ntp(utc(system(), shift, ppm, epoch));
                ByteBuffer reply = ByteBuffer.allocate(48)
                        .put((byte) 0x24)
                        .put((byte) 1)
                        .put(buffer[2])
                        .put((byte) -20);
                reply.putInt(0).putInt(0).put(new byte[]{'T', 'E', 'S', 'T'}).putLong(received);
                reply.put(buffer, 40, 8).putLong(received).putLong(ntp(utc(system(), shift, ppm, epoch)));
                socket.send(new DatagramPacket(reply.array(), 48, in.getSocketAddress()));
            }
        }
    }
}
