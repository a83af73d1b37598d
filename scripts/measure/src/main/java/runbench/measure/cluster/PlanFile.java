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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import runbench.align.run.PlannedProgram;
import runbench.base.error.NearestNames;
import runbench.base.error.RunbenchException;
import runbench.measure.cluster.Plan.Member;
import runbench.measure.cluster.Plan.Readiness;
import runbench.sync.window.Node;
import runbench.sync.window.Template;

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
    private final PlanTable top;
    private final JsonNode programs;

    private PlanFile(Path file, String text, JsonNode tree) {
        this.file = file;
        lines = text.lines().toList();
        top = new PlanTable(file, lines, -1, tree);
        programs = tree.path(PROGRAM);
    }

    private PlanTable table(int i) {
        return new PlanTable(file, lines, i, programs.get(i));
    }

    /** Returns the table of a program or of one of its instances. */
    private PlanTable table(PlannedProgram program) {
        int i = 0;
        while (!program.name().equals(table(i).text("name", null))
                && !program.name().startsWith(table(i).text("name", null) + "@")) {
            i++;
        }
        return table(i);
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
        top.known(TOP);
        if (!programs.isArray() || programs.isEmpty()) {
            throw RunbenchException.badInput(file + ": no program: [[program]] is missing")
                    .remedy("[[program]], then name = \"server\" and command = \"./server\"");
        }
        String base = file.getFileName().toString().replaceFirst("\\.toml$", "");
        String template = launch != null ? launch : top.text("launch", DEFAULT_LAUNCH);
        Template.parse(launch != null ? "--launch" : top.where("launch"), template);
        List<Member> members = new ArrayList<>();
        Map<String, List<String>> instances = new LinkedHashMap<>();
        for (int i = 0; i < programs.size(); i++) {
            List<Member> own = members(table(i));
            String program = table(i).text("name", null);
            if (instances.put(program, own.stream().map(Member::name).toList()) != null) {
                throw table(i).error("name", "two programs have the name " + program)
                        .remedy("give each program its own name");
            }
            members.addAll(own);
        }
        List<Member> ordered = members.stream().map(m -> ordered(m, instances)).toList();
        requireOrder(ordered);
        requireOwnPorts(ordered);
        requireOneAddress(ordered);
        return new Plan(file, name != null ? name : top.text("name", base), template,
                top.duration("grace", DEFAULT_GRACE), ordered);
    }

    private List<Member> members(PlanTable table) {
        table.known(KEYS);
        String name = table.text("name", null);
        if (name == null || !name.matches(NAME)) {
            throw table.error("name", name == null ? "name is missing" : "\"" + name + "\" is not a name")
                    .remedy("name = \"server\": letters, digits, dots, - and _");
        }
        List<String> command = table.words("command");
        if (command.isEmpty()) {
            throw table.error("command", "command is missing").remedy("command = \"./server --port 5432\"");
        }
        List<String> hosts = hosts(table);
        Readiness readiness = readiness(table);
        boolean ends = table.truth("ends");
        if (ends && readiness.end()) {
            throw table.error("ends", "its end cannot both end the run and start other programs (until-end)")
                    .remedy("leave out one of them");
        }
        if (readiness.equals(Readiness.AT_START) && table.has("within")) {
            throw table.error("within", "there is no condition whose time it limits")
                    .remedy("add " + String.join(", ", CONDITIONS) + ", or leave it out");
        }
        Duration within = table.duration("within", DEFAULT_WITHIN);
        List<Member> members = new ArrayList<>();
        for (String host : hosts.isEmpty() ? Collections.<String>singletonList(null) : hosts) {
            String own = hosts.size() < 2 ? name
                    : name + "@" + Node.parse(table.where("hosts"), host, Node.DEFAULT_PORT).name();
            members.add(new Member(
                    PlannedProgram.planned(own, command, host, table.strings("after"), readiness.words(), ends),
                    environment(table), directory(table), readiness, within,
                    table.where(table.has("host") ? "host" : table.has("hosts") ? "hosts" : "command"),
                    table.where(CONDITIONS.stream().filter(table::has).findFirst().orElse("name"))));
        }
        return members;
    }

    private List<String> hosts(PlanTable table) {
        if (table.has("host") && table.has("hosts")) {
            throw table.error("hosts", "both host and hosts are given").remedy("leave out one of them");
        }
        String key = table.has("host") ? "host" : "hosts";
        List<String> hosts = table.has("host") ? List.of(table.text(key, null)) : table.strings(key);
        if (table.has("hosts") && hosts.isEmpty()) {
            throw table.error(key, "no host is named").remedy("hosts = [\"n1\", \"n2\"]");
        }
        if (new HashSet<>(hosts).size() < hosts.size()) {
            throw table.error(key, "a host is named twice").remedy("name each host once");
        }
        return hosts;
    }

    private Readiness readiness(PlanTable table) {
        List<String> given = CONDITIONS.stream().filter(table::has).toList();
        if (given.size() > 1) {
            throw table.error(given.get(1), given.get(0) + " and " + given.get(1) + " are both given")
                    .remedy("choose one condition");
        }
        if (table.has("until-port")) {
            JsonNode port = table.node().path("until-port");
            if (port.isIntegralNumber() && port.asLong() > 0 && port.asLong() <= MAX_PORT) {
                return new Readiness(port.asInt(), null, null, false);
            }
            String address = port.asText();
            int colon = address.lastIndexOf(':');
            if (!port.isTextual() || colon < 1 || !address.substring(colon + 1).matches("\\d{1,5}")
                    || Integer.parseInt(address.substring(colon + 1)) > MAX_PORT) {
                throw table.error("until-port", port + " is neither a TCP port nor HOST:PORT")
                        .remedy("until-port = 5432, or until-port = \"n1:5432\"");
            }
            return new Readiness(0, address, null, false);
        }
        if (table.has("until-output")) {
            try {
                return new Readiness(0, null, Pattern.compile(table.text("until-output", null)), false);
            } catch (PatternSyntaxException e) {
                throw table.error("until-output", "not a regular expression: " + e.getDescription())
                        .remedy("until-output = \"ready to accept connections\"")
                        .causedBy(e);
            }
        }
        return table.truth("until-end") ? new Readiness(0, null, null, true) : Readiness.AT_START;
    }

    private Map<String, String> environment(PlanTable table) {
        Map<String, String> variables = new LinkedHashMap<>();
        JsonNode given = table.node().path("environment");
        if (!given.isMissingNode() && !given.isObject()) {
            throw table.error("environment", "not a table").remedy("environment = { THREADS = \"4\" }");
        }
        given.properties().forEach(e -> {
            if (!e.getValue().isValueNode() || !e.getKey().matches("[A-Za-z_][A-Za-z0-9_]*")) {
                throw table.error("environment", e.getKey() + " = " + e.getValue() + " is not a variable and its text")
                        .remedy("environment = { THREADS = \"4\" }");
            }
            variables.put(e.getKey(), e.getValue().asText());
        });
        return variables;
    }

    /** Returns the absolute working directory: a relative one begins at the folder of the plan. */
    private String directory(PlanTable table) {
        String directory = table.text("directory", null);
        return directory == null ? null : file.toAbsolutePath().getParent().resolve(directory).normalize().toString();
    }

    /** Returns a member whose {@code after} names members: a program with several hosts stands for all of them. */
    private Member ordered(Member member, Map<String, List<String>> instances) {
        PlannedProgram p = member.program();
        List<String> after = new ArrayList<>();
        for (String name : p.after()) {
            if (!instances.containsKey(name)) {
                throw table(p).error("after", "there is no program " + name)
                        .remedy(NearestNames.didYouMean(name, instances.keySet(),
                                "programs: " + String.join(", ", instances.keySet())));
            }
            after.addAll(instances.get(name));
        }
        return new Member(PlannedProgram.planned(p.name(), p.command(), p.on(), after, p.until(), p.ends()),
                member.environment(), member.directory(), member.readiness(), member.within(), member.where(),
                member.readinessWhere());
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
        throw table(left.get(cycle.get(0)).program())
                .error("after", "no program of a cycle can start first: " + String.join(" after ", cycle))
                .remedy("remove one of these from after");
    }

    private void requireOwnPorts(List<Member> members) {
        Map<String, Member> owners = new HashMap<>();
        for (Member m : members) {
            Member other = m.readiness().port() == 0 ? null
                    : owners.put(Plan.address(m.program().on()) + " " + m.readiness().port(), m);
            if (other != null) {
                throw table(m.program())
                        .error("until-port",
                                other.name() + " and " + m.name() + " cannot both listen on port "
                                        + m.readiness().port() + " of one host")
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
}
