package runbench.sampler.events.machine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One event source, as sysfs describes it.
 *
 * @param name name of the folder in sysfs
 * @param type {@code attr.type}
 * @param cpus CPUs of this core type ({@code 0-7}); empty on machines with one core type
 * @param cpumask one CPU of each socket if the source counts whole sockets and cannot follow a program; otherwise empty
 * @param formats bit positions by term
 * @param events terms by event name, for example {@code event=0x3c,umask=0x01}
 * @param units units with scale by event name, where the kernel defines them
 */
public record Pmu(String name, int type, String cpus, String cpumask, Map<String, Format> formats,
        Map<String, String> events, Map<String, String> units) {

    static Optional<Pmu> read(SystemFiles files, String name) {
        String folder = PmuTree.FOLDER + "/" + name;
        return files.number(folder + "/type").map(type -> {
            Map<String, Format> formats = new TreeMap<>();
            for (String term : files.names(folder + "/format")) {
                files.text(folder + "/format/" + term).flatMap(Format::parse).ifPresent(f -> formats.put(term, f));
            }
            Map<String, String> events = new LinkedHashMap<>();
            Map<String, String> units = new TreeMap<>();
            List<String> names = files.names(folder + "/events");
            for (String event : names) {
                if (isEvent(event)) {
                    files.text(folder + "/events/" + event).ifPresent(terms -> events.put(event, terms));
                    unit(files, folder + "/events/" + event).ifPresent(u -> units.put(event, u));
                }
            }
            return new Pmu(name, type.intValue(), files.text(folder + "/cpus").orElse(""),
                    name.equals("cpu") ? "" : files.text(folder + "/cpumask").orElse(""), formats, events, units);
        });
    }

    /** Returns true if the source counts whole sockets, independent of the running tasks. */
    public boolean uncore() {
        return !cpumask.isEmpty();
    }

    private static boolean isEvent(String file) {
        return !file.endsWith(".scale") && !file.endsWith(".unit") && !file.endsWith(".per-pkg")
                && !file.endsWith(".snapshot");
    }

    private static Optional<String> unit(SystemFiles files, String event) {
        Optional<String> unit = files.text(event + ".unit");
        Optional<String> scale = files.text(event + ".scale");
        if (unit.isEmpty() && scale.isEmpty()) {
            return Optional.empty();
        }
        // Counts are not scaled; the scale is part of the unit's name.
        return Optional.of((scale.map(s -> s + " ").orElse("") + unit.orElse("")).strip());
    }

    /**
     * The bit positions of a term, such as {@code config:0-7,32-35} in a PMU's {@code format} folder
     * (Documentation/ABI/ testing/sysfs-bus-event_source-devices-format).
     *
     * @param word 0 {@code config}, 1 {@code config1}, 2 {@code config2}
     * @param bits destination of the value's bits, least significant first
     */
    public record Format(int word, List<Integer> bits) {
        private static final Pattern LINE = Pattern.compile("config([12]?):([0-9,\\- ]+)");

        static Optional<Format> parse(String text) {
            Matcher m = LINE.matcher(text.strip());
            if (!m.matches()) {
                return Optional.empty();
            }
            List<Integer> bits = new ArrayList<>();
            try {
                for (String part : m.group(2).split(",")) {
                    String[] ends = part.strip().split("-");
                    int from = Integer.parseInt(ends[0].strip());
                    int to = Integer.parseInt(ends[ends.length - 1].strip());
                    for (int bit = from; bit <= to && bit < 64; bit++) {
                        bits.add(bit);
                    }
                }
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                return Optional.empty();
            }
            if (bits.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(new Format(m.group(1).isEmpty() ? 0 : Integer.parseInt(m.group(1)), bits));
        }

        /** Returns true if the value fits into the term's bits. */
        public boolean accepts(long value) {
            return bits.size() >= 64 || value >>> bits.size() == 0;
        }

        /** Returns the value's bits at their positions in the word. */
        public long place(long value) {
            long placed = 0;
            for (int i = 0; i < bits.size(); i++) {
                placed |= (value >>> i & 1) << bits.get(i);
            }
            return placed;
        }

        /** Returns a mask of the term's bits in the word. */
        public long mask() {
            return place(-1);
        }

        /** Returns the largest value that fits, unsigned. */
        public long limit() {
            return bits.size() >= 64 ? -1 : (1L << bits.size()) - 1;
        }
    }
}
