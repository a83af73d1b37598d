package runbench.base.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import runbench.base.error.ExitCode;
import runbench.base.error.RunbenchException;
import runbench.base.home.ProjectHome;

/**
 * The members of a JSON object by type. A member that is missing or of another type is an error. Accessors whose names
 * end in {@code Or} accept an absent member, but not one of another type. A JSON null counts as absent.
 *
 * @param map the members as they were read
 * @param where the file or the line that contains the object, for errors
 * @param code exit code of the errors: {@link ExitCode#BAD_INPUT} for a file, {@link ExitCode#MACHINE} for a helper's
 *     answer
 */
public record Fields(Map<String, Object> map, String where, ExitCode code) {
    /**
     * Returns the members of an object in a file.
     *
     * @param map the members as they were read
     * @param file the file's path, for errors
     */
    public static Fields ofFile(Map<String, Object> map, Object file) {
        return new Fields(map, file.toString(), ExitCode.BAD_INPUT);
    }

    /**
     * Returns the members of an object that a helper or another process sent.
     *
     * @param map the members as they were read
     * @param sender the sender's name, for errors
     */
    public static Fields ofAnswer(Map<String, Object> map, String sender) {
        return new Fields(map, sender, ExitCode.MACHINE);
    }

    /** Returns a whole number that must be present. */
    public long number(String key) {
        return present(key, numeric(key)).longValue();
    }

    /** Returns a whole number, or the default if it is absent. */
    public long numberOr(String key, long absent) {
        return numeric(key).map(Number::longValue).orElse(absent);
    }

    /** Returns a whole number, or empty if it is absent. */
    public Optional<Long> optionalNumber(String key) {
        return numeric(key).map(Number::longValue);
    }

    /**
     * Returns the whole number of a member that must be present.
     *
     * @return null for a JSON null, which a sender writes for an unknown number
     */
    public Long numberOrNull(String key) {
        if (!map.containsKey(key)) {
            throw failure(where + ": the member '" + key + "' is missing");
        }
        return numeric(key).map(Number::longValue).orElse(null);
    }

    /** Returns a number that must be present. */
    public double real(String key) {
        return present(key, numeric(key)).doubleValue();
    }

    /** Returns a number, or the default if it is absent. */
    public double realOr(String key, double absent) {
        return numeric(key).map(Number::doubleValue).orElse(absent);
    }

    /** Returns a boolean that must be present. */
    public boolean truth(String key) {
        return present(key, typed(key, Boolean.class, "true or false"));
    }

    /** Returns a boolean, or the default if it is absent. */
    public boolean truthOr(String key, boolean absent) {
        return typed(key, Boolean.class, "true or false").orElse(absent);
    }

    /** Returns a text that must be present. */
    public String text(String key) {
        return present(key, typed(key, String.class, "a text"));
    }

    /** Returns a text, or the default if it is absent. */
    public String textOr(String key, String absent) {
        return typed(key, String.class, "a text").orElse(absent);
    }

    /** Returns the items of an array that must be present. */
    public List<?> array(String key) {
        return present(key, typed(key, List.class, "an array"));
    }

    /** Returns the items of an array that must be present, each as text. */
    public List<String> texts(String key) {
        return array(key).stream().map(String::valueOf).toList();
    }

    /**
     * Returns the items of an array, each as text.
     *
     * @return an empty list if the array is absent
     */
    public List<String> textsOrNone(String key) {
        return has(key) ? texts(key) : List.of();
    }

    /** Returns whether the member is present and not null. */
    public boolean has(String key) {
        return map.get(key) != null;
    }

    /** Returns an object that must be present. */
    @SuppressWarnings("unchecked")
    public Fields at(String key) {
        return new Fields(present(key, typed(key, Map.class, "an object")), where + ", '" + key + "'", code);
    }

    /**
     * Returns an object.
     *
     * @return an object without members if it is absent
     */
    public Fields atOrEmpty(String key) {
        return has(key) ? at(key) : new Fields(Map.of(), where + ", '" + key + "'", code);
    }

    /** Returns the objects of an array that must be present. */
    @SuppressWarnings("unchecked")
    public List<Fields> list(String key) {
        List<Fields> all = new ArrayList<>();
        for (Object item : array(key)) {
            String place = where + ", '" + key + "'[" + all.size() + "]";
            if (!(item instanceof Map<?, ?> m)) {
                throw failure(place + " is not an object");
            }
            all.add(new Fields((Map<String, Object>) m, place, code));
        }
        return all;
    }

    /**
     * Returns the objects of an array.
     *
     * @return an empty list if the array is absent
     */
    public List<Fields> listOrNone(String key) {
        return has(key) ? list(key) : List.of();
    }

    private Optional<Number> numeric(String key) {
        return typed(key, Number.class, "a number");
    }

    private <T> Optional<T> typed(String key, Class<T> type, String name) {
        Object value = map.get(key);
        if (value != null && !type.isInstance(value)) {
            throw failure(where + ": the member '" + key + "' is not " + name);
        }
        return Optional.ofNullable(type.cast(value));
    }

    private <T> T present(String key, Optional<T> value) {
        return value.orElseThrow(() -> failure(where + ": the member '" + key + "' is missing"));
    }

    private RunbenchException failure(String message) {
        return RunbenchException.of(code, message)
                .remedy(code == ExitCode.MACHINE ? ProjectHome.rebuildRemedy()
                        : "the file is damaged or of another version; make it again");
    }
}
