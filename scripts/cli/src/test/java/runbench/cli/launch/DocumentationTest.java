package runbench.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import runbench.cli.ArchivedClasses;
import runbench.cli.FirstWord;
import runbench.cli.Main;
import runbench.cli.ReusedJvm;
import runbench.cli.Runbench;
import runbench.cli.TopCommands;
import runbench.sampler.emulate.Emulator.EmulationAdvice;
import runbench.sync.window.Template.Words;

/**
 * The README and the pages below {@code docs/}: links, lengths, and the examples in blocks of {@code console}. Lines
 * that begin with {@code $} are typed, other lines are output, in which {@code ...} stands for any text. The word
 * {@code not-run} and a reason after {@code console} exclude a block from execution, but not from the check of its
 * options.
 */
class DocumentationTest {
    private static final Path HOME = Path.of(System.getProperty("runbench.home")).toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern NO_RUN = Pattern.compile("convert '([^']+)' to .*no run");
    private static final String LOOP = "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done";
    /** A command of Runbench in the definition of a CI job. */
    private static final Pattern YAML_COMMAND = Pattern.compile(" *- (?:run: )?(runbench .*)");
    private static final Pattern ANYTHING = Pattern.compile("\\.\\.\\.");
    /** Words and single-quoted text: what {@link Words} splits as a shell does. */
    private static final Pattern PLAIN = Pattern.compile("(?:'[^']*'|[^'\"\\\\$`|&;<>*?#~()])+");

    /** The files that examples use. Each page has a copy of them in {@link #folder}. */
    @TempDir
    private static Path prepared;
    @TempDir
    private static Path folder;
    private static ReusedJvm jvm;

    /** A command of a page, and the output that the page shows. */
    private record Example(String command, List<String> output, boolean executed) {
        /** Returns the pattern of the shown output: white space is not compared. */
        Pattern pattern() {
            String text = String.join(" ", output).strip();
            String regex = ANYTHING.splitAsStream(text + " ")
                    .map(part -> Stream.of(part.strip().split("\\s+"))
                            .map(Pattern::quote)
                            .collect(Collectors.joining("\\s+")))
                    .collect(Collectors.joining(".*?"));
            return Pattern.compile(regex, Pattern.DOTALL);
        }
    }

