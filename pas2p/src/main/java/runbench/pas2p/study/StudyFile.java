package runbench.pas2p.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.base.process.IoReason;
import runbench.base.quantity.Durations;
import runbench.pas2p.signature.SignatureOptions;
import runbench.pas2p.study.StudyPlan.StudyTarget;
import runbench.pas2p.study.StudyPlan.TracedRuns;

/**
 * Reader of studies in TOML; {@code docs/how-to/study-mappings.md} documents the format. Relative paths start from the
 * current folder, as on a command line.
 */
public final class StudyFile {
    private static final Set<String> TOP = new TreeSet<>(Set.of("name", "signature", "trace", "repeat", "program",
            "repetitions", "error", "confidence", "within", "inputs", "timeout", "mpi", "force", "target"));
    private static final Set<String> TARGET = new TreeSet<>(
            Set.of("name", "signature", "trace", "repeat", "program", "command", "measured"));
    private static final int MAX_REPETITIONS = 1000;
    private static final int MAX_TRACES = 100;

    private final String file;
    private final JsonNode top;

    private StudyFile(String file, JsonNode top) {
        this.file = file;
        this.top = top;
    }

    /**
     * Reads a study.
     *
     * @throws RunbenchException it cannot be read, or is not a valid study
     */
    public static StudyPlan read(Path path) {
        try {
            return parse(path.toString(), Files.readString(path));
        } catch (IOException e) {
            throw RunbenchException.badInput(path + ": cannot be read: " + IoReason.of(e))
                    .remedy("runbench pas2p study --help shows a study")
                    .causedBy(e);
        }
    }

    static StudyPlan parse(String file, String text) {
        try {
            return new StudyFile(file, new TomlMapper().readTree(text)).plan();
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw RunbenchException.badInput(file + ":" + line + ": not TOML: " + e.getOriginalMessage())
                    .remedy("runbench pas2p study --help shows a study")
                    .causedBy(e);
        }
    }

    private StudyPlan plan() {
        known(top, TOP, "");
        besideTrace(top, "");
        JsonNode list = top.path("target");
        if (!list.isArray() || list.isEmpty()) {
            throw RunbenchException.badInput(file + ": no targets")
                    .remedy("a mapping is [[target]] with name = \"...\" and command = \"mpirun ... {program}\"");
        }
        List<StudyTarget> targets = new ArrayList<>();
        Map<String, String> folders = new HashMap<>();
        for (JsonNode node : list) {
            StudyTarget target = target(node, targets.size() + 1);
            String other = folders.put(target.folder(), target.name());
            if (other != null) {
                throw RunbenchException
                        .badInput(file + ": the targets \"" + other + "\" and \"" + target.name()
                                + "\" would share a folder")
                        .remedy("give them names that differ in letters or digits");
            }
            targets.add(target);
        }
        int repetitions = top.has("repetitions") ? top.get("repetitions").asInt(0) : 1;
        if (repetitions < 1 || repetitions > MAX_REPETITIONS) {
            throw RunbenchException.badInput(
                    file + ": repetitions = " + top.get("repetitions") + ": not between 1 and " + MAX_REPETITIONS);
        }
        SignatureOptions usual = SignatureOptions.DEFAULT;
        SignatureOptions sampling = new SignatureOptions(share("error", usual.error()),
                share("confidence", usual.confidence()), share("within", usual.within()),
                share("within", usual.widest()));
        return new StudyPlan(
                top.path("name").asText(Path.of(file).getFileName().toString().replaceFirst("\\.toml$", "")),
                List.copyOf(targets), repetitions, sampling, paths(top, "inputs", ""), timeout(),
                top.path("mpi").asText("auto"), top.path("force").asBoolean(false));
    }

    @SuppressWarnings("ReferenceEquality")
    private StudyTarget target(JsonNode node, int number) {
        String name = node.path("name").asText("");
        String where = "target " + (name.isEmpty() ? Integer.toString(number) : "\"" + name + "\"");
        known(node, TARGET, where + ": ");
        if (name.isBlank()) {
            throw RunbenchException.badInput(file + ": " + where + " has no name")
                    .remedy("give it one: name = \"one node\"");
        }
        List<Path> measured = paths(node, "measured", where + ": ");
        List<String> command = words(node, "command", where + ": ");
        if (measured.isEmpty() == command.isEmpty()) {
            throw RunbenchException
                    .badInput(file + ": " + where
                            + (command.isEmpty() ? " has no command" : " has both a command and measured"))
                    .remedy("command says how to start the program there; measured where runbench pas2p signature "
                            + "run has left its results there");
        }
        JsonNode source = node.has("signature") || node.has("trace") ? node : top;
        String signature = source.path("signature").asText(null);
        besideTrace(node, where + ": ");
        TracedRuns traces = traces(source, source == node ? where + ": " : "");
        if (measured.isEmpty() && (signature == null) == (traces == null)) {
            throw RunbenchException
                    .badInput(file + ": " + where
                            + (signature == null ? " has neither a signature nor a trace"
                                    : " has both a signature and a trace"))
                    .remedy("signature = \"app.sig.json\" (of runbench pas2p signature build), or trace = \"run1\" "
                            + "to build one from, at the top or in the target");
        }
        List<String> program = words(node.has("program") ? node : top, "program", where + ": ");
        return new StudyTarget(name, signature == null ? null : Path.of(signature), traces, command, program, measured);
    }

