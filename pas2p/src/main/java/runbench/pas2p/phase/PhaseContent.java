package runbench.pas2p.phase;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import runbench.pas2p.block.Similarity;
import runbench.pas2p.order.EventType;
import runbench.pas2p.trace.CallSites;
import runbench.pas2p.trace.Communicators;

/** The events of the first occurrence of a phase, with which later stretches are compared. */
final class PhaseContent {
    private static final String MESSAGES = "messages";

    final int ticks;
    private final int[] rowStart;
    private final int[] rank;
    private final long[] type;
    private final long[] bytes;
    private final int[] site;

    PhaseContent(OpenPhase open, int fromRow, int toRow) {
        ticks = toRow - fromRow;
        int from = open.rowStart[fromRow];
        int to = open.rowStart[toRow];
        rowStart = new int[ticks + 1];
        for (int i = 0; i <= ticks; i++) {
            rowStart[i] = open.rowStart[fromRow + i] - from;
        }
        rank = Arrays.copyOfRange(open.rank, from, to);
        type = Arrays.copyOfRange(open.type, from, to);
        bytes = Arrays.copyOfRange(open.bytes, from, to);
        site = Arrays.copyOfRange(open.site, from, to);
    }

    /** Returns the location of event {@code i}; events are stored tick by tick. */
    int rank(int i) {
        return rank[i];
    }

    long type(int i) {
        return type[i];
    }

    long bytes(int i) {
        return bytes[i];
    }

    /** Returns the call sites of its events, those with most events first. */
    List<Integer> callSites(CallSites sites) {
        Map<Integer, Integer> events = new LinkedHashMap<>();
        for (int i = 0; i < rank.length; i++) {
            int id = sites.id(rank[i], site[i]);
            if (id >= 0) {
                events.merge(id, 1, Integer::sum);
            }
        }
        return events.entrySet()
                .stream()
                .sorted(Map.Entry.<Integer, Integer>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .toList();
    }

    int cells() {
        return rank.length;
    }

    /** Returns true if as many rows of the open phase are similar; both are in ascending order of ranks. */
    boolean similar(OpenPhase open, int fromRow, Similarity similarity) {
        return similar(open, fromRow, similarity, true);
    }

    /** Returns true if the rows are similar when volumes are ignored; otherwise no volumes make them similar. */
    boolean similarInTypes(OpenPhase open, int fromRow, Similarity similarity) {
        return similar(open, fromRow, similarity, false);
    }

    private boolean similar(OpenPhase open, int fromRow, Similarity similarity, boolean volumes) {
        long counted = 0;
        long agreeing = 0;
        // With more disagreements than this the rest cannot reach the share: either side's events limit the pairs.
        int other = open.rowStart[fromRow + ticks] - open.rowStart[fromRow];
        double bearable = (1 - similarity.share()) * Math.min(rank.length, other) + 1e-9;
        for (int row = 0; row < ticks; row++) {
            int a = rowStart[row];
            int aEnd = rowStart[row + 1];
            int b = open.rowStart[fromRow + row];
            int bEnd = open.rowStart[fromRow + row + 1];
            while (a < aEnd && b < bEnd) {
                int difference = rank[a] - open.rank[b];
                if (difference == 0) {
                    counted++;
                    if (type[a] == open.type[b] && (!volumes || similarity.volumesAgree(bytes[a], open.bytes[b]))) {
                        agreeing++;
                    } else if (counted - agreeing > bearable) {
                        return false;
                    }
                }
                a += difference <= 0 ? 1 : 0;
                b += difference >= 0 ? 1 : 0;
            }
        }
        return similarity.enough(agreeing, counted);
    }

    /**
     * Returns the hash of the types, equal in every run with the same number of ranks: volumes may differ between runs.
     *
     * @param anyOrder true: the hash does not depend on the order of the events
     */
    long shape(Communicators communicators, boolean anyOrder) {
        long h = anyOrder ? cells() : ticks;
        for (int row = 0; row < ticks; row++) {
            for (int i = rowStart[row]; i < rowStart[row + 1]; i++) {
                long portable = EventType.portable(type[i], communicators);
                h = anyOrder ? h + TickRow.element(rank[i], portable)
                        : TickRow.mix(TickRow.mix(TickRow.mix(h, row), rank[i]), portable);
            }
        }
        return h;
    }

    /** Returns the hash of the volumes, in the order of {@link #shape}. */
    long volumes(boolean anyOrder) {
        long h = anyOrder ? cells() : ticks;
        for (int i = 0; i < bytes.length; i++) {
            h = anyOrder ? h + TickRow.element(rank[i], bytes[i]) : TickRow.mix(h, bytes[i]);
        }
        return h;
    }

    long totalBytes() {
        return Arrays.stream(bytes).sum();
    }

    long minBytes() {
        return Arrays.stream(bytes).min().orElse(0);
    }

    long maxBytes() {
        return Arrays.stream(bytes).max().orElse(0);
    }

    String kind() {
        return Arrays.stream(type)
                .mapToObj(t -> EventType.isCollective(t) ? EventType.op(t).mpiName() : MESSAGES)
                .distinct()
                .sorted(Comparator.comparing((String k) -> !k.equals(MESSAGES)).thenComparing(k -> k))
                .collect(Collectors.joining(" + "));
    }

    long sends() {
        return Arrays.stream(type).filter(t -> !EventType.isCollective(t)).count();
    }

    /** Returns the types of the first row in words: "1 sends to 2, ...". */
    String firstRow(int limit) {
        return row(0, limit);
    }

    String row(int row, int limit) {
        StringBuilder text = new StringBuilder();
        int shown = 0;
        for (int i = rowStart[row]; i < rowStart[row + 1] && shown < limit; i++, shown++) {
            text.append(shown == 0 ? "" : " ").append(rank[i]).append(':').append(EventType.text(type[i]));
        }
        if (rowStart[row + 1] - rowStart[row] > limit) {
            text.append(" ...");
        }
        return text.toString();
    }

    /**
     * Names of phases, derived from their content so that a phase is recognised in another run: eight hexadecimal
     * digits of its shape (types of communication in logical order) and four of its volumes.
     */
    static final class PhaseNames {
        private PhaseNames() {
        }

        /**
         * Names the phases.
         *
         * @param rankOf world rank of each location of the trace
         */
        static List<Phase> name(List<Phase> phases, Communicators communicators, int[] rankOf, CallSites callSites) {
            Map<String, Integer> used = new HashMap<>();
            for (Phase phase : phases) {
                String shape = String.format("%08x",
                        (int) (phase.content.shape(communicators, phase.isReordered()) >>> 16));
                String name = shape + "-"
                        + String.format("%04x", phase.content.volumes(phase.isReordered()) >>> 24 & 0xffff);
                int before = used.merge(name, 1, Integer::sum);
                phase.name(shape, before == 1 ? name : name + "." + before, rankOf, callSites);
            }
            return List.copyOf(phases);
        }
    }
}
