package runbench.sync.exchange;

import runbench.parser.RunbenchException;

/** One line of integers. */
final class Row {
    private Row() {
    }

    /** Adds the exchange of {@code line}; a last line that was cut in the middle ({@code mayBeCut}) is left out. */
    static void add(String name, int number, String line, boolean xchg, boolean mayBeCut, Exchanges.Builder rows) {
        long[] field = new long[10];
        int from = xchg ? 0 : 2;
        int n = split(line, field, from);
        if (n == 10) {
            if (field[0] < 0 || field[0] > Integer.MAX_VALUE || field[1] < 0 || field[1] > Integer.MAX_VALUE) {
                throw wrong(name, number, line, xchg);
            }
            int burst = xchg ? (int) field[0] : 0;
            int seq = xchg ? (int) field[1] : rows.size();
            rows.add(burst, seq, field[2], field[3], field[4], field[5], field[6], field[7], field[8], field[9]);
        } else if (!mayBeCut) {
            throw wrong(name, number, line, xchg);
        }
    }

    private static RunbenchException wrong(String name, int number, String line, boolean xchg) {
        String shown = line.length() > 60 ? line.substring(0, 60) + "..." : line;
        return RunbenchException.badInput(name + ": line " + number + ": '" + shown + "' is not "
                        + (xchg ? "burst,seq and " : "") + "eight integers")
                .remedy("Columns: t1 t2 t3 t4 k1 k2 k3 k4 in ns (t user, k kernel; 1 and 4 local, 2 and 3 remote),"
                        + " 0 for a stamp not taken");
    }

    /** Integers of the line into {@code field}, from {@code at} on; the count reached, or -1 if something else stands there. */
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