    private void besideTrace(JsonNode node, String where) {
        if (node.has("repeat") && !node.has("trace")) {
            throw RunbenchException.badInput(file + ": " + where + "repeat without a trace")
                    .remedy("repeat belongs to the trace = \"run1\" that it repeats; for an existing signature, "
                            + "runbench pas2p signature build --repeat RUN2");
        }
    }

    /** Returns the traced runs; null: none. */
    private TracedRuns traces(JsonNode source, String where) {
        if (!source.has("trace")) {
            return null;
        }
        Path trace = Path.of(source.get("trace").asText());
        JsonNode repeat = source.path("repeat");
        if (!repeat.isNumber()) {
            return new TracedRuns(trace, paths(source, "repeat", where), 0);
        }
        if (!repeat.canConvertToExactIntegral() || repeat.intValue() < 0 || repeat.intValue() > MAX_TRACES) {
            throw RunbenchException
                    .badInput(file + ": " + where + "repeat = " + repeat
                            + ": neither a list of traces nor a number from 0 to " + MAX_TRACES)
                    .remedy("repeat = 2 traces the program twice more; repeat = [\"run2\", \"run3\"] are runs that "
                            + "were traced already");
        }
        return new TracedRuns(trace, List.of(), repeat.intValue());
    }

    private void known(JsonNode node, Set<String> names, String where) {
        for (Iterator<String> i = node.fieldNames(); i.hasNext();) {
            String name = i.next();
            if (!names.contains(name)) {
                throw RunbenchException.badInput(file + ": " + where + "\"" + name + "\" is not known")
                        .remedy(NearestNames.didYouMean(name, names, "known are " + String.join(", ", names)));
            }
        }
    }

    private List<String> words(JsonNode node, String key, String where) {
        JsonNode value = node.path(key);
        if (value.isMissingNode()) {
            return List.of();
        }
        try {
            List<String> words = value.isTextual() ? CommandWords.of(value.asText()) : texts(value);
            if (!words.isEmpty()) {
                return words;
            }
        } catch (IllegalArgumentException e) {
            throw RunbenchException.badInput(file + ": " + where + key + ": " + e.getMessage()).causedBy(e);
        }
        throw RunbenchException.badInput(file + ": " + where + key + " is empty");
    }

    private List<Path> paths(JsonNode node, String key, String where) {
        JsonNode value = node.path(key);
        if (value.isMissingNode()) {
            return List.of();
        }
        try {
            return texts(value.isTextual() ? JsonNodeFactory.instance.arrayNode().add(value) : value).stream()
                    .map(Path::of)
                    .toList();
        } catch (IllegalArgumentException e) {
            throw RunbenchException.badInput(file + ": " + where + key + ": " + e.getMessage()).causedBy(e);
        }
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        for (JsonNode one : list) {
            if (!one.isTextual()) {
                throw new IllegalArgumentException(one + " is no text");
            }
            texts.add(one.asText());
        }
        if (!list.isArray()) {
            throw new IllegalArgumentException(list + " is neither text nor a list of texts");
        }
        return texts;
    }

    private double share(String key, double usual) {
        JsonNode value = top.path(key);
        if (value.isMissingNode()) {
            return usual;
        }
        String text = value.asText().strip();
        try {
            return text.endsWith("%") ? Double.parseDouble(text.substring(0, text.length() - 1)) / 100
                    : Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw RunbenchException.badInput(file + ": " + key + " = " + value + ": no share")
                    .remedy("for example " + key + " = \"3%\"")
                    .causedBy(e);
        }
    }

    private Duration timeout() {
        JsonNode value = top.path("timeout");
        return value.isMissingNode() ? null
                : Durations.parse(value.asText())
                        .map(BigDecimal::longValue)
                        .filter(n -> n > 0)
                        .map(Duration::ofNanos)
                        .orElseThrow(
                                () -> RunbenchException.badInput(file + ": timeout = " + value + ": not a duration")
                                        .remedy("for example timeout = \"10 min\""));
    }

    /** A command line, split at blanks, with quotes as in a shell; no other shell syntax is supported. */
    static final class CommandWords {
        private static final Pattern PART = Pattern
                .compile("\\G(?:([^\\s'\"\\\\]+)|'([^']*)'|\"((?:[^\"\\\\]|\\\\.)*)\"|\\\\(.)|(\\s+))");

        private CommandWords() {
        }

        /**
         * Splits a line.
         *
         * @throws IllegalArgumentException a quote is not closed
         */
        static List<String> of(String line) {
            List<String> words = new ArrayList<>();
            StringBuilder word = null;
            Matcher m = PART.matcher(line);
            int at = 0;
            while (m.find()) {
                at = m.end();
                if (m.group(5) != null) {
                    if (word != null) {
                        words.add(word.toString());
                    }
                    word = null;
                    continue;
                }
                word = word == null ? new StringBuilder() : word;
                word.append(m.group(1) != null ? m.group(1)
                        : m.group(2) != null ? m.group(2)
                                : m.group(3) != null ? m.group(3).replaceAll("\\\\(.)", "$1") : m.group(4));
            }
            if (at != line.length()) {
                throw new IllegalArgumentException("a quote is not closed: " + line.substring(at));
            }
            if (word != null) {
                words.add(word.toString());
            }
            return words;
        }
    }
}
