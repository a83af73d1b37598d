package runbench.sync.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.sync.model.WindowModel.Ticks;

/** Reads and writes {@code NODE.model.json}, a {@link NodeModel}. The name of every number contains its unit. */
public final class ModelFile {
    private static final String FORMAT = "runbench clock model";
    private static final String REMEDY = "Measure again, or restore the file as runbench sync measure wrote it";
    /** Largest plausible rate of a clock, ppm: a tenth. */
    private static final double MAX_PPM = 1e5;
    private static final ObjectMapper JSON = new ObjectMapper().configure(SerializationFeature.INDENT_OUTPUT, true)
            .configure(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, true);

    private ModelFile() {
    }

    /**
     * Returns a model as JSON.
     *
     * @param model the model
     * @param toleranceNanos error that limits {@code valid_until_ns}, ns
     */
    public static ObjectNode toJson(NodeModel model, double toleranceNanos) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("format", FORMAT).put("version", 1);
        root.put("node", model.node()).put("reference", model.reference()).put("source", model.source());
        if (!model.referenceSource().equals(NodeModel.UNKNOWN)) {
            root.put("reference_source", model.referenceSource());
        }
        root.put("offset_means", "node minus reference at x0_ns");
        root.put("wander_ppm", model.wander() * 1e6);
        root.put("lo_hi_assume", assumption(model));
        root.put("tolerance_ns", toleranceNanos);
        for (WindowModel w : model.windows()) {
            ObjectNode node = root.withArray("/windows").addObject();
            node.put("x0_ns", w.x0Nanos());
            node.put("offset_ns", ExactNanos.of(w.baseNanos(), w.offsetNanos()));
            node.put("slope", w.slope());
            node.put("err_stat_ns", number(w.errStatNanos()));
            node.put("slope_err", number(w.slopeErr()));
            node.put("lo_ns", ExactNanos.of(w.baseNanos(), w.loNanos()));
            node.put("hi_ns", ExactNanos.of(w.baseNanos(), w.hiNanos()));
            node.put("slope_lo", number(w.slopeLo())).put("slope_hi", number(w.slopeHi()));
            node.put("rtt_min_ns", w.rttMinNanos()).put("n", w.exchanges());
            node.put("method", w.method()).put("stamps", w.stamps());
            if (w.ticks() != null) {
                node.putObject("source")
                        .put("clock", model.source())
                        .put("hertz", w.ticks().hertz())
                        .put("hertz_error", w.ticks().errHertz());
            }
            if (w.external() != null) {
                w.external().write(node.putObject("external"));
            }
            node.put("valid_until_ns", w.validUntilNanos(toleranceNanos, model.wander()));
        }
        return root;
    }

    /** Returns the assumption of the guaranteed interval as text. */
    public static String assumption(NodeModel model) {
        return String.format(Locale.ROOT,
                "at x0_ns: that the node's clock ran straight through the window; away from windows: that its rate"
                        + " changed by no more than %.3g ppm (wander_ppm), which no measurement can prove",
                model.wander() * 1e6);
    }

    /** Replaces the file atomically, so that a full disk or a kill leaves the old model intact. */
    public static void write(Path file, NodeModel model, double toleranceNanos) throws IOException {
        OutputFile.write(file, JSON.writeValueAsString(toJson(model, toleranceNanos)) + "\n");
    }

    public static NodeModel read(Path file) {
        try {
            return fromJson(file.toString(), JSON.readTree(Files.readString(file)));
        } catch (NoSuchFileException e) {
            throw RunbenchException.badInput(file + ": no such file").causedBy(e);
        } catch (JsonProcessingException e) {
            throw RunbenchException.badInput(file + ": not JSON: " + e.getOriginalMessage()).causedBy(e);
        } catch (IOException e) {
            throw RunbenchException.badInput(file + ": cannot be read: " + e.getMessage()).causedBy(e);
        }
    }

    private static NodeModel fromJson(String file, JsonNode root) {
        if (!FORMAT.equals(root.path("format").asText()) || root.path("version").asInt() != 1) {
            throw RunbenchException.badInput(file + ": not a clock model of version 1")
                    .remedy("runbench sync measure and runbench sync estimate --model write such files");
        }
        List<WindowModel> windows = new ArrayList<>();
        for (JsonNode w : root.path("windows")) {
            windows.add(window(file + ": window " + (windows.size() + 1), w));
        }
        if (windows.isEmpty()) {
            throw RunbenchException.badInput(file + ": holds no window");
        }
        double wander = root.path("wander_ppm").isMissingNode() ? 0
                : within(file, root, "wander_ppm", 0, MAX_PPM) * 1e-6;
        double tolerance = root.path("tolerance_ns").isMissingNode() ? Double.POSITIVE_INFINITY
                : within(file, root, "tolerance_ns", 0, NodeModel.MAX_STAMP_NANOS);
        return new NodeModel(root.path("node").asText(), root.path("reference").asText(), root.path("source").asText(),
                wander, windows, tolerance, root.path("reference_source").asText(NodeModel.UNKNOWN));
    }

    private static WindowModel window(String where, JsonNode w) {
        long x0 = decimal(where, w, "x0_ns", NodeModel.MAX_STAMP_NANOS).longValue();
        BigDecimal offset = decimal(where, w, "offset_ns", NodeModel.MAX_STAMP_NANOS);
        long base = offset.setScale(0, RoundingMode.FLOOR).longValue();
        double lo = bound(where, w, "lo_ns", base, -1, 2 * NodeModel.MAX_STAMP_NANOS);
        double hi = bound(where, w, "hi_ns", base, 1, 2 * NodeModel.MAX_STAMP_NANOS);
        double slopeLo = bound(where, w, "slope_lo", 0, -1, 1);
        double slopeHi = bound(where, w, "slope_hi", 0, 1, 1);
        if (lo > hi || slopeLo > slopeHi) {
            throw RunbenchException.badInput(where + ": '" + (lo > hi ? "lo_ns" : "slope_lo") + "' is greater than '"
                    + (lo > hi ? "hi_ns" : "slope_hi") + "'").remedy(REMEDY);
        }
        return new WindowModel(x0, base, difference(offset, base),
                decimal(where, w, "slope", MAX_PPM * 1e-6).doubleValue(),
                error(where, w, "err_stat_ns", NodeModel.MAX_STAMP_NANOS), error(where, w, "slope_err", 1), lo, hi,
                slopeLo, slopeHi, w.path("rtt_min_ns").asDouble(), w.path("n").asInt(), w.path("method").asText(),
                w.path("stamps").asText(), Ticks.of(w.path("source")), External.ofModel(w.path("external")));
    }

    private static Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /**
     * Returns an end of the guaranteed interval, relative to the base; infinite if null, because no straight clock
     * fitted the window.
     */
    private static double bound(String where, JsonNode window, String field, long base, int side, double most) {
        return window.path(field).isNull() ? side * Double.POSITIVE_INFINITY
                : difference(decimal(where, window, field, most), base);
    }

    /** Returns a standard error; NaN if null, because the window was too short. */
    private static double error(String where, JsonNode window, String field, double most) {
        return window.path(field).isNull() ? Double.NaN : within(where, window, field, 0, most);
    }

    private static double difference(BigDecimal value, long base) {
        return value.subtract(BigDecimal.valueOf(base)).doubleValue();
    }

    private static double within(String where, JsonNode node, String field, double least, double most) {
        double value = decimal(where, node, field, most).doubleValue();
        if (value < least) {
            throw RunbenchException.badInput(where + ": '" + field + "' is " + value + ", less than " + least)
                    .remedy(REMEDY);
        }
        return value;
    }

    /**
     * Returns a number.
     *
     * @param most largest absolute value
     */
    private static BigDecimal decimal(String where, JsonNode node, String field, double most) {
        JsonNode value = node.path(field);
        if (!value.isNumber() || !Double.isFinite(value.doubleValue())) {
            throw RunbenchException
                    .badInput(where + ": no number in '" + field + "'" + (value.isMissingNode() ? "" : " but " + value))
                    .remedy(REMEDY);
        }
        if (Math.abs(value.doubleValue()) > most) {
            throw RunbenchException.badInput(where + ": '" + field + "' is " + value + ", beyond +-" + most)
                    .remedy(REMEDY);
        }
        return value.decimalValue();
    }

    /** Times since 1970 with fractions of a ns, which need more digits than a double has. */
    public static final class ExactNanos {
        private ExactNanos() {
        }

        /** Returns {@code whole + rest} ns to three decimals, exactly; null if {@code rest} is not finite. */
        public static BigDecimal of(long whole, double rest) {
            return Double.isFinite(rest)
                    ? BigDecimal.valueOf(whole).add(BigDecimal.valueOf(rest)).setScale(3, RoundingMode.HALF_EVEN)
                    : null;
        }
    }
}
