package runbench.measure.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import runbench.measure.schedule.TrafficMeters.TrafficEvents;
import runbench.measure.service.StackCounters.SampledCounts;
import runbench.sync.service.CostMeter.Cost;
import runbench.sync.service.CostMeter.Quantity;

/** Calculates the costs of a reading from counts. */
final class CostTable {
    static final String CPU = "task-clock";
    static final String SWITCHES = "context-switches";
    static final String USER_CYCLES = "cycles:u";
    static final String KERNEL_CYCLES = "cycles:k";
    static final String MISSES = "cache-misses";
    /** Minimum number of ticks that make a share of kernel time: its standard deviation is then at most 0.11. */
    private static final int MIN_TICKS = 20;
    private static final String TOO_SHORT = "fewer than " + MIN_TICKS
            + " ticks of the kernel's CPU accounting passed: choose a longer --for";

    private final SampledCounts sampled;
    private final StackCounters stack;
    private final Optional<TrafficEvents> traffic;
    private final boolean sharedStack;
    private final long readings;

    /**
     * Creates the calculation.
     *
     * @param sampled counts of the sampler during the readings
     * @param stack counters of the kernel during the readings
     * @param traffic events of memory traffic; empty if this machine has none
     * @param sharedStack true if other traffic of the measurement passed through the network stack
     * @param readings number of readings, at least 1
     */
    CostTable(SampledCounts sampled, StackCounters stack, Optional<TrafficEvents> traffic, boolean sharedStack,
            long readings) {
        this.sampled = sampled;
        this.stack = stack;
        this.traffic = traffic;
        this.sharedStack = sharedStack;
        this.readings = readings;
    }

    /** Returns one cost per quantity, in their order. */
    List<Cost> costs() {
        List<Cost> costs = new ArrayList<>();
        costs.add(counted(Quantity.CPU_TIME, CPU, 1e-3));
        times(costs);
        costs.add(counted(Quantity.CACHE_MISSES, MISSES, 1));
        costs.add(memoryTraffic());
        costs.add(counted(Quantity.CONTEXT_SWITCHES, SWITCHES, 1));
        costs.add(packets(Quantity.PACKETS_RECEIVED, stack.received()));
        costs.add(packets(Quantity.PACKETS_SENT, stack.sent()));
        return costs;
    }

    private Cost counted(Quantity quantity, String event, double unit) {
        return sampled.has(event) ? Cost.counted(quantity, sampled.of(event) * unit / readings)
                : Cost.notCounted(quantity, sampled.reason(event));
    }

    /**
     * Adds user and kernel time: the exact CPU time, divided in the ratio of the cycles in both modes. Without cycles,
     * the kernel's ticks divide it.
     */
    private void times(List<Cost> costs) {
        double kernel;
        String reason = "";
        if (sampled.has(USER_CYCLES) && sampled.has(KERNEL_CYCLES)
                && sampled.of(USER_CYCLES) + sampled.of(KERNEL_CYCLES) > 0) {
            kernel = sampled.of(KERNEL_CYCLES) / (sampled.of(USER_CYCLES) + sampled.of(KERNEL_CYCLES));
        } else {
            long ticks = stack.userTicks() + stack.systemTicks();
            kernel = stack.systemTicks() / (double) ticks;
            reason = ticks >= MIN_TICKS ? "" : TOO_SHORT;
        }
        if (!sampled.has(CPU)) {
            reason = sampled.reason(CPU);
        }
        for (Quantity quantity : List.of(Quantity.USER_TIME, Quantity.KERNEL_TIME)) {
            double share = quantity == Quantity.KERNEL_TIME ? kernel : 1 - kernel;
            costs.add(reason.isEmpty() ? Cost.counted(quantity, share * sampled.of(CPU) * 1e-3 / readings)
                    : Cost.notCounted(quantity, reason));
        }
    }

    private Cost memoryTraffic() {
        if (traffic.isEmpty()) {
            return Cost.notCounted(Quantity.MEMORY_TRAFFIC,
                    sampled.has(MISSES) ? "no event of this processor counts the memory traffic of one program"
                            : sampled.reason(MISSES));
        }
        double bytes = 0;
        for (int i = 0; i < traffic.get().names().size(); i++) {
            String event = traffic.get().names().get(i);
            if (!sampled.has(event)) {
                return Cost.notCounted(Quantity.MEMORY_TRAFFIC, event + ": " + sampled.reason(event));
            }
            bytes += sampled.of(event) * traffic.get().bytesEach().get(i);
        }
        return Cost.counted(Quantity.MEMORY_TRAFFIC, bytes / readings);
    }

    private Cost packets(Quantity quantity, long packets) {
        if (sharedStack) {
            return Cost.notCounted(quantity, "the network stack also carries the traffic of --udp-load");
        }
        return packets < 0 ? Cost.notCounted(quantity, "/proc/thread-self/net/snmp is not readable")
                : Cost.counted(quantity, packets / (double) readings);
    }
}
