package runbench.pas2p.phase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import runbench.pas2p.order.EventType;
import runbench.pas2p.trace.MpiOp;

/**
 * The actions of ranks in a phase, in words: "Allreduce 8 B on world", "halo with 4 neighbours, 4 x 5 kB". Ranks count
 * from 0, sizes are decimal; "world" means all ranks, in whichever communicator.
 */
final class PhaseDescription {
    /** Share of two-way partners above which messages are an exchange. */
    private static final double MIN_MUTUAL_SHARE = 0.8;
    private static final int MAX_COLLECTIVES = 3;

    /** A minimum and a maximum value. */
    private static final class Range {
        private long least = Long.MAX_VALUE;
        private long most = Long.MIN_VALUE;

        void add(long value) {
            least = Math.min(least, value);
            most = Math.max(most, value);
        }

        String plain() {
            return least == most ? Long.toString(most) : least + "-" + most;
        }

        String size() {
            return least == most ? PhaseDescription.size(most)
                    : PhaseDescription.size(least) + " to " + PhaseDescription.size(most);
        }
    }

    private final PhaseContent content;
    private final int[] rankOf;
    private final int ranks;
    private boolean volumes = true;

    private PhaseDescription(PhaseContent content, int[] rankOf) {
        this.content = content;
        this.rankOf = rankOf;
        ranks = (int) Arrays.stream(rankOf).distinct().count();
    }

    /**
     * Returns the description.
     *
     * @param rankOf world rank of each location of the trace
     */
    static String of(PhaseContent content, int[] rankOf) {
        PhaseDescription description = new PhaseDescription(content, rankOf);
        List<String> parts = new ArrayList<>();
        description.messages(parts);
        description.collectives(parts);
        return String.join(", ", parts);
    }

    /** Returns the types of communication without volumes and numbers of messages. */
    static String pattern(PhaseContent content, int[] rankOf) {
        PhaseDescription description = new PhaseDescription(content, rankOf);
        description.volumes = false;
        List<String> parts = new ArrayList<>();
        description.messages(parts);
        description.collectives(parts);
        return String.join(", ", parts);
    }

    private int rank(int cell) {
        return rankOf[content.rank(cell)];
    }

    private void messages(List<String> parts) {
        Map<Integer, Set<Integer>> partners = new TreeMap<>();
        BitSet receivers = new BitSet();
        Range bytes = new Range();
        Map<Integer, Integer> count = new TreeMap<>();
        Range received = new Range();
        Range own = new Range();
        BitSet toThemselves = new BitSet();
        for (int i = 0; i < content.cells(); i++) {
            long type = content.type(i);
            if (type > 0 && !EventType.isCollective(type)) {
                if ((int) type - 1 == rank(i)) {
                    toThemselves.set(rank(i));
                    own.add(content.bytes(i));
                    continue;
                }
                partners.computeIfAbsent(rank(i), r -> new HashSet<>()).add((int) type - 1);
                receivers.set((int) type - 1);
                bytes.add(content.bytes(i));
                count.merge(rank(i), 1, Integer::sum);
            } else if (type < 0) {
                received.add(content.bytes(i));
            }
        }
        if (!partners.isEmpty()) {
            Range perRank = new Range();
            count.values().forEach(perRank::add);
            parts.add(pattern(partners, receivers, toThemselves)
                    + (volumes ? ", " + perRank.plain() + " x " + bytes.size() : ""));
        } else if (!toThemselves.isEmpty()) {
            int senders = toThemselves.cardinality();
            parts.add((senders == ranks ? "each rank sends to itself"
                    : senders == 1 ? "rank " + toThemselves.nextSetBit(0) + " sends to itself"
                            : senders + " of " + ranks + " ranks send to themselves")
                    + (volumes ? ", " + own.size() : ""));
        } else if (received.most >= 0) {
            parts.add(volumes ? "receives of " + received.size() : "receives");
        }
    }

