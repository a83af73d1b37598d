package runbench.sync.service;

import java.util.List;
import runbench.sync.service.TimeServices.TimeService;

/** Counts the cost of readings of a time service to this machine. This module counts nothing by itself. */
public interface CostMeter {
    /** A meter that counts nothing. */
    CostMeter NONE = shared -> readings -> List.of();

    /** A service whose reading does nothing: it leaves the cost of the loop that reads a service. */
    TimeService NOTHING = new TimeService() {
        @Override
        public String name() {
            return "nothing";
        }

        @Override
        public Reading read() {
            return new Reading(0, 0, 0);
        }
    };

    /**
     * Starts to count the calling thread and the programs that it starts from now on.
     *
     * @param sharedStack true if other traffic of this measurement passes through the same network stack
     */
    Count start(boolean sharedStack);

    /** A count in progress. */
    @FunctionalInterface
    interface Count extends AutoCloseable {
        /**
         * Ends the count.
         *
         * @param readings number of readings since the start, at least 1
         * @return one cost for each quantity, in the order of {@link Quantity}
         */
        List<Cost> per(long readings);

        /** Ends the count without a result; no effect after {@link #per}. */
        @Override
        default void close() {
        }
    }

    /** The counted quantities. */
    enum Quantity {
        CPU_TIME("cpu_time", "us"), USER_TIME("user_time", "us"), KERNEL_TIME("kernel_time", "us"),
        CACHE_MISSES("cache_misses", "misses"), MEMORY_TRAFFIC("memory_traffic", "bytes"),
        CONTEXT_SWITCHES("context_switches", "switches"),
        /** IP packets that the network stack of the namespace received, for any program. */
        PACKETS_RECEIVED("packets_received", "packets"),
        /** IP packets that the programs of the namespace sent. */
        PACKETS_SENT("packets_sent", "packets");

        private final String word;
        private final String unit;

        Quantity(String word, String unit) {
            this.word = word;
            this.unit = unit;
        }

        /** Returns the name in JSON. */
        public String word() {
            return word;
        }

        public String unit() {
            return unit;
        }

        /** Returns the name in sentences. */
        public String words() {
            return word.replace('_', ' ');
        }
    }

    /**
     * The cost of one reading in one quantity.
     *
     * @param quantity the quantity
     * @param perReading mean per reading in the quantity's unit, including the loop; NaN if not counted
     * @param loopPerReading the part of the loop that reads the service, same unit; NaN if unknown
     * @param reason why it was not counted; empty if it was
     */
    record Cost(Quantity quantity, double perReading, double loopPerReading, String reason) {

        public static Cost counted(Quantity quantity, double perReading) {
            return new Cost(quantity, perReading, Double.NaN, "");
        }

        public static Cost notCounted(Quantity quantity, String reason) {
            return new Cost(quantity, Double.NaN, Double.NaN, reason);
        }

        public boolean isCounted() {
            return reason.isEmpty();
        }

        /** Returns this cost with the cost of an empty loop. */
        Cost withLoop(List<Cost> loop) {
            double part = loop.stream()
                    .filter(c -> c.quantity() == quantity)
                    .mapToDouble(Cost::perReading)
                    .findFirst()
                    .orElse(Double.NaN);
            return new Cost(quantity, perReading, part, reason);
        }
    }
}
