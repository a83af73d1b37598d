package runbench.livelog.display;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.TreeSet;
import runbench.base.error.RunbenchException;
import runbench.base.home.HostName;

/**
 * The address of the server for displays.
 *
 * @param host host name or IP address
 * @param port port; 0: any free port
 */
public record ListenAddress(String host, int port) {
    /** The loopback interface with any free port. */
    public static final ListenAddress LOOPBACK = new ListenAddress("127.0.0.1", 0);

    /**
     * Parses HOST:PORT.
     *
     * @throws RunbenchException (bad input) another form
     */
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

    /** Returns whether only users of this machine can connect. */
    public boolean isLoopback() {
        return socket().getAddress().isLoopbackAddress();
    }

    /** Returns the valid host names in a browser's address. */
    Set<String> hostNames() {
        Set<String> names = new TreeSet<>();
        names.add(host);
        if (!isLoopback()) {
            names.add(HostName.own());
        }
        return names;
    }

    /**
     * Returns HOST:PORT for a URL.
     *
     * @param boundPort the port that the server listens on
     */
    String inUrl(int boundPort) {
        String name = socket().getAddress().isAnyLocalAddress() ? HostName.own() : host;
        return (name.indexOf(':') < 0 ? name : "[" + name + "]") + ":" + boundPort;
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
