package runbench.measure;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import runbench.base.digest.Digests;
import runbench.base.error.RunbenchException;
import runbench.parser.metrics.MetricEnvelopes;
import runbench.parser.metrics.SampleSpreads.SampleSpread;
import runbench.parser.series.Axis;
import runbench.parser.series.Envelope;
import runbench.parser.series.Envelopes;
import runbench.parser.series.ScheduleBuckets;
import runbench.parser.stats.RunLog;
import runbench.parser.stats.RunSummary;
import runbench.parser.symbols.StackProfile;
import runbench.parser.view.Requested;
import runbench.parser.view.RunView;
import runbench.parser.view.RunView.Curves;
import runbench.plotter.figure.Strip;
import runbench.plotter.render.html.HtmlPage;
import runbench.plotter.render.html.Page.PageFact;
import runbench.report.Abscissa;
import runbench.report.LoggedBands;
import runbench.report.UncountedBands;
import runbench.report.RunCharts.ShownCurves;
import runbench.report.TaskPanels;
import runbench.report.page.RunPage;
import runbench.report.page.ShownRun;
import runbench.sampler.environment.Disturbance;

/** Collects the data of a run's page during the one pass over its recording. */
final class PageParts {
    private final RunView view;
    private final AxisParts first;
    /** The axis to which a reader can change; empty if the recording has only one. */
    private final Optional<AxisParts> other;
    /** SHA-256 of the recording. Hashing takes as long as reading the file, so it runs in parallel. */
    private final CompletableFuture<String> checksum;

    PageParts(RunView view, Axis axis) {
        this.view = view;
        Optional<Axis> second = Envelopes.otherAxis(view.periods(), axis);
        int axes = second.isPresent() ? 2 : 1;
        int bins = HtmlPage.usefulBins(1, axes * (view.periods().events().size() + view.metrics().size()));
        first = new AxisParts(view, axis, bins);
        other = second.map(a -> new AxisParts(view, a, bins));
        Path recording = view.periods().recording().path();
        checksum = CompletableFuture.supplyAsync(() -> digest(recording));
    }

    private static String digest(Path recording) {
        try {
            return Digests.of(recording);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes the page.
     *
     * @param stacks call stacks; null: none
     * @param chart a chart is being drawn at the same time
     */
    void write(RunSummary summary, RunLog log, JsonNode record, StackProfile stacks, Path file, boolean chart) {
        Abscissa x = Abscissa.own(first.axis);
        Optional<Strip> logged = first.axis == Axis.WALL_TIME
                ? new LoggedBands(log, view.periods().startWallNanos(), x).behind()
                        .or(() -> UncountedBands.of(view.periods(), first.axis).map(bands -> bands.strip(x)))
                : Optional.empty();
        ShownRun run = first.shown(view, summary, logged, RunSurroundings.disturbances(record),
                RunFacts.of(record, view.periods().recording().path(), file, chart), checksum.join(), stacks,
                other.map(o -> o.shown(view, summary, Optional.empty(), List.of(), List.of(), "", null, null))
                        .orElse(null));
        try {
            HtmlPage.write(RunPage.of(run), file);
        } catch (IOException e) {
            throw RunbenchException.machine(file + ": the page cannot be written: " + e.getMessage())
                    .remedy("make room or name another place: runbench plot " + view.periods().recording().path()
                            + " --page FILE")
                    .causedBy(e);
        }
    }

    /** The data over one axis. */
    private static final class AxisParts {
        final Axis axis;
        private final Requested<List<Envelope>> events;
        private final Requested<List<Envelope>> metrics;
        private final Requested<List<SampleSpread>> spreads;
        /** States of the program over wall time; empty if they are unknown, or on another axis. */
        private final Optional<Requested<ScheduleBuckets>> states;

        AxisParts(RunView view, Axis axis, int bins) {
            this.axis = axis;
            events = view.envelopes(axis, bins);
            metrics = view.gathered(MetricEnvelopes.collector(view.periods(), view.metrics(), axis, bins));
            spreads = view.spreads(axis, bins);
            states = axis == Axis.WALL_TIME ? ScheduleBuckets.collector(view.periods(), 1, bins).map(view::gathered)
                    : Optional.empty();
        }

        ShownRun shown(RunView view, RunSummary summary, Optional<Strip> logged, List<Disturbance> disturbances,
                List<PageFact> facts, String checksum, StackProfile stacks, ShownRun onOtherAxis) {
            Curves curves = new Curves(axis, events.get(), metrics.get(), Optional.empty());
            return new ShownRun(summary, axis, ShownCurves.of(view.periods(), view.metrics(), curves), spreads.get(),
                    logged, states.map(Requested::get).map(TaskPanels::ofProgram), disturbances, facts, checksum,
                    stacks, onOtherAxis);
        }
    }

    /**
     * Collects the facts about a run that its page shows in addition to the summary: versions, hashes, neighbouring
     * files.
     */
    private static final class RunFacts {
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
            RunSurroundings.disturbances(record).forEach(d -> facts.add(new PageFact("disturbed by", d.detail())));
            facts.add(new PageFact("state of the machine", state(record.path(RunSurroundings.KEY), "")));
            record.path("provenance")
                    .path("executables")
                    .forEach(file -> facts.add(new PageFact("program", file(file))));
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
            known.properties().forEach(f -> {
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
}
