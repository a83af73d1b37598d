package runbench.sync.eventlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runbench.base.error.RunbenchException;
import runbench.base.timeline.Timeline;
import runbench.sync.eventlog.LogMerge.LogSource;
import runbench.sync.eventlog.LogSpans.LogSpan;
import runbench.sync.eventlog.LogType.LogKind;

/** Compares the library's logs with the program's own output. */
@Tag("scenario")
class LogFileTest {
    private static final Path NATIVE = Path.of(System.getProperty("runbench.home", "."))
            .toAbsolutePath()
            .resolve("native/build/eventlog");
    @TempDir
    private Path folder;

    /** Returns the lines of the program: tid, name, four stamps. */
    private List<String[]> run(String... arguments) throws IOException, InterruptedException {
        Path program = NATIVE.resolve("regions");
        assumeTrue(Files.isExecutable(program), "not built: make -C native");
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        Path out = folder.resolve("out");
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("RB_EVENTLOG", folder.resolve(LogFolder.NAME).toString());
        assertThat(builder.start().waitFor(20, TimeUnit.SECONDS)).isTrue();
        return Files.readAllLines(out).stream().map(line -> line.split(" ")).toList();
    }

    private static void assertWithin(List<String[]> truth, List<LogSpan> spans) {
        List<LogSpan> regions = new ArrayList<>(spans.stream().filter(s -> s.type().kind() == LogKind.REGION).toList());
        List<String[]> lines = new ArrayList<>(truth);
        lines.sort(Comparator.<String[], String>comparing(l -> l[0] + l[1]).thenComparing(l -> Long.parseLong(l[2])));
        regions.sort(Comparator.<LogSpan, String>comparing(s -> s.tid() + s.type().name())
                .thenComparing(LogSpan::fromNanos));
        assertThat(regions).hasSameSizeAs(lines);
        for (int i = 0; i < lines.size(); i++) {
            String[] line = lines.get(i);
            LogSpan span = regions.get(i);
            assertThat(span.type().name()).isEqualTo(line[1]);
            assertThat(span.fromNanos()).isBetween(Long.parseLong(line[2]), Long.parseLong(line[3]));
            assertThat(span.toNanos()).isBetween(Long.parseLong(line[4]), Long.parseLong(line[5]));
            assertThat(span.ended()).isTrue();
        }
    }

    @Test
    void regionsMatchTheProgramsTimes() throws Exception {
        List<String[]> truth = run("--threads", "3", "--rounds", "4", "--ms", "2");
        LogFolder log = LogFolder.of(folder);
        LogSpans spans = LogSpans.of(log);
        assertThat(truth).hasSize(3 * 4 * 3);
        assertWithin(truth, spans.spans());
        assertThat(log.remarks()).isEmpty();
        assertThat(log.files()).allMatch(LogFile::complete);
        assertThat(log.events()).isEqualTo(3 * 4 * 9 + 2);
        assertThat(spans.spans()).filteredOn(s -> s.type().kind() == LogKind.STATE).hasSize(1).allMatch(LogSpan::ended);
        assertThat(spans.spans()).filteredOn(s -> s.type().name().equals("compute"))
                .allMatch(s -> s.depth() == 1 && s.type().colour() == 0xeedd88);
    }

    @Test
    void keepsAllEventsOfAKilledProcess() throws Exception {
        List<String[]> truth = run("--threads", "2", "--rounds", "3", "--ms", "1", "--kill");
        LogFolder log = LogFolder.of(folder);
        assertWithin(truth, LogSpans.of(log).spans());
        assertThat(log.events()).isEqualTo(2 * 3 * 9 + 2);
        assertThat(log.remarks()).hasSize(2).allMatch(r -> r.contains("has no end: its process was killed"));
    }

    @Test
    void forkedChildHasItsOwnFile() throws Exception {
        List<String[]> truth = run("--fork", "--rounds", "2", "--ms", "1", "--exit-in-region");
        LogFolder log = LogFolder.of(folder);
        LogSpans spans = LogSpans.of(log);
        assertThat(log.files().stream().map(LogFile::pid).distinct()).hasSize(2);
        assertWithin(truth, spans.spans().stream().filter(LogSpan::ended).toList());
        assertThat(spans.spans()).filteredOn(s -> !s.ended())
                .hasSize(1)
                .allMatch(s -> s.comment().equals("still open"));
    }

    @Test
    void tablesContainEveryEventWithItsWholeComment() throws Exception {
        run("--rounds", "1", "--ms", "1");
        List<LogSource> sources = LogFolder.of(folder)
                .files()
                .stream()
                .map(f -> new LogSource(f, Timeline.IDENTITY, "c", "here"))
                .toList();
        StringWriter csv = new StringWriter();
        try (LogTable table = LogTable.csv(csv, true)) {
            LogMerge.inOrder(sources, table);
        }
        StringWriter json = new StringWriter();
        try (LogTable table = LogTable.ndjson(json, false)) {
            LogMerge.inOrder(sources, table);
        }
        assertThat(csv.toString().lines()).hasSize(12)
                .first()
                .asString()
                .endsWith("comment,ref_ns,err_stat_ns,lo_ns,hi_ns,how,shift_ns,severity,value,parent,fields");
        assertThat(csv.toString()).contains(
                "note,point,point,,\"round 0 of 1 is over, and so that this comment is longer than a record has room "
                        + "for: café, tab\t, quote\"\", and that is all\"");
        assertThat(json.toString().lines()).hasSize(11)
                .allMatch(l -> l.startsWith("{\"node\":\"here\"") && l.endsWith("}"));
        assertThat(json.toString()).contains("café, tab\\t, quote\\\"");
    }

    /** A file that was modified or truncated shows a prefix of its events, and the rest is reported. */
    @Test
    void damagedFileShowsAPrefixOfItsEvents() throws Exception {
        run("--rounds", "30", "--ms", "0");
        Path file = LogFolder.of(folder).files().get(0).path();
        byte[] whole = Files.readAllBytes(file);
        List<String> all = events(file);
        assertThat(all).hasSize(30 * 9 + 2);
        Random random = new Random(7);
        Path changed = folder.resolve("changed.rblog");
        int refused = 0;
        for (int i = 0; i < 400; i++) {
            byte[] bytes = i % 4 == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
            for (int k = 0; i % 4 != 0 && k <= random.nextInt(3); k++) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(changed, bytes);
            try {
                List<String> some = events(changed);
                assertThat(some).as("attempt %d", i).hasSizeLessThanOrEqualTo(all.size());
                assertThat(Collections.indexOfSubList(all, some)).as("attempt %d", i).isZero();
                if (some.size() < all.size()) {
                    assertThat(LogFile.open(changed).remark()).isPresent();
                }
            } catch (RunbenchException e) {
                assertThat(e.getMessage()).contains("changed.rblog");
                refused++;
            }
        }
        assertThat(refused).isLessThan(200);
        Files.write(changed, "no log".getBytes(StandardCharsets.US_ASCII));
        LogFolder log = LogFolder.in(folder);
        assertThat(log.files()).isEmpty();
        assertThat(log.remarks()).singleElement().asString().contains("expected a Runbench event log header");
    }

    private static List<String> events(Path file) {
        List<String> found = new ArrayList<>();
        try (LogCursor c = LogFile.open(file).cursor()) {
            while (c.advance()) {
                found.add(c.number() + " " + c.timeNanos() + " " + c.what() + " " + c.type() + " " + c.id() + " "
                        + c.comment());
            }
        }
        return found;
    }
}
