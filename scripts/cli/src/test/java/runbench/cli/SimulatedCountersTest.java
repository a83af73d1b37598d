package runbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Counters that are few, dead or stuck at 0: events that do not fit are refused, multiplexed or split into several
 * runs.
 */
@Tag("scenario")
@Tag("beside")
class SimulatedCountersTest extends SimulatedPmu {
    @Test
    void moreEventsThanCountersAreRefusedTakenInTurnsOrInSeveralRuns() throws Exception {
        zen3(2);
        String four = "cycles,instructions,{branches,branch-misses}";
        Ended refused = sampled("-e", "cycles,instructions,branches", "--no-chart");
        assertThat(refused.code()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err()).contains("no counter left for branch-instructions")
                .contains("--groups")
                .contains("--exact");

        deleteRun();
        JsonNode turns = sample("-e", four, "--groups", "--no-chart");
        assertThat(turns.path("events")).hasSize(4);

        deleteRun();
        JsonNode exact = sample("-e", four, "--exact", "--metrics", "ipc,branch_miss_ratio");
        assertThat(exact.path("events")).hasSize(4)
                .allSatisfy(e -> assertThat(e.path("status").asText()).isEqualTo("counted"));
        assertThat(exact.path("notes").toString()).contains("2 runs")
                .contains("run 1: cpu-cycles, instructions")
                .contains("run 2: branch-instructions, branch-misses");
        assertThat(named(exact.path("metrics"), "ipc").path("value").asDouble()).isBetween(0.9, 1.1);
        assertThat(named(exact.path("metrics"), "branch_miss_ratio").path("value").asDouble()).isBetween(0.9, 1.1);
        assertThat(dir.resolve("run/samples.run2.rec")).isNotEmptyFile();
        assertThat(dir.resolve("run/chart.png")).isNotEmptyFile();
    }

    @Tag("nightly")
    @Test
    void aCounterThatDoesNotCountIsFoundAndNotUsed() throws Exception {
        zen5("--dead", "6");
        String six = "branches,branch-misses,r0729,r8060,cycles,instructions";
        Ended refused = sampled("-e", six, "--no-chart");
        assertThat(refused.code()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err())
                .contains("instructions cannot be counted in addition to the 5 events before it: only 5 of the 6")
                .contains("--groups")
                .contains("--exact");

        deleteRun();
        JsonNode exact = sample("-e", six, "--exact", "--metrics", "ipc", "--no-chart");
        assertThat(exact.path("notes").toString()).contains("2 runs").contains("only 5 of the 6 hardware counters");
        // The simulated counters follow CPU time, which differs between the two runs on a busy machine.
        assertThat((double) count(exact, "instructions")).isBetween(count(exact, "cpu-cycles") * 0.5,
                count(exact, "cpu-cycles") * 2.0);

        deleteRun();
        JsonNode turns = sample("-e", six, "--groups", "--no-chart");
        assertThat(turns.path("events"))
                .allSatisfy(e -> assertThat(e.path("final").asLong()).as(e.toString()).isPositive());
        JsonNode record = new ObjectMapper().readTree(dir.resolve("run/run.json").toFile());
        assertThat(record.path("counting").path("notes").toString()).contains("only 5 of the 6");

        assertThat(runbench("doctor").out()).contains("5 of 6 hardware counters count at the same time")
                .contains("at most 5 events");
        assertThat(runbench("events", "r0729x", "--json").code()).isEqualTo(2);
        assertThat(runbench("events", "branch-misses", "--json").json().path("hardware_counters").path("agree").asInt())
                .isEqualTo(5);
    }

    @Tag("nightly")
    @Test
    void whatOccupiesTwoCountersIsCountedAlone() throws Exception {
        zen5("--pair", "0x0f03");
        Ended refused = sampled("-e", "r0f03,branches", "--no-chart");
        assertThat(refused.code()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err()).contains("r0f03 takes two counters").contains("--exact");
        deleteRun();
        JsonNode exact = sample("-e", "r0f03,branches", "--exact", "--no-chart");
        assertThat(count(exact, "r0f03")).isPositive();
        assertThat(count(exact, "branch-instructions")).isPositive();
    }

    @Tag("nightly")
    @Test
    void aZeroThatNoTrialSawIsSaidToBeOne() throws Exception {
        zen5("--silent", "0x99");
        JsonNode unknown = named(sample("-e", "r99,branches", "--no-chart").path("events"), "r99");
        assertThat(unknown.path("status").asText()).isEqualTo("counted");
        assertThat(unknown.path("final").asLong(-1)).isZero();
        assertThat(unknown.path("reason").asText()).contains("not seen in a trial either");
        Ended text = runbench("sample", "-o", dir.resolve("text").toString(), "--no-chart", "-e", "r99", "--", "true");
        assertThat(text.out()).contains("0 events (not seen in a trial either");
    }

    @Tag("nightly")
    @Test
    void aRunInWhichNothingHappenedIsToldAndPlottedToo() throws Exception {
        zen5("--silent", "0xff");
        Ended ended = runbench("sample", "-o", dir.resolve("run").toString(), "-e", "r00ff", "--", "sh", "-c",
                "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done");
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("r00ff").contains("not seen in a trial either");
        assertThat(ended.err()).doesNotContain("Exception");
        assertThat(new ObjectMapper().readTree(dir.resolve("run/run.json").toFile()).path("state").asText())
                .isEqualTo("finished");
        for (String again : List.of("parse", "plot")) {
            Ended later = runbench(again, dir.resolve("run").toString());
            assertThat(later.code()).as(again + later.err()).isZero();
            assertThat(later.err()).doesNotContain("Exception");
        }
    }

    @Tag("nightly")
    @Test
    void aBenchmarkOfTheCatalogueRunsOncePerGroup() throws Exception {
        zen3(2);
        Ended ended = runbench("run", "998.specrand", "-o", dir.resolve("run").toString(), "--json", "--exact", "-e",
                "{cycles,instructions},{branches,branch-misses}");
        Assumptions.assumeTrue(ended.code() != 3, () -> "998.specrand cannot run here: " + ended.err());
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.json().path("notes").toString()).contains("merged by running time");
        JsonNode record = new ObjectMapper().readTree(dir.resolve("run/run.json").toFile());
        assertThat(record.has("verification")).isTrue();
        assertThat(record.has("verification_run2")).as("the output of each run is verified").isTrue();
    }
}
