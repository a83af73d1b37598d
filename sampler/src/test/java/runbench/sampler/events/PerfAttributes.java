package runbench.sampler.events;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Attributes of perf_event_open(2) in one notation, for Runbench's events and for perf's debug output. */
final class PerfAttributes {
    private static final Pattern FIELD = Pattern.compile("\\s+(?:\\{ \\w+, (\\w+) }|(\\w+))\\s+(\\S+)");
    private static final Set<String> FLAGS = Set.of("exclude_user", "exclude_kernel", "exclude_idle", "exclude_host",
            "precise_ip", "pinned", "exclusive");
    private static final int BREAKPOINT = 5;

    private PerfAttributes() {
    }

    /** Returns the attributes that perf 6.1 opens, by word. */
    static Map<String, String> recorded() throws IOException {
        Map<String, String> table = new LinkedHashMap<>();
        try (InputStream in = PerfAttributes.class.getResourceAsStream("perf-attributes.tsv")) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (!line.startsWith("#")) {
                    table.put(line.substring(0, line.indexOf('\t')), line.substring(line.indexOf('\t') + 1));
                }
            }
        }
        return table;
    }

    static String of(EventSelection selection) {
        return selection.events().stream().map(PerfAttributes::of).distinct().collect(Collectors.joining("; "));
    }

    private static String of(Event e) {
        Map<String, String> flags = new TreeMap<>();
        Modifiers m = e.modifiers();
        flag(flags, "exclude_user", m.user() ? 0 : 1);
        flag(flags, "exclude_kernel", m.kernel() ? 0 : 1);
        flag(flags, "exclude_idle", m.idle() ? 0 : 1);
        flag(flags, "exclude_host", m.host() ? 0 : 1);
        flag(flags, "precise_ip", m.precise());
        flag(flags, "pinned", m.pinned() ? 1 : 0);
        flag(flags, "exclusive", m.exclusive() ? 1 : 0);
        return text(e.encoding(), flags);
    }

    private static void flag(Map<String, String> flags, String name, int value) {
        if (value != 0) {
            flags.put(name, String.valueOf(value));
        }
    }

    private static String text(Encoding e, Map<String, String> flags) {
        StringBuilder s = new StringBuilder("type=" + e.type() + " config=0x" + Long.toHexString(e.config()));
        if (e.config1() != 0) {
            s.append(" config1=0x").append(Long.toHexString(e.config1()));
        }
        if (e.config2() != 0) {
            s.append(" config2=0x").append(Long.toHexString(e.config2()));
        }
        flags.forEach((k, v) -> s.append(' ').append(k).append('=').append(v));
        return s.toString();
    }

    /** Returns the attributes that perf opens, without its retries; empty if perf rejects the word. */
    static String asked(String word) throws IOException, InterruptedException {
        Process perf = new ProcessBuilder("perf", "stat", "-vv", "-e", word, "true").redirectErrorStream(true).start();
        String said = new String(perf.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!perf.waitFor(20, TimeUnit.SECONDS) || perf.exitValue() != 0) {
            perf.destroyForcibly();
            return "";
        }
        List<String> blocks = new ArrayList<>(List.of(said.split("perf_event_attr:\n")));
        blocks.remove(0);
        return blocks.stream()
                .map(PerfAttributes::block)
                .collect(Collectors.toCollection(LinkedHashSet::new))
                .stream()
                .collect(Collectors.joining("; "));
    }

    private static String block(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String line : text.split("-----")[0].split("\n")) {
            Matcher m = FIELD.matcher(line);
            if (m.matches()) {
                fields.put(m.group(1) != null ? m.group(1) : m.group(2), m.group(3));
            }
        }
        int type = Integer.parseInt(fields.getOrDefault("type", "0"));
        String config = fields.getOrDefault(type == BREAKPOINT ? "bp_type" : "config", "0");
        Map<String, String> flags = new TreeMap<>(fields);
        flags.keySet().retainAll(FLAGS);
        return text(new Encoding(type, number(config), number(fields.getOrDefault("config1", "0")),
                number(fields.getOrDefault("config2", "0"))), flags);
    }

    private static long number(String text) {
        return text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseLong(text);
    }
}
