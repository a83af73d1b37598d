package runbench.measure;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.plotter.render.html.PageFact;

/**
 * Collects the facts about a run that its page shows in addition to the summary: versions, hashes, neighbouring files.
 */
final class RunFacts {
    private RunFacts() {
    }

    /**
     * Returns the facts.
     *
     * @param record contents of run.json; a missing node if there is none
     * @param chart a chart is being drawn at the same time
     */
    static List<PageFact> of(JsonNode record, Path recording, Path page, boolean chart) {
        List<PageFact> facts = new ArrayList<>();
        facts.add(new PageFact("Runbench", record.path("runbench").asText("")));
        facts.add(new PageFact("run",
                Stream.of(state(record), record.path("failure").asText(""))
                        .filter(w -> !w.isEmpty())
                        .collect(Collectors.joining(": "))));
        record.path("disturbances").forEach(d -> facts.add(new PageFact("disturbed by", d.path("detail").asText())));
        facts.add(new PageFact("state of the machine", state(record.path(RunSurroundings.KEY), "")));
        record.path("provenance").path("executables").forEach(file -> facts.add(new PageFact("program", file(file))));
        record.path("provenance").path("inputs").forEach(file -> facts.add(new PageFact("input", file(file))));
        record.path("notes").forEach(note -> facts.add(new PageFact("note", note.asText())));
        Path folder = recording.toAbsolutePath().getParent();
        if (folder != null && folder.equals(page.toAbsolutePath().getParent())) {
            RunFolder run = new RunFolder(folder);
            Stream.of(recording, run.csv(), run.summary(), run.chart(), run.record())
                    .filter(f -> Files.exists(f) || chart && f.equals(run.chart()))
                    .map(f -> f.getFileName().toString())
                    .forEach(name -> facts.add(new PageFact("beside this page", name, name)));
        }
        return facts;
    }

    /** Returns text such as "governors performance, boost true"; unknown values are left out. */
    private static String state(JsonNode known, String within) {
        List<String> words = new ArrayList<>();
        known.fields().forEachRemaining(f -> {
            String name = within + f.getKey().replace('_', ' ');
            if (f.getValue().isObject()) {
                words.add(state(f.getValue(), name + " "));
            } else if (f.getValue().isArray()) {
                List<String> all = new ArrayList<>();
                f.getValue().forEach(v -> all.add(v.asText()));
                words.add(all.isEmpty() ? "" : name + " " + String.join("/", all));
            } else {
                words.add(f.getValue().isNull() ? "" : name + " " + f.getValue().asText());
            }
        });
        return words.stream().filter(w -> !w.isEmpty()).collect(Collectors.joining(", "));
    }

    /** Returns the state of the run. At the end of a run the page is written before the record's final state. */
    private static String state(JsonNode record) {
        String state = record.path("state").asText("");
        return state.equals(RunState.RUNNING.word()) ? "" : state;
    }

    private static String file(JsonNode file) {
        return Stream
                .of(file.path("path").asText(""), file.path("version").asText(""),
                        file.path("debian_package").asText(""),
                        file.path("sha256").asText("").isEmpty() ? "" : "SHA-256 " + file.path("sha256").asText())
                .filter(w -> !w.isEmpty())
                .collect(Collectors.joining(", "));
    }
}
