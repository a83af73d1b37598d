package runbench.parser.metrics;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.json.Fields;
import runbench.parser.microarchitecture.Microarchitecture;
import runbench.parser.microarchitecture.Microarchitectures;
import runbench.parser.table.CompiledTables;

/**
 * The availability of a metric on a microarchitecture.
 *
 * @param metric name of the metric
 * @param processor name of the table: {@code zen5}
 * @param available whether the processor counts the required events
 * @param formula best formula; null if not available
 * @param note difference from the usual meaning of the name; null if none
 * @param estimate reason why the value is an estimate even if every count is exact; null if it is none
 * @param source vendor's document or table; null if the metric needs no event of the processor
 * @param reason reason why it is not available; null if it is
 * @param checked kind of machine on which the formula was checked against known values
 * @param checkedBy reference of the check; null if it was not checked
 */
public record MetricAvailability(String metric, String processor, boolean available, String formula, String note,
        String estimate, String source, String reason, CheckedOn checked,
        @JsonProperty("checked_by") String checkedBy) {
    /** Returns every metric of this package on every microarchitecture, by metric, then in the order of the tables. */
    public static List<MetricAvailability> everywhere() {
        List<MetricTable> tables = new ArrayList<>();
        List<String> ids = Microarchitectures.ids();
        ids.forEach(id -> tables.add(MetricTable.builtIn(Microarchitectures.named(id))));
        List<MetricAvailability> all = new ArrayList<>();
        List<Fields> checked = CheckedOn.table();
        for (int m = 0; m < tables.get(0).all().size(); m++) {
            for (int t = 0; t < tables.size(); t++) {
                all.add(of(tables.get(t).all().get(m), ids.get(t), checked));
            }
        }
        return all;
    }

    /** Returns every metric on one microarchitecture. */
    public static List<MetricAvailability> on(Microarchitecture processor) {
        List<Fields> checked = CheckedOn.table();
        return MetricTable.builtIn(processor).all().stream().map(m -> of(m, processor.id(), checked)).toList();
    }

    private static MetricAvailability of(Metric m, String processor, List<Fields> table) {
        CheckedOn.Proof proof = m.available() ? CheckedOn.of(table, processor, m.name()) : CheckedOn.Proof.NONE;
        if (!m.available()) {
            return new MetricAvailability(m.name(), processor, false, null, null, null, null, m.unavailable(),
                    proof.how(), orNull(proof.by()));
        }
        Metric.Way way = m.ways().get(0);
        return new MetricAvailability(m.name(), processor, true, way.formula().toString(), orNull(way.note()),
                orNull(way.estimate()), orNull(way.source()), null, proof.how(), orNull(proof.by()));
    }

    private static String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    /** The kind of machine on which a metric's formula was checked against known values. */
    public enum CheckedOn {
        HARDWARE("checked on hardware"), SIMULATION("simulated"), NOWHERE("not checked");

        private final String label;

        CheckedOn(String label) {
            this.label = label;
        }

        @JsonValue
        public String label() {
            return label;
        }

        /**
         * The method by which a formula was checked.
         *
         * @param how kind of machine
         * @param by reference that it was checked against; empty if it was not checked
         */
        record Proof(CheckedOn how, String by) {
            static final Proof NONE = new Proof(NOWHERE, "");
        }

        /** Returns the check results of all metrics. */
        static List<Fields> table() {
            return CompiledTables.read(CheckedOn.class, "checked").list("checked");
        }

        static Proof of(List<Fields> table, String processor, String metric) {
            return table.stream()
                    .filter(row -> row.text("processor").equals(processor) && row.texts("metrics").contains(metric))
                    .findFirst()
                    .map(row -> new Proof(valueOf(row.text("how").toUpperCase(Locale.ROOT)), row.text("by")))
                    .orElse(Proof.NONE);
        }
    }
}
