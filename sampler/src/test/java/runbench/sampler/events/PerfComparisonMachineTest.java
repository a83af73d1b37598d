package runbench.sampler.events;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import runbench.sampler.events.machine.Machine;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.events.select.EventResolver;
import runbench.sampler.nativeapi.NativeApi;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Compares this machine's event names with the installed perf. */
@Tag("machine")
@Tag("beside")
class PerfComparisonMachineTest {
    /** The step between tested tracepoints; perf takes some time for each. */
    private static final int SHOWN = 100;

    private final Machine machine = Machine.read(SystemFiles.THIS_MACHINE);
    private final EventResolver resolver = new EventResolver(machine, NativeApi::pfmNames);

    @BeforeAll
    static void perfIsThere() throws Exception {
        assumeTrue(run("perf", "--version").startsWith("perf version"),
                "there is no perf here (apt-get install linux-perf)");
        assumeTrue(!PerfAttributes.asked("task-clock").isEmpty(), "perf cannot count here");
    }

    private static String run(String... command) throws InterruptedException {
        try {
            Process p = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String said = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            p.waitFor();
            return said;
        } catch (IOException e) {
            return "";
        }
    }

    private static List<String> listed(String... kinds) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("perf", "list", "--no-desc"));
        command.addAll(List.of(kinds));
        List<String> names = new ArrayList<>();
        for (String line : run(command.toArray(String[]::new)).split("\n")) {
            int kind = line.indexOf('[');
            if (line.startsWith("  ") && kind > 0 && !line.contains("escriptor]")
                    && !line.contains("[Hardware breakpoint]")) {
                names.addAll(List.of(line.substring(0, kind).strip().split(" OR ")));
            }
        }
        return names;
    }

    @Test
    void everyNameOfPerfListIsResolved() throws Exception {
        List<String> names = listed("hw", "sw", "cache", "pmu", "tracepoint");
        assertThat(names).hasSizeGreaterThan(10);
        for (String name : names) {
            EventSelection s = resolver.resolve(name);
            assertThat(s.events().size() + s.notCounted().size()).as(name).isPositive();
        }
    }

    @Tag("nightly")
    @Test
    void wordsHavePerfsAttributes() throws Exception {
        assumeTrue(machine.rights().kernel(),
                "perf asks for kernel mode first and then again without it, as this user may not"
                        + " count it (sudo sysctl kernel.perf_event_paranoid=1, or run as root)");
        Map<String, String> ours = new LinkedHashMap<>();
        Map<String, String> perfs = new LinkedHashMap<>();
        List<String> words = new ArrayList<>(PerfAttributes.recorded().keySet());
        List<String> tracepoints = listed("tracepoint");
        for (int i = 0; i < tracepoints.size(); i += SHOWN) {
            words.add(tracepoints.get(i));
        }
        words.addAll(List.of("sched:sched_stat_*", "sched:sched_switch:u", "{sched:sched_switch,faults}"));
        for (String word : words) {
            EventSelection s = resolver.resolve(word);
            String perf = PerfAttributes.asked(word);
            if (s.notCounted().isEmpty() && !perf.isEmpty()) {
                ours.put(word, PerfAttributes.of(s));
                perfs.put(word, perf);
            }
        }
        assertThat(perfs).hasSizeGreaterThan(20);
        assertThat(ours).containsExactlyEntriesOf(perfs);
    }

    @Tag("nightly")
    @Test
    void tracepointsHaveKernelNumbers() throws Exception {
        assumeTrue(machine.tracing().isPresent(), "tracefs cannot be read here");
        List<String> names = listed("tracepoint");
        for (String name : names) {
            Path id = Path.of(machine.tracing().orElseThrow(), "events", name.replace(':', '/'), "id");
            assertThat(resolver.resolve(name).events()).as(name)
                    .singleElement()
                    .satisfies(e -> assertThat(e.encoding())
                            .isEqualTo(new Encoding(2, Long.parseLong(Files.readString(id).strip()))));
        }
    }
}
