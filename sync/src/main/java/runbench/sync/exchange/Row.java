package runbench.sync.exchange;

import runbench.base.error.RunbenchException;

/** Parses one line of integers. */
final class Row {
    /** Largest stamp, ns: 126 years. Differences of stamps, and differences of those, fit into 64 bits. */
    static final long LARGEST_STAMP = 4_000_000_000_000_000_000L;

    private Row() {
    }

    /**
     * Adds the exchange of a line. A truncated last line ({@code mayBeCut}) is skipped.
     *
     * @return null; or the reason why a well-formed exchange was left out: its stamps contradict each other
     * @throws RunbenchException if the line is malformed
     */
    static RunbenchException add(String name, int number, String line, boolean xchg, boolean mayBeCut,
            Exchanges.Builder rows) {
        long[] field = new long[10];
        int from = xchg ? 0 : 2;
        int n = split(line, field, from);
        if (n == 10) {
            if (field[0] < 0 || field[0] > Integer.MAX_VALUE || field[1] < 0 || field[1] > Integer.MAX_VALUE) {
                throw wrong(name, number, line, xchg);
            }
            RunbenchException impossible = check(name, number, field);
            if (impossible != null) {
                // The last number of a truncated line may lack digits.
                return mayBeCut ? null : impossible;
            }
            int burst = xchg ? (int) field[0] : 0;
            int seq = xchg ? (int) field[1] : rows.size();
            rows.add(burst, seq, field[2], field[3], field[4], field[5], field[6], field[7], field[8], field[9]);
        } else if (!mayBeCut) {
            throw wrong(name, number, line, xchg);
        }
        return null;
    }

    /** Returns the contradiction between the stamps of an exchange; null if there is none. */
    private static RunbenchException check(String name, int number, long[] field) {
        for (int kind = 0; kind < 2; kind++) {
            String letter = kind == 0 ? "t" : "k";
            for (int i = 0; i < 4; i++) {
                if (Math.abs(field[2 + 4 * kind + i]) > LARGEST_STAMP || field[2 + 4 * kind + i] == Long.MIN_VALUE) {
                    return RunbenchException
                            .badInput(name + ": line " + number + ": " + letter + (i + 1) + " is "
                                    + field[2 + 4 * kind + i] + " ns, more than 126 years from zero")
                            .remedy("Stamps are nanoseconds of one clock: check the unit of the columns");
                }
            }
            RunbenchException outer = ordered(name, number, letter, field, 2 + 4 * kind, 1, 4,
                    "the reply came before the probe was sent");
            RunbenchException inner = ordered(name, number, letter, field, 2 + 4 * kind, 2, 3,
                    "the reply was sent before the probe came");
            if (outer != null || inner != null) {
                return outer != null ? outer : inner;
            }
        }
        return null;
    }

    private static RunbenchException ordered(String name, int number, String letter, long[] field, int at, int a, int b,
            String what) {
        long first = field[at + a - 1];
        long second = field[at + b - 1];
        if (first != Exchanges.MISSING && second != Exchanges.MISSING && second < first) {
            return RunbenchException
                    .badInput(name + ": line " + number + ": " + what + " (" + letter + b + " " + second + " < "
                            + letter + a + " " + first + ")")
                    .remedy("Either the columns stand in another order than t1 t2 t3 t4 k1 k2 k3 k4, or the clock was set back"
                            + " meanwhile: measure anew, with --clock raw");
        }
        return null;
    }

    private static RunbenchException wrong(String name, int number, String line, boolean xchg) {
        String shown = line.length() > 60 ? line.substring(0, 60) + "..." : line;
        return RunbenchException
                .badInput(name + ": line " + number + ": '" + shown + "' is not " + (xchg ? "burst,seq and " : "")
                        + "eight integers")
                .remedy("Columns: t1 t2 t3 t4 k1 k2 k3 k4 in ns (t user, k kernel; 1 and 4 local, 2 and 3 remote),"
                        + " 0 for a stamp not taken");
    }

    /**
     * Parses the integers of a line into {@code field}, from index {@code at}.
     *
     * @return index after the last integer, or -1 if the line contains anything else
     */
    private static int split(String line, long[] field, int at) {
        int n = at;
        int i = 0;
        int end = line.length();
        while (true) {
            while (i < end && separates(line.charAt(i))) {
                i++;
            }
            if (i == end) {
                return n;
            }
            int begin = i;
            while (i < end && !separates(line.charAt(i))) {
                i++;
            }
            if (n == field.length) {
                return -1;
            }
            try {
                field[n++] = Long.parseLong(line, begin, i, 10);
            } catch (NumberFormatException notANumber) {
                return -1;
            }
        }
    }

    private static boolean separates(char c) {
        return c == ' ' || c == '\t' || c == ',' || c == ';' || c == '\r';
    }
}
