package runbench.schedule.profile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.json.OutputFormat;
import runbench.base.process.IoReason;
import runbench.schedule.profile.BandwidthProfile.ProfileStep;
import runbench.schedule.profile.BandwidthProfile.ProgressUnit;
import runbench.schedule.profile.BandwidthProfile.TrafficSource;

/**
 * Reads and writes profiles as JSON files of the published format {@link OutputFormat#BANDWIDTH_PROFILE}. Values
 * survive a round trip exactly.
 */
public final class ProfileFiles {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT)
            .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);

    private ProfileFiles() {
    }

    /** Returns the content of a profile file. */
    public static String text(KeptProfile kept) {
        try {
            return JSON.writeValueAsString(OutputFormat.BANDWIDTH_PROFILE.named(json(kept))) + "\n";
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ObjectNode json(KeptProfile kept) {
        BandwidthProfile p = kept.profile();
        ObjectNode out = JSON.createObjectNode()
                .put("name", p.name())
                .put("threads", p.threads())
                .put("unit", p.unit().label())
                .put("source", word(p.source()))
                .put("progress_unit", word(p.progressUnit()))
                .put("seconds", p.aloneSeconds())
                .put("mean", kept.meanTraffic());
        ObjectNode origin = JSON.valueToTree(kept.origin());
        origin.put("time", word(kept.origin().time())).put("steps_from", word(kept.origin().stepsFrom()));
        out.set("origin", origin);
        ArrayNode steps = out.putArray("steps");
        p.steps()
                .forEach(s -> steps.addObject()
                        .put("progress", s.progress())
                        .put("alone_seconds", s.aloneSeconds())
                        .put("traffic", s.traffic())
                        .put("waiting", s.waiting()));
        return out;
    }

    /**
     * Writes a profile to a file.
     *
     * @throws RunbenchException (machine) if the file cannot be written
     */
    public static void write(Path file, KeptProfile kept) {
        try {
            OutputFile.write(file, text(kept));
        } catch (IOException e) {
            throw RunbenchException.machine("the profile cannot be written to " + file + ": " + IoReason.of(e))
                    .remedy("name another file with -o")
                    .causedBy(e);
        }
    }

    /**
     * Reads a profile from a file.
     *
     * @throws RunbenchException (bad input) if the file is not a profile
     */
    public static KeptProfile read(Path file) {
        JsonNode json;
        try {
            json = JSON.readTree(file.toFile());
        } catch (IOException e) {
            throw broken(file, String.valueOf(e.getMessage()).lines().findFirst().orElse("")).causedBy(e);
        }
        if (!json.path(OutputFormat.FORMAT).asText().equals(OutputFormat.BANDWIDTH_PROFILE.format())) {
            throw broken(file, "the format is not '" + OutputFormat.BANDWIDTH_PROFILE.format() + "'");
        }
        if (json.path(OutputFormat.VERSION).asInt() != OutputFormat.BANDWIDTH_PROFILE.version()) {
            throw broken(file, "it has version " + json.path(OutputFormat.VERSION).asText("none")
                    + " of its format, and this Runbench reads version " + OutputFormat.BANDWIDTH_PROFILE.version());
        }
        try {
            return kept(json);
        } catch (IOException | IllegalArgumentException e) {
            throw broken(file, String.valueOf(e.getMessage()).lines().findFirst().orElse("")).causedBy(e);
        }
    }

    private static RunbenchException broken(Path file, String why) {
        return RunbenchException.badInput(file + ": not a readable bandwidth profile: " + why)
                .remedy("create it again from its run: runbench schedule profile RUN -o " + file);
    }

    private static KeptProfile kept(JsonNode json) throws IOException {
        List<ProfileStep> steps = new ArrayList<>();
        for (JsonNode s : json.path("steps")) {
            steps.add(step(s, steps.size()));
        }
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("it has no steps");
        }
        BandwidthProfile profile = new BandwidthProfile(json.path("name").asText(), json.path("threads").asInt(1),
                unit(json.path("unit").asText()), named(TrafficSource.class, json.path("source")),
                named(ProgressUnit.class, json.path("progress_unit")), steps);
        ObjectNode origin = json.path("origin").deepCopy();
        origin.put("time", upper(origin.path("time"))).put("steps_from", upper(origin.path("steps_from")));
        for (String number : List.of("share_measured", "total", "peak", "window", "held")) {
            origin.put(number, real(origin.path(number)));
        }
        return new KeptProfile(profile, JSON.treeToValue(origin, ProfileOrigin.class));
    }

    private static ProfileStep step(JsonNode s, int index) {
        ProfileStep step = new ProfileStep(real(s.path("progress")), real(s.path("alone_seconds")),
                real(s.path("traffic")), real(s.path("waiting")));
        boolean right = step.progress() > 0 && step.aloneSeconds() > 0 && step.traffic() >= 0 && !(step.waiting() < 0)
                && !(step.waiting() > 1);
        if (!right) {
            throw new IllegalArgumentException("step " + (index + 1)
                    + " lacks progress or alone_seconds above 0, traffic from 0, or waiting within 0 and 1: " + s);
        }
        return step;
    }

    private static double real(JsonNode number) {
        return number.isNumber() ? number.doubleValue() : Double.NaN;
    }

    private static TrafficUnit unit(String label) {
        for (TrafficUnit u : TrafficUnit.values()) {
            if (u.label().equals(label)) {
                return u;
            }
        }
        throw new IllegalArgumentException("its unit '" + label + "' is unknown");
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String upper(JsonNode word) {
        return word.asText().toUpperCase(Locale.ROOT);
    }

    private static <E extends Enum<E>> E named(Class<E> type, JsonNode word) {
        return Enum.valueOf(type, upper(word));
    }
}
