package runbench.parser.simpoint;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;

/** The line formats of SimPoint 3.2's files (Hamerly, Perelman, Lau and Calder 2005): vectors, simpoints, weights. */
final class SimPointFormat {
    private SimPointFormat() {
    }

    /**
     * Returns the line of an interval, {@code T:ID:COUNT :ID:COUNT ...}, including the line end.
     *
     * @param vector counts by block id, from 1
     */
    static String line(Map<Integer, Long> vector) {
        StringBuilder out = new StringBuilder("T");
        vector.forEach((id, count) -> out.append(':').append(id).append(':').append(count).append(' '));
        return out.append('\n').toString();
    }

    /** A receiver of the entries of an interval. */
    interface Entry {
        void is(int id, long count);
    }

    /**
     * Parses the line of an interval.
     *
     * @throws IOException the line is invalid; the message names the error
     */
    static void parse(String line, Entry entry) throws IOException {
        if (!line.startsWith("T")) {
            throw new IOException("an interval begins with T");
        }
        int at = 1;
        while (at < line.length()) {
            if (line.charAt(at) == ' ') {
                at++;
                continue;
            }
            int colon = line.indexOf(':', at + 1);
            int end = colon < 0 ? -1 : line.indexOf(' ', colon);
            end = end < 0 ? line.length() : end;
            try {
                if (line.charAt(at) != ':' || colon < 0) {
                    throw new NumberFormatException();
                }
                int id = Integer.parseInt(line, at + 1, colon, 10);
                long count = Long.parseLong(line, colon + 1, end, 10);
                if (id < 1 || count < 0) {
                    throw new NumberFormatException();
                }
                entry.is(id, count);
            } catch (NumberFormatException e) {
                throw new IOException("':ID:COUNT' expected at character " + (at + 1), e);
            }
            at = end;
        }
    }

    /**
     * Returns a line of the file of simulation points.
     *
     * @param interval number of the interval, from 0
     */
    static String simpoint(int interval, int cluster) {
        return interval + " " + cluster + "\n";
    }

    /** Returns a line of the file of weights. */
    static String weight(double weight, int cluster) {
        return String.format(Locale.ROOT, "%.6g %d%n", weight, cluster);
    }
}