    private String pattern(Map<Integer, Set<Integer>> partners, BitSet receivers, BitSet toThemselves) {
        int first = partners.keySet().iterator().next();
        if (partners.size() == 1) {
            return "rank " + first + " sends to " + (receivers.cardinality() == 1 ? "rank " + receivers.nextSetBit(0)
                    : receivers.cardinality() + " ranks");
        }
        if (receivers.cardinality() == 1) {
            return partners.size() + " ranks send to rank " + receivers.nextSetBit(0);
        }
        Range neighbours = new Range();
        partners.values().forEach(p -> neighbours.add(p.size()));
        BitSet participants = (BitSet) receivers.clone();
        partners.keySet().forEach(participants::set);
        int all = participants.cardinality();
        String some = all == ranks ? "" : " among " + all + " of " + ranks + " ranks";
        if (mutual(partners)) {
            int side = transposed(partners, toThemselves);
            return side > 0 ? "transpose of " + side + " x " + side + " ranks"
                    : neighbours.most == 1 ? "pairwise exchange" + some
                            : neighbours.least == ranks - 1 ? "exchange of all with all"
                                    : "halo with " + neighbours.plain() + " neighbours"
                                            + (all == ranks ? onGrid(gridWidth(partners, false)) : some);
        }
        int width = all == ranks ? gridWidth(partners, true) : 0;
        if (width > 0) {
            boolean forwards = partners.entrySet()
                    .stream()
                    .allMatch(p -> p.getValue().stream().allMatch(to -> to > p.getKey()));
            return "wavefront" + onGrid(width) + " from rank " + (forwards ? "0" : ranks - 1);
        }
        int shift = shift(partners);
        BitSet onlyReceive = (BitSet) receivers.clone();
        partners.keySet().forEach(onlyReceive::clear);
        if (shift != 0 && onlyReceive.cardinality() == 1 && all == partners.size() + 1) {
            return "pipeline of " + all + (all == ranks ? "" : " of " + ranks) + " ranks, to rank "
                    + onlyReceive.nextSetBit(0);
        }
        return shift != 0 ? "shift by " + (shift > 0 ? "+" : "") + shift + some
                : (partners.size() == ranks ? "every rank sends to "
                        : "each of " + partners.size() + " ranks sends to ") + neighbours.plain()
                        + (neighbours.most == 1 ? " rank" : " ranks") + passive(onlyReceive);
    }

    private String onGrid(int width) {
        return width == 0 ? "" : " on " + ranks / width + " x " + width + " ranks";
    }

    /**
     * Returns the side of a square grid of ranks in which each rank exchanges data with the rank at its transposed
     * place, and those of the diagonal with themselves or with none; 0: it is none.
     */
    private int transposed(Map<Integer, Set<Integer>> partners, BitSet toThemselves) {
        int side = (int) Math.round(Math.sqrt(ranks));
        if (side < 2 || side * side != ranks || side == 2 && toThemselves.isEmpty()) {
            return 0;
        }
        for (int rank = 0; rank < ranks; rank++) {
            int other = rank % side * side + rank / side;
            if (other != rank && !partners.getOrDefault(rank, Set.of()).equals(Set.of(other))) {
                return 0;
            }
        }
        return side;
    }

    /**
     * Returns the length of the rows of a two-dimensional grid, without periodic borders, whose neighbours exchange all
     * messages; 0: there is no such grid. Ranks are numbered row by row.
     *
     * @param oneWay true: messages go to higher ranks only, or to lower ranks only
     */
    private int gridWidth(Map<Integer, Set<Integer>> partners, boolean oneWay) {
        for (int width = 2; width <= ranks / 2; width++) {
            if (ranks % width == 0 && (oneWay ? isGrid(partners, width, 1) || isGrid(partners, width, -1)
                    : isGrid(partners, width, 0))) {
                return width;
            }
        }
        return 0;
    }

    /** Returns true if each rank sends to all of its neighbours, and to no others: in both directions, or in one. */
    private boolean isGrid(Map<Integer, Set<Integer>> partners, int width, int direction) {
        for (int rank = 0; rank < ranks; rank++) {
            Set<Integer> neighbours = new HashSet<>();
            for (int d : direction == 0 ? new int[]{1, -1} : new int[]{direction}) {
                if (rank % width + d >= 0 && rank % width + d < width) {
                    neighbours.add(rank + d);
                }
                if (rank + d * width >= 0 && rank + d * width < ranks) {
                    neighbours.add(rank + d * width);
                }
            }
            if (!partners.getOrDefault(rank, Set.of()).equals(neighbours)) {
                return false;
            }
        }
        return true;
    }

