package runbench.sampler.events.machine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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
public record Pmu(String name, int type, String cpus, String cpumask, Map<String, PmuFormat> formats,
        Map<String, String> events, Map<String, String> units) {

    static Optional<Pmu> read(SystemFiles files, String name) {
        String folder = PmuTree.FOLDER + "/" + name;
        return files.number(folder + "/type").map(type -> {
            Map<String, PmuFormat> formats = new TreeMap<>();
            for (String term : files.names(folder + "/format")) {
                files.text(folder + "/format/" + term).flatMap(PmuFormat::parse).ifPresent(f -> formats.put(term, f));
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
}
