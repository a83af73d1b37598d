package runbench.sampler.events.tables;

import runbench.parser.table.CompiledTables;
import java.util.ArrayList;
import java.util.List;
import runbench.base.json.Fields;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.Event;
import runbench.sampler.events.Encoding.PerfType;
import runbench.sampler.events.machine.CpuIdentity;

/** Raw events that occupy more than one hardware counter, from {@code wide.toml}. */
public final class WideEvents {
    /** The bits of AMD's event select: 0-7 and 32-35. */
    private static final long LOW_SELECT = 0xff;
    private static final int HIGH_SELECT_SHIFT = 24;
    private static final long HIGH_SELECT = 0xf00;

    private record Wide(String vendor, List<Integer> families, long select, int counters) {
        boolean is(CpuIdentity cpu, Encoding e) {
            return vendor.equals(cpu.vendor()) && families.contains(cpu.family()) && e.type() == PerfType.RAW
                    && select == selectOf(e);
        }
    }

    private final List<Wide> events = new ArrayList<>();

    private WideEvents(Fields table) {
        for (Fields e : table.list("event")) {
            events.add(new Wide(e.text("vendor"), e.textsOrNone("families").stream().map(Integer::valueOf).toList(),
                    e.number("select"), (int) e.number("counters")));
        }
    }

    public static WideEvents load() {
        return new WideEvents(CompiledTables.read(WideEvents.class, "wide"));
    }

    /**
     * Returns the number of hardware counters that an event occupies on a CPU: 1 unless the table has another number.
     */
    public int counters(CpuIdentity cpu, Event event) {
        return event.on()
                .stream()
                .flatMapToInt(p -> events.stream().filter(w -> w.is(cpu, p.encoding())).mapToInt(Wide::counters))
                .max()
                .orElse(1);
    }

    private static long selectOf(Encoding e) {
        return e.config() & LOW_SELECT | e.config() >>> HIGH_SELECT_SHIFT & HIGH_SELECT;
    }
}
