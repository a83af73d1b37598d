package runbench.parser.series;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The quantity on the horizontal axis of a series. */
public enum Axis {
    /** Time that the program's tasks ran, summed over tasks: the reference project's abscissa. */
    @JsonProperty("run_time") RUN_TIME("task running time", "s"),
    /** Wall-clock time since the start of the run. */
    @JsonProperty("wall_time") WALL_TIME("wall time", "s"),
    /** Executed instructions, in emulation, which has no time. */
    @JsonProperty("instructions") INSTRUCTIONS("instructions", "10⁶");

    private final String label;
    private final String unit;

    Axis(String label, String unit) {
        this.label = label;
        this.unit = unit;
    }

    public String label() {
        return label;
    }

    /** Number of ns or instructions per unit of a position. */
    public double recorded() {
        return this == INSTRUCTIONS ? 1e6 : 1e9;
    }

    /** Unit of positions on this axis. */
    public String unit() {
        return unit;
    }
}
