package runbench.architecture;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks the rooms of C as ArrowsTest does for Java: includes run downwards to native/base; each notion has one name.
 */
class NativeArrowsTest {
    private static final Path NATIVE = Path.of(System.getProperty("runbench.home", ".."))
            .toAbsolutePath()
            .normalize()
            .resolve("native");
    private static final Pattern INCLUDE = Pattern.compile("^#include \"([^\"]+)\"", Pattern.MULTILINE);
    private static final Pattern GUARD = Pattern.compile("^#ifndef (\\w+_H)\\s+#define \\1", Pattern.MULTILINE);
    private static final Pattern STRUCT = Pattern.compile("^struct (\\w+) \\{", Pattern.MULTILINE);
    /** Rooms that a room may include in addition to itself and native/include, which is open to all rooms. */
    private static final Map<String, Set<String>> BELOW = Map.ofEntries(Map.entry("base", Set.of()),
            Map.entry("clock", Set.of("base")), Map.entry("mpitrace", Set.of("base")),
            Map.entry("sampler", Set.of("base")), Map.entry("emulate", Set.of("base", "sampler")),
            Map.entry("guest", Set.of("base", "sampler")), Map.entry("relay", Set.of("base", "eventlog")),
            Map.entry("workloads", Set.of("base")), Map.entry("test", Set.of("base", "sampler")),
            Map.entry("schedule", Set.of("base", "sampler")), Map.entry("include", Set.of()));

    private static final Map<Path, String> SOURCES = new TreeMap<>();

    @BeforeAll
    static void readSources() throws IOException {
        try (Stream<Path> files = Files.walk(NATIVE)) {
            for (Path file : files.filter(f -> !f.startsWith(NATIVE.resolve("build"))).toList()) {
                if (file.toString().endsWith(".c") || file.toString().endsWith(".h")) {
                    SOURCES.put(file, Files.readString(file));
                }
            }
        }
        assertThat(SOURCES).hasSizeGreaterThan(50);
    }

    @Test
    void roomsIncludeDownwardsOnly() {
        List<String> upwards = new ArrayList<>();
        SOURCES.forEach((file, text) -> {
            String room = room(file);
            for (Matcher include = INCLUDE.matcher(text); include.find();) {
                Path target = file.resolveSibling(include.group(1)).normalize();
                if (SOURCES.containsKey(target) && !room(target).equals(room)
                        && !BELOW.getOrDefault(room, Set.of("base")).contains(room(target))) {
                    upwards.add(NATIVE.relativize(file) + " -> " + NATIVE.relativize(target));
                }
            }
        });
        assertThat(upwards).isEmpty();
    }

    @Test
    void everyHeaderHasANameAndAGuardOfItsOwn() {
        Map<String, List<Path>> guards = new TreeMap<>();
        SOURCES.forEach((file, text) -> {
            Matcher guard = GUARD.matcher(text);
            if (guard.find()) {
                guards.computeIfAbsent(guard.group(1), g -> new ArrayList<>()).add(NATIVE.relativize(file));
            }
        });
        assertThat(guards).isNotEmpty().allSatisfy((guard, files) -> assertThat(files).as(guard).hasSize(1));
        Map<String, List<Path>> names = SOURCES.keySet()
                .stream()
                .filter(f -> f.toString().endsWith(".h") && !room(f).equals("include"))
                .collect(groupingBy(f -> f.getFileName().toString(), mapping(NATIVE::relativize, toList())));
        assertThat(names).allSatisfy((name, files) -> assertThat(files).as(name).hasSize(1));
    }

    @Test
    void everyStructOfAHeaderHasANameOfItsOwn() {
        Map<String, List<Path>> structs = new TreeMap<>();
        SOURCES.forEach((file, text) -> {
            if (file.toString().endsWith(".h")) {
                for (Matcher struct = STRUCT.matcher(text); struct.find();) {
                    structs.computeIfAbsent(struct.group(1), g -> new ArrayList<>()).add(NATIVE.relativize(file));
                }
            }
        });
        assertThat(structs).isNotEmpty()
                .allSatisfy((struct, files) -> assertThat(files).as("struct " + struct).hasSize(1));
    }

    @Test
    void noFileNeedsATableOfContents() {
        assertThat(SOURCES)
                .allSatisfy((file, text) -> assertThat(text.lines().count()).as(NATIVE.relativize(file).toString())
                        .isLessThanOrEqualTo(500));
    }

    private static String room(Path file) {
        return NATIVE.relativize(file).getName(0).toString();
    }
}
