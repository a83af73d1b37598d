package runbench.schedule.workload;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;

/** A table of a workload file. Its errors name the file, the place and the correct form. */
final class WorkloadTable {
    /** Maximum seed: the TOML parser corrupts numbers of 19 digits, and a double represents 16 exactly. */
    static final long MAX_SEED = (1L << 53) - 1;

    private final String file;
    private final String where;
    private final JsonNode node;

    WorkloadTable(String file, String where, JsonNode node) {
        this.file = file;
        this.where = where;
        this.node = node;
    }

    /**
     * Rejects unknown keys.
     *
     * @throws RunbenchException if a key is not in the set
     */
    void known(Set<String> keys) {
        for (Iterator<String> names = node.fieldNames(); names.hasNext();) {
            String name = names.next();
            if (!keys.contains(name)) {
                throw error("\"" + name + "\": unknown key").remedy(
                        NearestNames.didYouMean(name, keys, "known keys: " + String.join(", ", new TreeSet<>(keys))));
            }
        }
    }

    /**
     * Rejects keys that have no effect together with another one.
     *
     * @param context description of what the table contains
     */
    void without(String context, String... keys) {
        for (String key : keys) {
            if (has(key)) {
                throw error("it has " + context + ", so " + key + " has no effect")
                        .remedy("omit " + key + ", or change the other");
            }
        }
    }

    boolean has(String key) {
        return node.has(key);
    }

    RunbenchException error(String what) {
        return RunbenchException.badInput(file + ": " + (where.isEmpty() ? "" : where + ": ") + what);
    }

    String text(String key, String otherwise) {
        JsonNode value = node.path(key);
        if (value.isMissingNode()) {
            return otherwise;
        }
        if (!value.isTextual() || value.asText().isBlank()) {
            throw error(key + " = " + value + ": not a text").remedy("write " + key + " = \"...\"");
        }
        return value.asText();
    }

    boolean truth(String key) {
        JsonNode value = node.path(key);
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw error(key + " = " + value + ": neither true nor false").remedy("write " + key + " = true");
        }
        return value.asBoolean(false);
    }

    int whole(String key, int otherwise, int least, int most) {
        JsonNode value = node.path(key);
        if (value.isMissingNode()) {
            return otherwise;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < least || value.asLong() > most) {
            throw error(key + " = " + value + ": not a whole number from " + least + " to " + most)
                    .remedy("write e.g. " + key + " = " + Math.max(least, 2));
        }
        return value.asInt();
    }

    long seed(String key, long otherwise) {
        JsonNode value = node.path(key);
        if (value.isMissingNode()) {
            return otherwise;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < 0 || value.asLong() > MAX_SEED) {
            throw error(key + " = " + value + ": not a whole number from 0 to " + MAX_SEED)
                    .remedy("write e.g. " + key + " = 1");
        }
        return value.asLong();
    }

    double number(String key, double otherwise, double least, double most) {
        JsonNode value = node.path(key);
        return value.isMissingNode() ? otherwise : number(key, value, least, most);
    }

    private double number(String key, JsonNode value, double least, double most) {
        if (!value.isNumber() || !(value.asDouble() >= least && value.asDouble() <= most)) {
            throw error(key + " = " + value + ": not a number from " + least + " to " + most)
                    .remedy("write e.g. " + key + " = " + Math.max(least, 1));
        }
        return value.asDouble();
    }

    /** Returns the pairs of numbers of a list. */
    List<double[]> pairs(String key, double least, double most) {
        List<double[]> pairs = new ArrayList<>();
        for (JsonNode pair : node.path(key)) {
            if (!pair.isArray() || pair.size() != 2) {
                throw error(key + ": " + pair + " is not a pair")
                        .remedy("write " + key + " = [[0.3, 2.0], [0.1, 18.0]]: seconds alone, traffic");
            }
            pairs.add(new double[]{number(key, pair.get(0), least, most), number(key, pair.get(1), 0, most)});
        }
        if (pairs.isEmpty()) {
            throw error(key + " = " + node.path(key) + ": not a list of pairs")
                    .remedy("write " + key + " = [[0.3, 2.0], [0.1, 18.0]]: seconds alone, traffic");
        }
        return pairs;
    }

    List<String> wordList(String key) {
        List<String> wordList = new ArrayList<>();
        JsonNode value = node.path(key);
        for (JsonNode word : value) {
            wordList.add(word.isTextual() ? word.asText() : "");
        }
        if (!value.isMissingNode() && (!value.isArray() || wordList.isEmpty() || wordList.contains(""))) {
            throw error(key + " = " + value + ": not a list of words")
                    .remedy("write " + key + " = [\"./app\", \"input.txt\"]");
        }
        return wordList;
    }

    /** Returns the tables of a list. */
    List<WorkloadTable> tables(String key) {
        List<WorkloadTable> tables = new ArrayList<>();
        JsonNode list = node.path(key);
        if (!list.isMissingNode() && !list.isArray()) {
            throw error(key + " is not a list of tables").remedy("write [[" + key + "]]");
        }
        for (JsonNode one : list) {
            if (!one.isObject()) {
                throw error(key + ": " + one + " is not a table").remedy("write [[" + key + "]], and its keys below");
            }
            String name = one.path("name").asText("");
            String place = key + " " + (name.isEmpty() ? Integer.toString(tables.size() + 1) : "\"" + name + "\"");
            tables.add(new WorkloadTable(file, where.isEmpty() ? place : where + ", " + place, one));
        }
        return tables;
    }
}
