package runbench.measure.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import runbench.align.run.PlannedProgram;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.measure.cluster.Plan.Member;
import runbench.measure.cluster.Plan.Readiness;
import runbench.sampler.run.SamplingPeriod;
import runbench.sync.window.Node;
import runbench.sync.window.Template;
import runbench.sync.window.Template.Words;

/** Reads a plan from TOML; {@code docs/how-to/distributed-service.md} documents the form. */
public final class PlanFile {
    private static final String PROGRAM = "program";
    private static final Set<String> TOP = Set.of("name", "launch", "grace", PROGRAM);
    private static final Set<String> KEYS = Set.of("name", "host", "hosts", "command", "directory", "environment",
            "after", "until-port", "until-output", "until-end", "within", "ends");
    private static final List<String> CONDITIONS = List.of("until-port", "until-output", "until-end");
    /** Names become names of files and of environment variables' values. */
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9_.-]{0,63}";
    private static final String DEFAULT_LAUNCH = "ssh {host} {command}";
    private static final Duration DEFAULT_GRACE = Duration.ofSeconds(10);
    private static final Duration DEFAULT_WITHIN = Duration.ofSeconds(60);
    private static final int MAX_PORT = 65535;

    private final Path file;
    private final List<String> lines;
    private final JsonNode top;

    private PlanFile(Path file, String text, JsonNode top) {
        this.file = file;
        this.lines = text.lines().toList();
        this.top = top;
    }

    /**
     * Reads a plan.
     *
     * @param launch template of the command line; null: that of the file, or ssh
     * @param name name of the command line; null: that of the file, or its file name
     * @throws RunbenchException (bad input) the file cannot be read, or has an error; names file, line and key
     */
    public static Plan read(Path file, String launch, String name) {
        String text;
        try {
            text = Files.readString(file);
        } catch (NoSuchFileException e) {
            throw RunbenchException.badInput(file + ": no such file")
                    .remedy("name the plan: runbench cluster --plan FILE.toml")
                    .causedBy(e);
        } catch (IOException e) {
            throw RunbenchException.badInput(file + ": cannot be read: " + e.getMessage()).causedBy(e);
        }
        try {
            return new PlanFile(file, text, new TomlMapper().readTree(text)).plan(launch, name);
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw RunbenchException.badInput(file + ":" + line + ": not TOML: " + e.getOriginalMessage())
                    .remedy("runbench cluster --help shows an example")
                    .causedBy(e);
        }
    }

    private Plan plan(String launch, String name) {
        known(top, TOP, -1);
        JsonNode programs = top.path(PROGRAM);
        if (!programs.isArray() || programs.isEmpty()) {
            throw RunbenchException.badInput(file + ": no program: [[program]] is missing")
                    .remedy("[[program]], then name = \"server\" and command = \"./server\"");
        }
        String base = file.getFileName().toString().replaceFirst("\\.toml$", "");
        String template = launch != null ? launch : text(top, "launch", -1, DEFAULT_LAUNCH);
        Template.parse(launch != null ? "--launch" : where(-1, "launch"), template);
        List<Member> members = new ArrayList<>();
        Map<String, List<String>> instances = new LinkedHashMap<>();
        for (int i = 0; i < programs.size(); i++) {
            List<Member> own = members(programs.get(i), i);
            String program = text(programs.get(i), "name", i, null);
            if (instances.put(program, own.stream().map(Member::name).toList()) != null) {
                throw error(i, "name", "two programs have the name " + program)
                        .remedy("give each program its own name");
            }
            members.addAll(own);
        }
        List<Member> ordered = members.stream().map(m -> ordered(m, programs, instances)).toList();
        requireOrder(ordered);
        requireOwnPorts(ordered);
        requireOneAddress(ordered);
        return new Plan(file, name != null ? name : text(top, "name", -1, base), template,
                duration(top, "grace", -1, DEFAULT_GRACE), ordered);
    }

    private List<Member> members(JsonNode table, int i) {
        known(table, KEYS, i);
        String name = text(table, "name", i, null);
        if (name == null || !name.matches(NAME)) {
            throw error(i, "name", name == null ? "name is missing" : "\"" + name + "\" is not a name")
                    .remedy("name = \"server\": letters, digits, dots, - and _");
        }
        List<String> command = words(table, "command", i);
        if (command.isEmpty()) {
            throw error(i, "command", "command is missing").remedy("command = \"./server --port 5432\"");
        }
        List<String> hosts = hosts(table, i);
        Readiness readiness = readiness(table, i);
        boolean ends = truth(table, "ends", i);
        if (ends && readiness.end()) {
            throw error(i, "ends", "its end cannot both end the run and start other programs (until-end)")
                    .remedy("leave out one of them");
        }
        if (readiness.equals(Readiness.AT_START) && table.has("within")) {
            throw error(i, "within", "there is no condition whose time it limits")
                    .remedy("add " + String.join(", ", CONDITIONS) + ", or leave it out");
        }
        Duration within = duration(table, "within", i, DEFAULT_WITHIN);
        List<Member> members = new ArrayList<>();
        for (String host : hosts.isEmpty() ? Collections.<String>singletonList(null) : hosts) {
            String own = hosts.size() < 2 ? name
                    : name + "@" + Node.parse(where(i, "hosts"), host, Node.DEFAULT_PORT).name();
            members.add(
                    new Member(
                            PlannedProgram.planned(own, command, host, strings(table, "after", i), readiness.words(),
                                    ends),
                            environment(table, i), directory(table, i), readiness, within,
                            where(i, table.has("host") ? "host" : table.has("hosts") ? "hosts" : "command"),
                            where(i, CONDITIONS.stream().filter(table::has).findFirst().orElse("name"))));
        }
        return members;
    }

    private List<String> hosts(JsonNode table, int i) {
        if (table.has("host") && table.has("hosts")) {
            throw error(i, "hosts", "both host and hosts are given").remedy("leave out one of them");
        }
        String key = table.has("host") ? "host" : "hosts";
        List<String> hosts = table.has("host") ? List.of(text(table, key, i, null)) : strings(table, key, i);
        if (table.has("hosts") && hosts.isEmpty()) {
            throw error(i, key, "no host is named").remedy("hosts = [\"n1\", \"n2\"]");
        }
        if (new HashSet<>(hosts).size() < hosts.size()) {
            throw error(i, key, "a host is named twice").remedy("name each host once");
        }
        return hosts;
    }

    private Readiness readiness(JsonNode table, int i) {
        List<String> given = CONDITIONS.stream().filter(table::has).toList();
        if (given.size() > 1) {
            throw error(i, given.get(1), given.get(0) + " and " + given.get(1) + " are both given")
                    .remedy("choose one condition");
        }
        if (table.has("until-port")) {
            JsonNode port = table.path("until-port");
            if (port.isIntegralNumber() && port.asLong() > 0 && port.asLong() <= MAX_PORT) {
                return new Readiness(port.asInt(), null, null, false);
            }
            String address = port.asText();
            int colon = address.lastIndexOf(':');
            if (!port.isTextual() || colon < 1 || !address.substring(colon + 1).matches("\\d{1,5}")
                    || Integer.parseInt(address.substring(colon + 1)) > MAX_PORT) {
                throw error(i, "until-port", port + " is neither a TCP port nor HOST:PORT")
                        .remedy("until-port = 5432, or until-port = \"n1:5432\"");
            }
            return new Readiness(0, address, null, false);
        }
        if (table.has("until-output")) {
            try {
                return new Readiness(0, null, Pattern.compile(text(table, "until-output", i, null)), false);
            } catch (PatternSyntaxException e) {
                throw error(i, "until-output", "not a regular expression: " + e.getDescription())
                        .remedy("until-output = \"ready to accept connections\"")
                        .causedBy(e);
            }
        }
        return truth(table, "until-end", i) ? new Readiness(0, null, null, true) : Readiness.AT_START;
    }

    private Map<String, String> environment(JsonNode table, int i) {
        Map<String, String> variables = new LinkedHashMap<>();
        JsonNode given = table.path("environment");
        if (!given.isMissingNode() && !given.isObject()) {
            throw error(i, "environment", "not a table").remedy("environment = { THREADS = \"4\" }");
        }
        given.properties().forEach(e -> {
            if (!e.getValue().isValueNode() || !e.getKey().matches("[A-Za-z_][A-Za-z0-9_]*")) {
                throw error(i, "environment", e.getKey() + " = " + e.getValue() + " is not a variable and its text")
                        .remedy("environment = { THREADS = \"4\" }");
            }
            variables.put(e.getKey(), e.getValue().asText());
        });
        return variables;
    }

    /** Returns the absolute working directory: a relative one begins at the folder of the plan. */
    private String directory(JsonNode table, int i) {
        String directory = text(table, "directory", i, null);
        return directory == null ? null : file.toAbsolutePath().getParent().resolve(directory).normalize().toString();
    }

    /** Returns a member whose {@code after} names members: a program with several hosts stands for all of them. */
    private Member ordered(Member member, JsonNode programs, Map<String, List<String>> instances) {
        PlannedProgram p = member.program();
        List<String> after = new ArrayList<>();
        for (String name : p.after()) {
            if (!instances.containsKey(name)) {
                throw error(index(programs, p), "after", "there is no program " + name).remedy(NearestNames
                        .didYouMean(name, instances.keySet(), "programs: " + String.join(", ", instances.keySet())));
            }
            after.addAll(instances.get(name));
        }
        return new Member(PlannedProgram.planned(p.name(), p.command(), p.on(), after, p.until(), p.ends()),
                member.environment(), member.directory(), member.readiness(), member.within(), member.where(),
                member.readinessWhere());
    }

    private static int index(JsonNode programs, PlannedProgram program) {
        int i = 0;
        while (!program.name().equals(programs.get(i).path("name").asText())
                && !program.name().startsWith(programs.get(i).path("name").asText() + "@")) {
            i++;
        }
        return i;
    }

    /** Rejects a cycle of {@code after}. */
    private void requireOrder(List<Member> members) {
        Map<String, Member> left = new LinkedHashMap<>();
        members.forEach(m -> left.put(m.name(), m));
        while (left.values().removeIf(m -> m.program().after().stream().noneMatch(left::containsKey))) {
            // programs whose predecessors are all known to start
        }
        if (left.isEmpty()) {
            return;
        }
        // Each remaining program waits for a remaining one, so that the walk meets a program again.
        List<String> walk = new ArrayList<>();
        Member at = left.values().iterator().next();
        while (!walk.contains(at.name())) {
            walk.add(at.name());
            at = left.get(at.program().after().stream().filter(left::containsKey).findFirst().orElseThrow());
        }
        List<String> cycle = new ArrayList<>(walk.subList(walk.indexOf(at.name()), walk.size()));
        cycle.add(at.name());
        throw error(index(top.path(PROGRAM), left.get(cycle.get(0)).program()), "after",
                "no program of a cycle can start first: " + String.join(" after ", cycle))
                .remedy("remove one of these from after");
    }

    private void requireOwnPorts(List<Member> members) {
        Map<String, Member> owners = new HashMap<>();
        for (Member m : members) {
            Member other = m.readiness().port() == 0 ? null
                    : owners.put(Plan.address(m.program().on()) + " " + m.readiness().port(), m);
            if (other != null) {
                throw error(index(top.path(PROGRAM), m.program()), "until-port", other.name() + " and " + m.name()
                        + " cannot both listen on port " + m.readiness().port() + " of one host")
                        .remedy("give each program its own port");
            }
        }
    }

    private void requireOneAddress(List<Member> members) {
        Map<String, Member> known = new HashMap<>();
        for (Member m : members) {
            String host = m.program().on();
            Member other = host == null ? null
                    : known.putIfAbsent(Node.parse(m.where(), host, Node.DEFAULT_PORT).name(), m);
            if (other != null && !other.program().on().equals(host)) {
                throw RunbenchException
                        .badInput(m.where() + ": the same host is " + other.program().on() + " in " + other.name())
                        .remedy("write " + other.program().on());
            }
        }
    }

    private void known(JsonNode table, Set<String> keys, int i) {
        if (!table.isObject()) {
            throw RunbenchException.badInput(file + ": program is not a list of tables").remedy("[[program]]");
        }
        for (Iterator<String> names = table.fieldNames(); names.hasNext();) {
            String key = names.next();
            if (!keys.contains(key)) {
                throw error(i, key, "unknown key " + key).remedy(
                        NearestNames.didYouMean(key, keys, "known keys: " + String.join(", ", new TreeSet<>(keys))));
            }
        }
    }

    private String text(JsonNode table, String key, int i, String otherwise) {
        JsonNode value = table.path(key);
        if (!value.isMissingNode() && (!value.isTextual() || value.asText().isBlank())) {
            throw error(i, key, value + " is not a text").remedy(key + " = \"...\"");
        }
        return value.isMissingNode() ? otherwise : value.asText();
    }

    private boolean truth(JsonNode table, String key, int i) {
        JsonNode value = table.path(key);
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw error(i, key, value + " is neither true nor false").remedy(key + " = true");
        }
        return value.asBoolean(false);
    }

    private Duration duration(JsonNode table, String key, int i, Duration otherwise) {
        String text = text(table, key, i, null);
        return text == null ? otherwise : SamplingPeriod.duration(where(i, key) + " =", text);
    }

    /** Returns the words of an array, or of a text that is split at blanks outside quotes. */
    private List<String> words(JsonNode table, String key, int i) {
        JsonNode value = table.path(key);
        return value.isTextual() ? Words.split(value.asText()) : strings(table, key, i);
    }

    private List<String> strings(JsonNode table, String key, int i) {
        List<String> all = new ArrayList<>();
        JsonNode value = table.path(key);
        boolean isList = value.isMissingNode() || value.isArray();
        for (JsonNode item : value) {
            isList = isList && item.isTextual();
            all.add(item.asText());
        }
        if (!isList) {
            throw error(i, key, value + " is not a list of texts").remedy(key + " = [\"...\", \"...\"]");
        }
        return all;
    }

    private RunbenchException error(int i, String key, String what) {
        return RunbenchException.badInput(where(i, key) + ": " + what);
    }

    /**
     * Returns file, line and key. The parser's tree has no line numbers, so that the text is searched.
     *
     * @param i index of the program; -1: the top of the file
     * @param key the key; null: the table
     */
    private String where(int i, String key) {
        int header = 0;
        for (int left = i; header < lines.size(); header++) {
            if (i < 0 || lines.get(header).matches("\\s*\\[\\[\\s*program\\s*]].*") && left-- == 0) {
                break;
            }
        }
        int line = i < 0 ? 0 : header;
        boolean found = false;
        for (int at = i < 0 ? 0 : header + 1; key != null && !found && at < lines.size(); at++) {
            String text = lines.get(at);
            if (text.matches("\\s*\\[\\[.*")) {
                break;
            }
            found = text.matches("\\s*(\\[program\\.)?[\"']?" + Pattern.quote(key) + "[\"']?\\s*[=.\\]].*");
            line = found ? at : line;
        }
        return file + ":" + (line + 1) + (key == null ? "" : ": " + key);
    }
}