    private static String passive(BitSet onlyReceive) {
        int n = onlyReceive.cardinality();
        return n == 0 ? ""
                : n == 1 ? ", rank " + onlyReceive.nextSetBit(0) + " only receives" : ", " + n + " ranks only receive";
    }

    private static boolean mutual(Map<Integer, Set<Integer>> partners) {
        long pairs = 0;
        long both = 0;
        for (Map.Entry<Integer, Set<Integer>> from : partners.entrySet()) {
            for (int to : from.getValue()) {
                pairs++;
                both += partners.getOrDefault(to, Set.of()).contains(from.getKey()) ? 1 : 0;
            }
        }
        return both >= MIN_MUTUAL_SHARE * pairs;
    }

    /** Returns the distance in ranks of all messages, the shorter way around; 0: distances differ. */
    private int shift(Map<Integer, Set<Integer>> partners) {
        int common = 0;
        for (Map.Entry<Integer, Set<Integer>> from : partners.entrySet()) {
            if (from.getValue().size() != 1) {
                return 0;
            }
            int shift = Math.floorMod(from.getValue().iterator().next() - from.getKey(), ranks);
            if (common != 0 && shift != common) {
                return 0;
            }
            common = shift;
        }
        return common > ranks / 2 ? common - ranks : common;
    }

    /** One operation of a phase: its communicators, ranks and roots. */
    private static final class Operation {
        private final Map<Integer, Set<Integer>> members = new LinkedHashMap<>();
        private final Map<Integer, Integer> perRank = new TreeMap<>();
        private final Set<Integer> roots = new HashSet<>();
        private final Range bytes = new Range();
    }

    private void collectives(List<String> parts) {
        Map<MpiOp, Operation> operations = new LinkedHashMap<>();
        for (int i = 0; i < content.cells(); i++) {
            long type = content.type(i);
            if (EventType.isCollective(type)) {
                Operation o = operations.computeIfAbsent(EventType.op(type), op -> new Operation());
                o.members.computeIfAbsent(EventType.group(type), g -> new HashSet<>()).add(rank(i));
                o.perRank.merge(rank(i), 1, Integer::sum);
                o.roots.add(EventType.root(type));
                o.bytes.add(content.bytes(i));
            }
        }
        int described = 0;
        for (Map.Entry<MpiOp, Operation> o : operations.entrySet()) {
            if (described++ == MAX_COLLECTIVES) {
                parts.add("and " + (operations.size() - MAX_COLLECTIVES) + " more kinds of collectives");
                return;
            }
            parts.add(described(o.getKey(), o.getValue()));
        }
    }

    private String described(MpiOp op, Operation o) {
        Range times = new Range();
        o.perRank.values().forEach(times::add);
        int root = o.roots.size() == 1 ? o.roots.iterator().next() : -1;
        boolean outwards = switch (op.blocking()) {
            case BCAST, SCATTER, SCATTERV -> true;
            default -> false;
        };
        return (volumes && times.most > 1 ? times.plain() + " x " : "") + op.mpiName().replaceFirst("^MPI_", "")
                + (volumes && o.bytes.most > 0 ? " " + o.bytes.size() : "")
                + (root < 0 ? "" : (outwards ? " from" : " to") + " rank " + root) + " on " + where(o);
    }

    private String where(Operation o) {
        Range members = new Range();
        o.members.values().forEach(m -> members.add(m.size()));
        if (members.least == ranks) {
            return "world";
        }
        return o.members.size() == 1 ? members.plain() + " of " + ranks + " ranks"
                : o.members.size() + " communicators of " + members.plain() + " ranks";
    }

    /** Returns a size with at most three digits: "8 B", "5.12 kB", "1.5 MB". */
    static String size(long bytes) {
        String[] units = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
        double value = bytes;
        int unit = 0;
        while (value >= 999.5 && unit < units.length - 1) {
            value /= 1000;
            unit++;
        }
        int decimals = unit == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
        String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
        return (decimals > 0 ? text.replaceFirst("\\.?0+$", "") : text) + " " + units[unit];
    }
}
