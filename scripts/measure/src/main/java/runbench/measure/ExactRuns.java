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

/** Runs a program once per group of events that fit the counters and merges the recordings by running time. */
final class ExactRuns {
    /** Actions before and after each run. */
    interface Around {
        /**
         * Prepares a run.
         *
         * @param run index of the run, from 0
         */
        void before(int run) throws Exception;

        /**
         * Verifies a run.
         *
         * @return differences of the output from the expected output; empty: none
         */
        List<String> after(int run, SamplingResult result) throws Exception;
    }

    static final Around NOTHING_AROUND = new Around() {
        @Override
        public void before(int run) {
            // No preparation is necessary.
        }

        @Override
        public List<String> after(int run, SamplingResult result) {
            return List.of();
        }
    };

    /**
     * The merged result.
     *
     * @param result result of the sampled runs
     * @param differences output differences of all runs
     */
    record Outcome(SamplingResult result, List<String> differences) {}

    private ExactRuns() {
    }

    /**
     * Runs the plan.
     *
     * @param plan the events of each run, from {@link EventRequest#plan}
     * @param start starts a run with its events and its recording
     * @param title title of the progress display
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
                break; // everything recorded so far is kept, one file per run
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
