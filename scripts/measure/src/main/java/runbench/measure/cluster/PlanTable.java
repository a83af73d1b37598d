package runbench.measure.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.sampler.run.SamplingPeriod;
import runbench.sync.window.Template.Words;

/**
 * A table of a plan. Its errors name file, line and key, and the correct form.
 *
 * @param file the file
 * @param lines its lines, in which the lines of keys are searched, because the parser's tree has none
 * @param index index of the program; -1: the top of the file
 * @param node the table
 */
record PlanTable(Path file, List<String> lines, int index, JsonNode node) {
    /**
     * Rejects unknown keys.
     *
     * @throws RunbenchException a key is not in the set
     */
    void known(Set<String> keys) {
        if (!node.isObject()) {
            throw RunbenchException.badInput(file + ": program is not a list of tables").remedy("[[program]]");
        }
        for (Iterator<String> names = node.fieldNames(); names.hasNext();) {
            String key = names.next();
            if (!keys.contains(key)) {
                throw error(key, "unknown key " + key).remedy(
                        NearestNames.didYouMean(key, keys, "known keys: " + String.join(", ", new TreeSet<>(keys))));
            }
        }
    }

    boolean has(String key) {
        return node.has(key);
    }

    String text(String key, String otherwise) {
        JsonNode value = node.path(key);
        if (!value.isMissingNode() && (!value.isTextual() || value.asText().isBlank())) {
            throw error(key, value + " is not a text").remedy(key + " = \"...\"");
        }
        return value.isMissingNode() ? otherwise : value.asText();
    }

    boolean truth(String key) {
        JsonNode value = node.path(key);
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw error(key, value + " is neither true nor false").remedy(key + " = true");
        }
        return value.asBoolean(false);
    }

    Duration duration(String key, Duration otherwise) {
        String text = text(key, null);
        return text == null ? otherwise : SamplingPeriod.duration(where(key) + " =", text);
    }

    /** Returns the words of a list, or of a text that is split at blanks outside quotes. */
    List<String> words(String key) {
        JsonNode value = node.path(key);
        return value.isTextual() ? Words.split(value.asText()) : strings(key);
    }

    List<String> strings(String key) {
        List<String> all = new ArrayList<>();
        JsonNode value = node.path(key);
        boolean isList = value.isMissingNode() || value.isArray();
        for (JsonNode item : value) {
            isList = isList && item.isTextual();
            all.add(item.asText());
        }
        if (!isList) {
            throw error(key, value + " is not a list of texts").remedy(key + " = [\"...\", \"...\"]");
        }
        return all;
    }

    RunbenchException error(String key, String what) {
        return RunbenchException.badInput(where(key) + ": " + what);
    }

    /** Returns file, line and key; the line of the table if the key has none. */
    String where(String key) {
        int header = 0;
        for (int left = index; index >= 0 && header < lines.size(); header++) {
            if (lines.get(header).matches("\\s*\\[\\[\\s*program\\s*]].*") && left-- == 0) {
                break;
            }
        }
        int line = header;
        for (int at = index < 0 ? 0 : header + 1; at < lines.size() && !lines.get(at).matches("\\s*\\[\\[.*"); at++) {
            if (lines.get(at).matches("\\s*(\\[program\\.)?[\"']?" + Pattern.quote(key) + "[\"']?\\s*[=.\\]].*")) {
                line = at;
                break;
            }
        }
        return file + ":" + (line + 1) + ": " + key;
    }
}
