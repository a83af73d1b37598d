package runbench.sampler.emulate;

import runbench.base.error.RunbenchException;
import runbench.parser.record.Recording;
import runbench.parser.record.Recording.Trailer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A comparison of an emulated run with callgrind's counts of the same program, quantity by quantity.
 *
 * <p>Two differences are known and are not errors:
 *
 * <ul> <li>Callgrind counts a read-modify-write as a write only. The emulated run counts read-modify-writes separately,
 * and the comparison subtracts them from its reads. <li>Valgrind executes a bit test of a register (x86
 * {@code bt reg,reg}) through memory. Callgrind counts it as one load and one store that the program never made. </ul>
 *
 * <p>The other models differ as follows:
 *
 * <ul> <li>Callgrind counts at most one miss for an instruction that spans two lines of code. <li>It fetches
 * instruction by instruction, the emulator block by block. <li>It counts each round of a repeated string instruction as
 * a branch. <li>It counts neither returns nor direct jumps as branches. <li>It has another predictor. Branch counts
 * must agree, misprediction counts need not. </ul>
 *
 * @param lines one line per compared quantity
 */
public record CrossCheck(List<Line> lines) {
    /**
     * One compared quantity.
     *
     * @param quantity name of the quantity
     * @param emulated count of the emulated run
     * @param adjusted the emulated count by callgrind's counting rules
     * @param callgrind count of callgrind
     */
    public record Line(String quantity, long emulated, long adjusted, long callgrind) {
        /** Returns the relative difference of the adjusted count from callgrind's; 0.01 is 1 %. */
        public double difference() {
            return callgrind == 0 ? adjusted == 0 ? 0 : Double.POSITIVE_INFINITY
                    : (double) (adjusted - callgrind) / callgrind;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%-17s %,15d emulated %,15d comparable %,15d callgrind  %+.3f %%",
                    quantity, emulated, adjusted, callgrind, difference() * 100);
        }
    }

    /**
     * Compares a recording with callgrind's counts.
     *
     * @param recording a complete emulated run with the same modelled cache as callgrind's
     * @param c callgrind's counts
     * @return the comparison
     * @throws RunbenchException exit code 2: the recording is truncated, or not an emulated run with a cache
     */
    public static CrossCheck of(Path recording, CallgrindTotals c) {
        Trailer trailer = Recording.open(recording)
                .trailer()
                .orElseThrow(() -> RunbenchException.badInput(recording + " was cut short and has no final counts"));
        Map<String, Long> t = new java.util.HashMap<>();
        trailer.json().path("totals").forEach(e -> t.put(e.path("name").asText(), e.path("value").asLong()));
        if (!t.keySet().containsAll(List.of("loads", "stores", "L1D_READ_MISS", "L1D_WRITE_MISS", "instructions"))) {
            throw RunbenchException.badInput(recording + " is not a recording of an emulated run with a cache");
        }
        long modifies = trailer.json().path("modifies").asLong();
        long modifyMisses = trailer.json().path("modify_misses").asLong();
        // Callgrind counts each round of a repeated string instruction and its memory references.
        long roundLoads = trailer.json().path("string_round_loads").asLong();
        long roundStores = trailer.json().path("string_round_stores").asLong();
        List<Line> lines = new ArrayList<>();
        add(lines, "instructions", t.get("instructions"), trailer.json().path("string_rounds").asLong(),
                c.instructions());
        add(lines, "loads", t.get("loads"), roundLoads - modifies, c.loads());
        add(lines, "stores", t.get("stores"), roundStores, c.stores());
        add(lines, "references", t.get("loads") + t.get("stores"), roundLoads + roundStores - modifies, c.references());
        add(lines, "L1D read misses", t.get("L1D_READ_MISS"), -modifyMisses, c.l1dReadMisses());
        add(lines, "L1D write misses", t.get("L1D_WRITE_MISS"), modifyMisses, c.l1dWriteMisses());
        add(lines, "L1D misses", t.get("L1D_READ_MISS") + t.get("L1D_WRITE_MISS"), 0, c.l1dMisses());
        if (t.containsKey("L1-icache-load-misses")) {
            add(lines, "L1I misses", t.get("L1-icache-load-misses"), 0, c.l1iMisses());
        }
        if (t.containsKey("L2_MISS")) {
            add(lines, "L2 misses", t.get("L2_MISS"), 0, c.lastLevelMisses());
        }
        if (t.containsKey("branch-misses")) {
            add(lines, "conditional", trailer.json().path("conditional_branches").asLong(),
                    trailer.json().path("string_rounds").asLong(), c.conditionalBranches());
            add(lines, "conditional wrong", trailer.json().path("conditional_misses").asLong(), 0,
                    c.conditionalMisses());
            add(lines, "indirect", trailer.json().path("indirect_branches").asLong(), 0, c.indirectBranches());
            add(lines, "indirect wrong", trailer.json().path("indirect_misses").asLong(), 0, c.indirectMisses());
        }
        return new CrossCheck(List.copyOf(lines));
    }

    private static void add(List<Line> lines, String quantity, long emulated, long correction, long callgrind) {
        lines.add(new Line(quantity, emulated, emulated + correction, callgrind));
    }

    public Line line(String quantity) {
        return lines.stream().filter(l -> l.quantity().equals(quantity)).findFirst().orElseThrow();
    }

    /** Returns the comparison as a table. */
    @Override
    public String toString() {
        StringBuilder s = new StringBuilder();
        lines.forEach(l -> s.append(l).append('\n'));
        return s.toString();
    }
}
