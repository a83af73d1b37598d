package runbench.sync.service;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import runbench.base.error.RunbenchException;
import runbench.sync.clock.Clock;
import runbench.sync.service.TimeServices.TimeService;

/** A time server over SNTP: Mills et al., RFC 5905, section 14; stamps of 2^-32 s, offset and delay as in section 8. */
final class SntpService implements TimeService {
    private static final int SIZE = 48;
    private static final int FRAME = SIZE + 42;
    private static final int TIMEOUT_MILLIS = 1000;
    private static final byte CLIENT_VERSION_4 = 0x23;
    private static final int SERVER = 4;
    /** Seconds from 1900, the epoch of NTP, to 1970. */
    private static final long EPOCH_1970 = 2_208_988_800L;

    private final String name;
    private final DatagramSocket socket;
    private final SecureRandom random = new SecureRandom();
    private final Clock local = Clock.open("realtime");

    SntpService(String name, String host, int port) throws IOException {
        this.name = name;
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw RunbenchException.machine(name + ": no such host: " + host)
                    .remedy("getent hosts " + host)
                    .causedBy(e);
        }
        socket = new DatagramSocket();
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(address, port);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Reading read() throws IOException {
        byte[] request = new byte[SIZE];
        request[0] = CLIENT_VERSION_4;
        // A random transmit stamp identifies the answer and discloses nothing (RFC 5905, section 14).
        long cookie = random.nextLong();
        ByteBuffer.wrap(request).putLong(40, cookie);
        byte[] reply = new byte[SIZE];
        DatagramPacket in = new DatagramPacket(reply, SIZE);
        long t1 = local.nanos();
        socket.send(new DatagramPacket(request, SIZE));
        long t4;
        try {
            do {
                socket.receive(in);
                t4 = local.nanos();
            } while (in.getLength() != SIZE || ByteBuffer.wrap(reply).getLong(24) != cookie);
        } catch (SocketTimeoutException | java.net.PortUnreachableException e) {
            throw RunbenchException.machine(name + ": no answer")
                    .remedy("Is a server listening there? chronyd needs 'allow'")
                    .causedBy(e);
        }
        if ((reply[0] & 7) != SERVER || reply[1] == 0) {
            throw RunbenchException.machine(
                    name + ": refuses or is not synchronised (mode " + (reply[0] & 7) + ", stratum " + reply[1] + ")");
        }
        long t2 = nanos(ByteBuffer.wrap(reply).getLong(32));
        long t3 = nanos(ByteBuffer.wrap(reply).getLong(40));
        long offset = ((t2 - t1) + (t3 - t4)) / 2;
        return new Reading(t4, t4 + offset, (t4 - t1) - (t3 - t2));
    }

    static long nanos(long ntp) {
        long seconds = (ntp >>> 32) - EPOCH_1970;
        long fraction = ntp & 0xffff_ffffL;
        return seconds * 1_000_000_000L + Math.round(fraction * 1e9 / 0x1p32);
    }

    @Override
    public int packets() {
        return 2;
    }

    @Override
    public int bytes() {
        return 2 * FRAME;
    }

    @Override
    public void close() {
        socket.close();
        local.close();
    }
}
