package runbench.livelog.display;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.TreeSet;
import runbench.base.error.RunbenchException;
import runbench.base.home.HostName;

/**
 * Where displays are listened for.
 *
 * @param host as it was given
 * @param port 0: any that is free
 */
public record ListenAddress(String host, int port) {
    /** This machine alone, any port. */
    public static final ListenAddress LOOPBACK = new ListenAddress("127.0.0.1", 0);

    /** @throws RunbenchException not HOST:PORT */
    public static ListenAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 1 ? "" : text.substring(0, colon).replaceAll("^\\[|\\]$", "");
        String port = text.substring(colon + 1);
        if (host.isEmpty() || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65535) {
            throw RunbenchException.badInput("'" + text + "' is not HOST:PORT")
                    .remedy("--listen 127.0.0.1:8080, or 0.0.0.0:8080 for the whole network");
        }
        return new ListenAddress(host, Integer.parseInt(port));
    }

    InetSocketAddress socket() {
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException e) {
            throw RunbenchException.badInput("no such host: " + host)
                    .remedy("--listen 127.0.0.1:8080, or 0.0.0.0:8080 for the whole network")
                    .causedBy(e);
        }
    }

    /** Whether nobody but this machine's users can come in. */
    public boolean isLoopback() {
        return socket().getAddress().isLoopbackAddress();
    }

    /** Names by which browsers may know it. */
    Set<String> names() {
        Set<String> names = new TreeSet<>();
        names.add(host);
        if (!isLoopback()) {
            names.add(HostName.own());
        }
        return names;
    }

    /** As it stands in an address that a browser opens. */
    String shown(int bound) {
        String name = socket().getAddress().isAnyLocalAddress() ? HostName.own() : host;
        return (name.indexOf(':') < 0 ? name : "[" + name + "]") + ":" + bound;
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
