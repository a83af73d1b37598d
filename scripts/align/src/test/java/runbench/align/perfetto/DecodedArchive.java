package runbench.align.perfetto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.UnknownFieldSet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Decodes an archive like a viewer, by field numbers only and without the writer's code. */
record DecodedArchive(JsonNode manifest, Map<String, DecodedFile> files) {
    /** One file of the archive. */
    record DecodedFile(Map<Long, Track> tracks, List<Event> events, int snapshots) {
        List<Event> on(long track, int type) {
            return events.stream()
                    .filter(e -> e.track == track && e.type == type)
                    .sorted((a, b) -> Long.compare(a.nanos, b.nanos))
                    .toList();
        }

        /** Returns the track with this name. */
        Track track(String name) {
            return tracks.values()
                    .stream()
                    .filter(t -> name.equals(t.name))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no track " + name));
        }

        /** Slices of a track that do not nest: from, to and name of each. */
        List<Slice> slices(long track) {
            List<Event> begins = on(track, 1);
            List<Event> ends = on(track, 2);
            List<Slice> slices = new ArrayList<>();
            for (int i = 0; i < begins.size(); i++) {
                slices.add(new Slice(begins.get(i).nanos, ends.get(i).nanos, begins.get(i).name));
            }
            return slices;
        }
    }

    record Track(long uuid, long parent, String name, String process, long pid, long tid, String unit, String axis) {}

    record Slice(long from, long to, String name) {}

    /** @param value of a counter; NaN: none */
    record Event(long nanos, int type, long track, String name, double value, List<Long> flows, List<Long> ended) {}

    static DecodedArchive of(Path file) throws IOException {
        JsonNode manifest = null;
        Map<String, DecodedFile> files = new LinkedHashMap<>();
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (ZipEntry entry : zip.stream().map(e -> (ZipEntry) e).toList()) {
                try (InputStream in = zip.getInputStream(entry)) {
                    if (entry.getName().endsWith(".json")) {
                        manifest = new ObjectMapper().readTree(in);
                    } else {
                        files.put(entry.getName(), decoded(UnknownFieldSet.parseFrom(in)));
                    }
                }
            }
        }
        return new DecodedArchive(manifest, files);
    }

    /** A single file. */
    static DecodedFile file(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return decoded(UnknownFieldSet.parseFrom(in));
        }
    }

    /** Decodes a file with protoc, which is independent of the writer. */
    static String protoc(Path raw) throws Exception {
        Path schema = Path.of(System.getProperty("runbench.home"),
                "scripts/align/src/test/resources/runbench/align/perfetto/subset.proto");
        Process process;
        try {
            process = new ProcessBuilder("protoc", "--decode=runbench.perfetto.Trace", "-I",
                    schema.getParent().toString(), schema.getFileName().toString()).redirectInput(raw.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "protoc is not here (Debian: protobuf-compiler)");
            return "";
        }
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }

    private static DecodedFile decoded(UnknownFieldSet trace) throws IOException {
        Map<Long, Track> tracks = new LinkedHashMap<>();
        List<Event> events = new ArrayList<>();
        int snapshots = 0;
        for (UnknownFieldSet packet : messages(trace, 1)) {
            if (number(packet, 10) == 0) {
                throw new AssertionError("a packet of no sequence");
            }
            for (UnknownFieldSet t : messages(packet, 60)) {
                Track track = track(t);
                tracks.put(track.uuid, track);
            }
            for (UnknownFieldSet e : messages(packet, 11)) {
                if (!tracks.containsKey(number(e, 11))) {
                    throw new AssertionError("an event before its track " + number(e, 11));
                }
                double value = e.hasField(44) ? Double.longBitsToDouble(e.getField(44).getFixed64List().get(0))
                        : e.hasField(30) ? number(e, 30) : Double.NaN;
                events.add(new Event(number(packet, 8), (int) number(e, 9), number(e, 11), text(e, 23), value,
                        e.getField(47).getFixed64List(), e.getField(48).getFixed64List()));
            }
            snapshots += messages(packet, 6).size();
        }
        return new DecodedFile(tracks, events, snapshots);
    }

    private static Track track(UnknownFieldSet t) throws IOException {
        UnknownFieldSet process = messages(t, 3).stream().findFirst().orElse(UnknownFieldSet.getDefaultInstance());
        UnknownFieldSet thread = messages(t, 4).stream().findFirst().orElse(UnknownFieldSet.getDefaultInstance());
        UnknownFieldSet counter = messages(t, 8).stream().findFirst().orElse(UnknownFieldSet.getDefaultInstance());
        String name = t.hasField(2) ? text(t, 2) : thread.hasField(5) ? text(thread, 5) : null;
        return new Track(number(t, 1), number(t, 5), name, text(process, 6),
                Math.max(number(process, 1), number(thread, 1)), number(thread, 2), text(counter, 6), text(counter, 7));
    }

    private static List<UnknownFieldSet> messages(UnknownFieldSet in, int field) throws IOException {
        List<UnknownFieldSet> all = new ArrayList<>();
        for (var bytes : in.getField(field).getLengthDelimitedList()) {
            all.add(UnknownFieldSet.parseFrom(bytes));
        }
        return all;
    }

    private static long number(UnknownFieldSet in, int field) {
        return in.hasField(field) ? in.getField(field).getVarintList().get(0) : 0;
    }

    private static String text(UnknownFieldSet in, int field) {
        return in.hasField(field) ? in.getField(field).getLengthDelimitedList().get(0).toStringUtf8() : null;
    }
}
