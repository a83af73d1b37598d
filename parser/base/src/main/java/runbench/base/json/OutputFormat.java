package runbench.base.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/**
 * The formats of JSON output for other programs. Each output names its format and version, and has its own schema:
 * {@code docs/reference/schemas/NAME-VERSION.json}. Removing a field or changing its meaning requires a new version. A
 * new field does not, but the schema must contain it.
 */
public enum OutputFormat {
    SUMMARY("runbench summary"), RUN("runbench run"), PART("runbench part"), COMPARISON("runbench-comparison"),
    REPETITIONS("runbench repetitions"), FUNCTIONS("runbench functions"), SIMPOINTS("runbench simpoints"),
    RUNS("runbench runs"), BATCH("runbench batch"), BATCH_REPORT("runbench batch report"), GALLERY("runbench gallery"),
    DOCTOR("runbench doctor"), TOPOLOGY("runbench topology"), EVENTS("runbench events"),
    EMULATED_EVENTS("runbench emulated events"), METRICS("runbench metrics"),
    METRIC_AVAILABILITY("runbench metric availability"), METRIC_CHECK("runbench metric check"),
    ROOFLINE("runbench roofline"), PREDICTION("runbench prediction"), EXTRAPOLATION("runbench extrapolation"),
    SCALING_PREDICTION("runbench scaling prediction"), CONTENTION_MODEL("runbench contention model"),
    BANDWIDTH("runbench bandwidth"), INTERFERENCE("runbench interference"), CO_RUN("runbench co-run"),
    BANDWIDTH_PROFILE("runbench bandwidth profile"), PROFILE_LIBRARY("runbench profile library"),
    SCHEDULE_STUDY("runbench schedule study"), SCHEDULE_RUN("runbench schedule run"),
    SCHEDULE_COMPARISON("runbench schedule comparison"), EXPORT("runbench export"), BENCHMARKS("runbench benchmarks"),
    BENCHMARK("runbench benchmark"), CHART_FILES("runbench chart files"), SHOWN("runbench shown"),
    ROOFS("runbench roofs"), KEPT_CHECKS("runbench kept checks"), CLUSTER_RUN("runbench cluster run"),
    CLUSTER_VIEW("runbench cluster view"), PLAN_RUN("runbench plan run"), PLAN_VIEW("runbench plan view"),
    ALIGNED_RUN("runbench aligned run"), LOG_RUN("runbench log run"), PHASES("runbench phases"),
    HIERARCHY("runbench phases of phases"), EFFICIENCY("runbench efficiency"),
    PHASE_COMPARISON("runbench phase comparison"), SIGNATURE("runbench signature"),
    MEASURED_SIGNATURE("runbench measured signature"), CHECKPOINT_SIGNATURE("runbench checkpoint signature"),
    TRACED_RUN("runbench traced run"), PACKED_TRACE("runbench packed trace"), STUDY("runbench study"),
    STUDY_PLAN("runbench study plan"), CLOCK_MODEL("runbench clock model"), SYNC_WINDOW("runbench sync window"),
    SYNC_EVENT("runbench sync event"), CLOCKS("runbench clocks"), UTC("runbench utc"),
    SERVICE_BENCH("runbench service bench"), ESTIMATES("runbench estimates"), DELAYS("runbench delays"),
    SCENARIOS("runbench scenarios"), DRIFT_STUDY("runbench drift study"), SCALE_STUDY("runbench scale study"),
    EVALUATION("runbench evaluation");

    public static final String FORMAT = "format";
    public static final String VERSION = "version";

    private final String format;

    OutputFormat(String format) {
        this.format = format;
    }

    /** Returns the value of the member {@value #FORMAT}. */
    public String format() {
        return format;
    }

    public int version() {
        return 1;
    }

    /** Returns the file name of the format's schema. */
    public String schema() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + version() + ".json";
    }

    /**
     * Returns a copy that begins with format and version. Numbers that are not finite become null, because JSON has no
     * NaN. A list remains a list, for programs that filter it: each of its objects gets format and version.
     *
     * @param content an object, or a list of objects
     */
    public JsonNode named(JsonNode content) {
        if (content instanceof ArrayNode list) {
            ArrayNode all = JsonNodeFactory.instance.arrayNode(list.size());
            list.forEach(item -> all.add(named(item)));
            return all;
        }
        ObjectNode named = JsonNodeFactory.instance.objectNode();
        named.put(FORMAT, format).put(VERSION, version());
        named.setAll((ObjectNode) content);
        finite(named);
        return named;
    }

    private static void finite(JsonNode within) {
        if (within instanceof ObjectNode object) {
            object.properties().forEach(field -> {
                if (infinite(field.getValue())) {
                    field.setValue(NullNode.getInstance());
                } else {
                    finite(field.getValue());
                }
            });
        } else if (within instanceof ArrayNode list) {
            for (int i = 0; i < list.size(); i++) {
                if (infinite(list.get(i))) {
                    list.setNull(i);
                } else {
                    finite(list.get(i));
                }
            }
        }
    }

    private static boolean infinite(JsonNode value) {
        return value.isFloatingPointNumber() && !Double.isFinite(value.doubleValue());
    }
}
