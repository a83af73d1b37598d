package runbench.parser.metrics;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import runbench.base.json.Fields;
import runbench.parser.table.CompiledTables;

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
