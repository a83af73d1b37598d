package runbench.measure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import runbench.parser.record.Recording;
import runbench.parser.record.RecordingMerge;
import runbench.sampler.events.Event;
import runbench.sampler.events.EventSelection;
import runbench.sampler.run.SamplingResult.Ending;
import runbench.sampler.run.SamplingResult;

/** One run per group of events that fit the counters, merged by running time into one recording. */
final class ExactRuns {
    /** What belongs around each run. */
    interface Around {
        /** @param run from 0 on */
        void before(int run) throws Exception;

        /** @return what is wrong with the run's output; empty when nothing is */
        List<String> after(int run, SamplingResult result) throws Exception;
    }

    static final Around NOTHING_AROUND = new Around() {
        @Override
        public void before(int run) {
            // Nothing to prepare.
        }

        @Override
        public List<String> after(int run, SamplingResult result) {
            return List.of();
        }
    };

    /** @param differences of all runs */
    record Outcome(SamplingResult result, List<String> differences) {}

    private ExactRuns() {
    }

    /**
     * @param plan the events of each run, from {@link EventRequest#plan}
     * @param start how to start a run, from its events and its recording
     * @param title for the progress
     */
    static Outcome run(List<EventSelection> plan, BiFunction<EventSelection, Path, SampledRun.Start> start,
            RunFolder folder, String title, Double seconds, RunLife life, Around around) throws Exception {
        if (plan.size() == 1) {
            around.before(0);
            SamplingResult only = SampledRun.run(start.apply(plan.get(0), folder.recording()), title, seconds, life);
            return new Outcome(only, around.after(0, only));
        }
        List<Recording> recordings = new ArrayList<>();
        List<String> differences = new ArrayList<>();
        List<String> groups = new ArrayList<>();
        SamplingResult result = null;
        for (int run = 0; run < plan.size(); run++) {
            Path file = folder.path().resolve("samples.run" + (run + 1) + ".rec").toAbsolutePath();
            around.before(run);
            result = SampledRun.run(start.apply(plan.get(run), file),
                    title + ", run " + (run + 1) + " of " + plan.size(), seconds, life);
            differences.addAll(around.after(run, result));
            if (result.ending() != Ending.COMPLETED || result.failure().isPresent()) {
                break; // what was measured until then is kept, run by run
            }
            recordings.add(Recording.open(file));
            groups.add("run " + (run + 1) + ": "
                    + String.join(", ", plan.get(run).events().stream().map(Event::name).toList()));
        }
        if (recordings.size() == plan.size()) {
            RecordingMerge.write(recordings, folder.recording(), "the panels come from " + plan.size()
                    + " runs, each without multiplexing, merged by running time (" + String.join("; ", groups) + ")");
        }
        return new Outcome(result, differences);
    }
}