    static Stream<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(HOME.resolve("README.md")));
        try (Stream<Path> files = Files.walk(HOME.resolve("docs"))) {
            files.filter(f -> f.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages.stream();
    }

    static Stream<Path> pagesWithExamples() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path page : pages().toList()) {
            if (examples(page).stream().anyMatch(Example::executed)) {
                pages.add(page);
            }
        }
        return pages.stream();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyLinkLeadsToAFileAndAHeading(Path page) throws IOException {
        List<String> broken = new ArrayList<>();
        for (Matcher m = LINK.matcher(Files.readString(page)); m.find();) {
            String link = m.group(1);
            if (link.startsWith("https:") || link.startsWith("http:")) {
                continue;
            }
            String[] parts = link.split("#", 2);
            Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
            if (!Files.exists(target) || parts.length == 2 && !anchors(target).contains(parts[1])) {
                broken.add(link);
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyPageIsInTheIndex() throws IOException {
        Path index = HOME.resolve("docs/README.md");
        List<Path> linked = new ArrayList<>();
        for (Matcher m = LINK.matcher(Files.readString(index)); m.find();) {
            linked.add(index.resolveSibling(m.group(1).replaceFirst("#.*", "")).normalize());
        }
        assertThat(pages().filter(p -> p.startsWith(HOME.resolve("docs")) && !p.equals(index))).isSubsetOf(linked);
    }

    @Test
    void pagesAreShort() throws IOException {
        Path readme = HOME.resolve("README.md");
        assertThat(Files.readAllLines(readme)).hasSizeLessThanOrEqualTo(150);
        assertThat(words(readme)).isLessThanOrEqualTo(1000);
        for (Path page : pages().filter(p -> !p.getParent().endsWith("reference")).toList()) {
            assertThat(words(page)).as("words of %s", HOME.relativize(page)).isLessThanOrEqualTo(800);
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyExampleIsACommandLine(Path page) throws IOException {
        for (Example example : examples(page)) {
            for (String command : commandLines(example.command)) {
                List<String> words = Words.split(command);
                if (words.size() > 1 && words.get(0).equals("runbench")) {
                    assertThat(refusal(FirstWord.interpret(words.subList(1, words.size()).toArray(String[]::new))))
                            .as("%s: %s", HOME.relativize(page), command)
                            .isEmpty();
                }
            }
        }
    }

    @Tag("scenario")
    @Tag("beside")
    @ParameterizedTest
    @MethodSource("pagesWithExamples")
    void theExamplesRun(Path page) throws Exception {
        clear();
        prepare();
        copy();
        for (Example example : examples(page)) {
            if (!example.executed) {
                continue;
            }
            if (example.command.startsWith("cc ")) {
                assumeTrue(Files.isExecutable(Path.of("/usr/bin/cc")), "no C compiler");
            }
            if (example.command.contains("--emulate")) {
                assumeTrue(EmulationAdvice.sentence(HOME).isPresent(), EmulationAdvice.remedy());
            }
            // The fewest pairs that give a verdict.
            ReusedJvm.Ended ended = execute(example.command.replace("compare -n 10 ", "compare -n 6 "));
            assumeTrue(!ended.err().contains("tracepoints can be seen after"), example.command + ": no tracefs here");
            assertThat(ended.code())
                    .as("%s: %s%n%s%s", HOME.relativize(page), example.command, ended.out(), ended.err())
                    .isZero();
            if (!example.output.isEmpty()) {
                assertThat(ended.out()).as("%s: %s", HOME.relativize(page), example.command)
                        .containsPattern(example.pattern());
            }
        }
    }

    /** Executes an example in {@link #folder}: by a shell if it has more than words. */
    private static ReusedJvm.Ended execute(String command) throws Exception {
        if (command.startsWith("runbench ") && PLAIN.matcher(command).matches()) {
            if (jvm == null || !jvm.isAlive()) {
                jvm = new ReusedJvm(inFolder(Runbench.reusable(List.of())));
            }
            List<String> words = Words.split(command);
            return jvm.execute(words.subList(1, words.size()));
        }
        Path out = folder.resolve("example.out");
        Path err = folder.resolve("example.err");
        Process process = inFolder(new ProcessBuilder("sh", "-c", command)).redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        assertThat(process.waitFor(300, TimeUnit.SECONDS)).as(command).isTrue();
        return new ReusedJvm.Ended(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err));
    }

    private static ProcessBuilder inFolder(ProcessBuilder builder) {
        Map<String, String> environment = builder.environment();
        environment.remove("DISPLAY");
        environment.remove("RUNBENCH_RESULTS");
        environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
        environment.put("LC_ALL", "C.UTF-8");
        return builder.directory(folder.toFile());
    }

    @AfterAll
    static void endTheJvm() throws IOException {
        if (jvm != null) {
            jvm.close();
        }
    }

    private static void clear() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).filter(f -> !f.equals(folder)).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Returns why a command line is refused, or nothing. A run that does not exist here is no reason. */
    private static Optional<String> refusal(String... args) {
        for (int attempt = 0; attempt <= args.length; attempt++) {
            try {
                Main.commandLine(TopCommands.of(args[0])).parseArgs(args);
                return Optional.empty();
            } catch (CommandLine.ParameterException e) {
                Matcher missing = NO_RUN.matcher(e.getMessage());
                if (!missing.find()) {
                    return Optional.of(e.getMessage());
                }
                Collections.replaceAll(Arrays.asList(args), missing.group(1), HOME.toString());
            }
        }
        return Optional.of("runs are looked for again and again");
    }

    private static void copy() throws IOException {
        try (Stream<Path> files = Files.walk(prepared)) {
            for (Path file : files.filter(f -> !f.equals(prepared)).toList()) {
                Files.copy(file, folder.resolve(prepared.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /** Creates the files that examples use, once: programs, and a benchmark's run with two phases. */
    private static void prepare() throws Exception {
        if (Files.exists(prepared.resolve("bin"))) {
            return;
        }
        Files.createDirectories(prepared.resolve("bin"));
        // Not scripts/runbench: the clone that is under test need not be built.
        String words = ArchivedClasses.options().stream().map(w -> "'" + w + "' ").collect(Collectors.joining());
        Map<String, String> scripts = Map.of("bin/runbench", "exec '"
                + Path.of(System.getProperty("java.home"), "bin", "java") + "' " + words + "runbench.cli.Main \"$@\"",
                "prog", LOOP, "old", LOOP, "new", LOOP);
        for (Map.Entry<String, String> script : scripts.entrySet()) {
            Path file = prepared.resolve(script.getKey());
            Files.writeString(file, "#!/bin/sh\n" + script.getValue() + "\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        String tutorial = Files.readString(HOME.resolve("docs/tutorials/first-chart.md"));
        int code = tutorial.indexOf("```c\n") + 5;
        String program = tutorial.substring(code, tutorial.indexOf("```", code));
        assertThat(program).contains("300000000", "round < 5");
        // A fifth of the page's work: each of the three parts still has many samples.
        Files.writeString(prepared.resolve("prog.c"),
                program.replace("300000000", "60000000").replace("round < 5", "round < 2"));
        Path run = Files.createDirectories(prepared.resolve("results/403.gcc/20260131T021011Z"));
        Files.copy(HOME.resolve("scripts/cli/src/test/resources/runbench/cli/two-phases/samples.rec"),
                run.resolve("samples.rec"));
        Files.writeString(run.resolve("run.json"), "{\"state\":\"finished\"}");
        // The process of the examples has these classes in its archive.
        for (String command : List.of("parse", "plot")) {
            ReusedJvm.Ended ended = execute("runbench " + command + " '" + run + "' --quiet");
            assertThat(ended.code()).as(ended.err()).isZero();
        }
    }

    private static List<Example> examples(Path page) throws IOException {
        List<Example> examples = new ArrayList<>();
        String block = null;
        for (String line : Files.readAllLines(page)) {
            if (line.startsWith("```")) {
                block = block == null ? line.substring(3) : null;
            } else if ("yaml".equals(block) && YAML_COMMAND.matcher(line).matches()) {
                examples.add(new Example(YAML_COMMAND.matcher(line).replaceFirst("$1"), new ArrayList<>(), false));
            } else if (block != null && block.startsWith("console")) {
                if (line.startsWith("$ ")) {
                    examples.add(new Example(line.substring(2), new ArrayList<>(), !block.contains("not-run")));
                } else if (!examples.isEmpty()) {
                    examples.get(examples.size() - 1).output.add(line);
                }
            }
        }
        return examples;
    }

    /** Returns the commands of a shell's line, without pipes, redirections and comments. */
    private static List<String> commandLines(String line) {
        return Stream.of(line.split(" (?:\\||&&|;|>|2>) ")).map(part -> part.replaceFirst(" # .*", "")).toList();
    }

    private static int words(Path page) throws IOException {
        return Files.readString(page).strip().split("\\s+").length;
    }

    /** Returns the anchors of a page's headings, as GitHub makes them. */
    private static List<String> anchors(Path page) throws IOException {
        return Files.readAllLines(page)
                .stream()
                .filter(line -> line.matches("#+ .*"))
                .map(line -> line.replaceFirst("#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .toList();
    }
}
