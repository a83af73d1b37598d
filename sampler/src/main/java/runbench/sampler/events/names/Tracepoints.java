package runbench.sampler.events.names;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import runbench.base.name.Glob;
import runbench.sampler.events.Encoding;
import runbench.sampler.events.Event;
import runbench.sampler.events.Modifiers;
import runbench.sampler.events.Encoding.PerfType;
import runbench.sampler.events.Event.Source;
import runbench.sampler.events.machine.Machine;

/** Resolves tracepoints, {@code sched:sched_switch}, and patterns of them, {@code sched:*}. */
public final class Tracepoints {
    private static final Pattern FORM = Pattern.compile("([A-Za-z_*?][\\w*?-]*):([\\w*?][\\w*?-]*)");

    /** The systems whose tracepoints count in user mode. All others always read 0 if kernel mode is not counted. */
    private static final Set<String> PASSED_IN_USER_MODE = Set.of("syscalls", "uprobes");

    private final Machine machine;

    Tracepoints(Machine machine) {
        this.machine = machine;
    }

    Optional<Resolved> resolve(String word) {
        Matcher m = FORM.matcher(word);
        if (!m.matches()) {
            return Optional.empty();
        }
        Optional<String> tracing = machine.tracing();
        if (tracing.isEmpty()) {
            // Without tracefs a tracepoint looks like a vendor's EVENT:UMASK, which is in capitals, or like a mistyped
            // name with modifiers.
            return word.equals(word.toLowerCase(Locale.ROOT)) && !Modifiers.looksLikeModifiers(m.group(2))
                    ? Optional.of(Resolved.not(NotCountedReasons.noTracefs(word, machine.tracefs())))
                    : Optional.empty();
        }
        String events = tracing.get() + "/events/";
        if (!Glob.is(word)) {
            return one(events, m.group(1), m.group(2));
        }
        List<Resolved> found = new ArrayList<>();
        for (String system : machine.files().names(events)) {
            if (Glob.matches(m.group(1), system)) {
                machine.files()
                        .names(events + system)
                        .stream()
                        .filter(p -> Glob.matches(m.group(2), p))
                        .forEach(p -> one(events, system, p).ifPresent(found::add));
            }
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(Resolved.combined(found));
    }

    private Optional<Resolved> one(String events, String system, String point) {
        String name = system + ":" + point;
        return machine.files()
                .number(events + system + "/" + point + "/id")
                .map(id -> Resolved.event(
                        new Event(name, Source.TRACEPOINT, "hits", "tracepoint " + name,
                                new Encoding(PerfType.TRACEPOINT, id), Modifiers.NONE, 0),
                        !PASSED_IN_USER_MODE.contains(system), ""));
    }

    /** Returns the tracepoints of the system before the word's colon, for suggestions. */
    List<String> near(String word) {
        int colon = word.indexOf(':');
        String system = colon > 0 ? word.substring(0, colon) : "";
        return !system.matches("\\w+") ? List.of()
                : machine.tracing()
                        .map(t -> machine.files()
                                .names(t + "/events/" + system)
                                .stream()
                                .map(e -> system + ":" + e)
                                .toList())
                        .orElse(List.of());
    }
}
