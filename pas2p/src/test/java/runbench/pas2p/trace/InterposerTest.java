package runbench.pas2p.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import runbench.pas2p.interop.Otf2Import;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.session.SourceLines;
import runbench.pas2p.trace.CallSites.CallSite;
import runbench.pas2p.trace.TraceRemarks.NotOrdered;

/** Checks that every call of a program is recorded exactly once, in the order of its phases. */
@Tag("beside")
class InterposerTest extends InterposedProgram {
    /**
     * Checks sends and collectives of each program, whose numbers are known: iterations * (the calls in its source).
     */
    @ParameterizedTest
    @CsvSource({"calls,   openmpi, 3, 141, 108", "calls, mpich, 2, 96, 72", "fortran, openmpi, 2, 50,  30",
            "fortran, mpich,   2, 50,  30", "f08,     openmpi, 2, 20,  20", "f08,     mpich,   2, 20,  20",
            "sites, openmpi, 2, 0, 20", "sites, mpich, 2, 0, 20"})
    void everyCallIsRecordedOnceAndMatches(String name, String mpi, int ranks, long sends, long collectives)
            throws Exception {
        MpiTrace trace = trace(mpi, ranks, MpiPrograms.program(name, mpi).toString());
        assertThat(output()).contains(name + ": ok");
        assertThat(trace.remarks()).isEmpty();
        assertThat(trace.complete()).isTrue();
        assertThat(trace.sends()).isEqualTo(sends);
        assertThat(trace.receives()).isEqualTo(sends);
        assertThat(trace.collectives()).isEqualTo(collectives);
        PhaseAnalysis analysis = analyse(trace);
        assertThat(analysis.sweep().unmatched()).as(analysis.sweep().examples().toString()).isZero();
        assertThat(analysis.sweep().events()).isEqualTo(trace.events());
        everySiteIsInTheProgram(trace, name, analysis);
    }

    /** Checks that MPI's own frames and Fortran bindings are no call sites, and that sites have lines. */
    private void everySiteIsInTheProgram(MpiTrace trace, String name, PhaseAnalysis analysis) {
        SourceLines.name(trace, directory);
        CallSites sites = trace.callSites();
        assertThat(sites.counted()).isTrue();
        assertThat(sites.all()).isNotEmpty().allSatisfy(s -> {
            assertThat(sites.source(s.id()).file()).as(sites.text(s.id())).startsWith(name + ".");
            assertThat(sites.source(s.id()).line()).isPositive();
        });
        assertThat(sites.all().stream().mapToLong(CallSite::calls).sum())
                .isLessThanOrEqualTo(trace.calls().values().stream().mapToLong(c -> c).sum())
                .isGreaterThanOrEqualTo(trace.collectives());
        assertThat(analysis.phases()).allSatisfy(p -> assertThat(p.calledFrom()).contains(name + "."));
        if (name.equals("sites")) {
            assertThat(sites.all().stream().map(s -> sites.text(s.id())))
                    .contains("solver::Grid<int>::reduce (sites.cpp:12)");
        }
    }

    @Tag("timed")
    @Test
    void knownPhasesAreFoundWithTheirWeightsAndTimes() throws Exception {
        MpiTrace trace = trace("openmpi", 4, MpiPrograms.program("phases", "openmpi").toString(), "6", "5", "4");
        PhaseAnalysis analysis = analyse(trace);
        assertThat(analysis.phases()).hasSize(2);
        assertThat(analysis.phases().get(0).weight()).isEqualTo(30);
        assertThat(analysis.phases().get(1).weight()).isEqualTo(12);
        // Sleeps are a lower bound of the times; only the machine's load limits them from above.
        assertThat(analysis.phases().get(0).frontierNanos()).isGreaterThan(30 * 3_900_000L);
        assertThat(analysis.phases().get(1).frontierNanos()).isGreaterThan(12 * 1_900_000L);
        assertThat(analysis.coverage()).isGreaterThan(0.95);
    }

    /** Checks the tracing time against the run: exchanges of a rank with itself consist of little else. */
    @Tag("timed")
    @Test
    void tracingTimeIsMeasuredWhileTheProgramRuns() throws Exception {
        MpiTrace trace = trace("openmpi", 1, MpiPrograms.program("selfsend", "openmpi").toString(), "200000");
        TracingCost cost = trace.tracingCost().orElseThrow();
        assertThat(cost.calls()).isBetween(220_000L, 220_001L);
        // The first 128 calls, then one in 64 on average.
        assertThat(cost.measuredCalls()).isBetween(2800L, 4500L);
        // At least three clock reads and the writing of two records. The run also contains MPI and waits.
        assertThat(cost.perCallNanos()).isGreaterThan(50);
        assertThat(cost.largestS()).isLessThan((trace.runEndNanos() - trace.runStartNanos()) / 1e9);
        assertThat(cost.addedS()).isEqualTo(cost.largestS());
        assertThat(cost.prepareS()).isPositive();
        assertThat(cost.text()).startsWith("tracing lengthened the run by about ").contains("measured in ");
    }

    /**
     * Checks the computation in sections that are too short to be measured one by one: when a second thread computes
     * too, it grows as the CPU time of the process does.
     */
    @Test
    void shortSectionsContainTheComputationOfAllThreads() throws Exception {
        int sections = 20_000;
        MpiTrace trace = trace("openmpi", 1, MpiPrograms.program("sections", "openmpi").toString(), "" + sections);
        String[] halves = output().substring(output().indexOf("sections: ") + 10).split("\\s+");
        double grown = Double.parseDouble(halves[1]) / Double.parseDouble(halves[0]);
        long first = 0;
        long inexact = 0;
        long sends = 0;
        try (EventCursor e = trace.cursor(0)) {
            while (e.advance()) {
                if (e.kind() == TraceFormat.SEND) {
                    sends++;
                    inexact += (e.flags() & TraceFormat.FLAG_CPU_INEXACT) != 0 ? 1 : 0;
                    first = sends <= sections / 2 ? e.computeNanos() : first;
                }
            }
        }
        assertThat(sends).isEqualTo(sections);
        assertThat(inexact).isPositive();
        double second = trace.computeNanosAtEnd(0) - first;
        // The second thread also computes during the calls.
        assertThat(second / first).as(output()).isGreaterThan(0.5 * (1 + grown));
    }

    @Test
    void threadsAreSequencesOfTheirOwn() throws Exception {
        // Threads that spin in MPI yield to one another if there are fewer CPUs than threads.
        MpiTrace trace = trace("openmpi", 2, "env", "OMPI_MCA_mpi_yield_when_idle=1",
                MpiPrograms.program("threads", "openmpi").toString(), "4", "3");
        assumeTrue(!output().contains("no MPI_THREAD_MULTIPLE"), "this MPI has no MPI_THREAD_MULTIPLE");
        assertThat(output()).contains("threads: ok");
        assertThat(trace.remarks()).isEmpty();
        assertThat(trace.complete()).isTrue();
        assertThat(trace.ranks()).isEqualTo(2);
        assertThat(trace.locations()).isEqualTo(10);
        PhaseAnalysis analysis = analyse(trace);
        // 2 ranks, 4 threads, twice 3 rounds: 14 messages and persistent ones, 3 of duplicates, 1 of a group's
        // communicator
        assertThat(trace.sends()).isEqualTo(trace.receives()).isEqualTo(2 * 4 * 6 * (3 + 6 + 2 + 4));
        assertThat(analysis.sweep().unmatched()).as(analysis.sweep().examples().toString()).isZero();
        assertThat(analysis.sweep().otherSize()).as(analysis.sweep().sizeExamples().toString()).isZero();
        assertThat(analysis.sweep().events()).isEqualTo(trace.events());
        analysis.phases().forEach(p -> assertThat(p.mpiNanos()).isLessThanOrEqualTo(p.rankNanos()));
    }

    /** Runs a program that is linked with the recorder, without the interposer. */
    private void consume(String mpi, int ranks, String word) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                launch(mpi, ranks, MpiPrograms.program("consumers", mpi).toString(), word)).redirectErrorStream(true)
                .redirectOutput(directory.resolve("output.txt").toFile());
        builder.environment().put("RB_MPITRACE_DIR", directory.toString());
        assertThat(builder.start().waitFor()).as(() -> output()).isZero();
        assertThat(output()).contains("consumers: ok");
    }

    /** Checks a program with a consumer that compares its counts with the program's own numbers and with the trace. */
    @ParameterizedTest
    @CsvSource({"openmpi", "mpich"})
    void everyConsumerGetsEveryEventOnce(String mpi) throws Exception {
        consume(mpi, 2, "5");
        MpiTrace trace = MpiTrace.open(directory);
        assertThat(trace.remarks()).isEmpty();
        assertThat(trace.complete()).isTrue();
        assertThat(trace.sends()).isEqualTo(trace.receives()).isEqualTo(trace.locations() * 5L * 3);
    }

    @Test
    void failedConsumerDoesNotAffectTheProgram() throws Exception {
        consume("openmpi", 1, "fail");
        assertThat(output()).contains("rank 0 is not traced: a consumer that fails");
    }

    @ParameterizedTest
    @CsvSource({"openmpi", "mpich"})
    void callsWithoutAPlaceInTheOrderAreNamed(String mpi) throws Exception {
        MpiTrace trace = trace(mpi, 2, "env", "-C", directory.toString(),
                MpiPrograms.program("unordered", mpi).toString(), "5");
        assertThat(output()).contains("unordered: ok");
        assertThat(trace.notOrdered()).anySatisfy(c -> {
            assertThat(c.name()).isEqualTo("MPI_Put");
            assertThat(c.calls()).isEqualTo(10);
            assertThat(c.nanos()).isPositive();
        }).extracting(NotOrdered::name).containsExactly("MPI_Put");
        assertThat(trace.remarks()).singleElement().asString().contains("10 MPI_Put").contains("not part of the order");
        PhaseAnalysis analysis = analyse(trace);
        assertThat(analysis.sweep().unmatched()).as(analysis.sweep().examples().toString()).isZero();
        // Messages on a communicator from MPI_Comm_idup are not attributed to its parent.
        assertThat(analysis.sweep().otherSize()).as(analysis.sweep().sizeExamples().toString()).isZero();
        // Per round an Allreduce, the duplicate, three barriers and two fences; around them a Bcast, three duplicates,
        // and the creation and the end of a window and of a file.
        assertThat(trace.collectives()).isEqualTo(2 * (8 + 5 * 7));
    }

    /**
     * Checks that epochs of windows, collective file access and, with MPI 4, large counts and persistent collectives
     * are recorded.
     */
    @ParameterizedTest
    @CsvSource({"openmpi, 3", "mpich, 2"})
    void synchronisingCallsArePartOfTheOrder(String mpi, int ranks) throws Exception {
        MpiTrace trace = trace(mpi, ranks, "env", "-C", directory.toString(),
                MpiPrograms.program("whole", mpi).toString(), "4");
        assertThat(output()).contains("whole: ok");
        boolean four = output().contains("whole: MPI 4");
        assertThat(trace.notOrdered()).extracting(NotOrdered::name).containsExactly("MPI_Put");
        assertThat(trace.sends()).isEqualTo(trace.receives()).isEqualTo(ranks * 4L * (four ? 4 : 3));
        assertThat(trace.collectives()).isEqualTo(ranks * (5 + 4L * (four ? 14 : 7)));
        PhaseAnalysis analysis = analyse(trace);
        assertThat(analysis.sweep().unmatched()).as(analysis.sweep().examples().toString()).isZero();
        assertThat(analysis.sweep().otherSize()).isZero();
        assertThat(analysis.sweep().events()).isEqualTo(trace.events());
    }

    @Test
    void aProgramOfSessionsIsTracedWithoutMpiInit() throws Exception {
        MpiTrace trace = trace("mpich", 2, MpiPrograms.program("sessions", "mpich").toString(), "5");
        assumeTrue(!output().contains("sessions: none"), "this MPI has no sessions (MPI 4)");
        assertThat(output()).contains("sessions: ok");
        assertThat(trace.remarks()).isEmpty();
        assertThat(trace.complete()).isTrue();
        assertThat(trace.sends()).isEqualTo(trace.receives()).isEqualTo(2 * 5);
        assertThat(trace.collectives()).isEqualTo(2 * 5);
        assertThat(analyse(trace).sweep().unmatched()).isZero();
    }

    /** Checks an overflow: escaped, a line of 4 kB of such words filled 24 kB, beyond the end of its buffer. */
    @Test
    void commandLinesOfAnyLengthAndEncodingAreKept() throws Exception {
        String words = "Gr\u00f6\u00dfe \u20ac \ud83d\ude00 \"quoted\"";
        String longWord = "\u00e9".repeat(50_000);
        // A script passes the words: Java cannot pass a byte that is not UTF-8, and other bytes depend on the locale.
        Path script = Files.writeString(directory.resolve("run.sh"),
                "exec '" + MpiPrograms.program("descriptors", "openmpi") + "' '" + words
                        + "' \"$(printf 'caf\\351')\" '" + longWord.substring(0, 1350) + "'" + " a".repeat(700) + " '"
                        + longWord + "'");
        MpiTrace trace = trace("openmpi", 2, "sh", script.toString());
        assertThat(trace.header(1).metadata().get("program").get(1).asText()).isEqualTo(words);
        assertThat(trace.header(1).metadata().get("program").get(2).asText()).isEqualTo("caf\\xe9");
        assertThat(trace.header(1).metadata().get("program").get(3).asText()).hasSize(1350);
        String kept = trace.header(1).metadata().get("program").get(704).asText();
        assertThat(longWord).startsWith(kept);
        assertThat(kept).hasSizeGreaterThan(30_000);
        assertThat(trace.header(1).metadata().get("program_cut").asBoolean()).isTrue();
    }

    @Test
    void withoutTheCpuClockComputeTimeIsWallTime() throws Exception {
        String program = MpiPrograms.program("phases", "openmpi").toString();
        TracedProcess process = new TracedProcess(HOME, launch("openmpi", 2, program, "2", "2", "10"), directory)
                .output(directory.resolve("output.txt"))
                .cpuClock(false);
        assertThat(process.run()).isZero();
        MpiTrace trace = MpiTrace.open(directory);
        long compute = analyse(trace).phases().stream().mapToLong(p -> p.computeNanos()).sum();
        assertThat(compute).isGreaterThan(2 * 40_000_000L);
        assertThat(trace.header(0).metadata().get("cpu_clock").asText()).startsWith("none");
    }

    @Test
    void softwareEventsAreCountedOutsideMpi() throws Exception {
        String program = MpiPrograms.program("calls", "openmpi").toString();
        TracedProcess process = new TracedProcess(HOME, launch("openmpi", 2, program), directory)
                .output(directory.resolve("output.txt"))
                .events("page-faults=1:2,context-switches=1:3");
        assertThat(process.run()).isZero();
        MpiTrace trace = MpiTrace.open(directory);
        String error = trace.header(0).metadata().path("events_error").asText("");
        assumeTrue(error.isEmpty(), "perf events cannot be opened here: " + error);
        assertThat(trace.header(0).metadata().get("events_mode").asText()).contains("outside MPI");
        EventCounts counts = EventCounts.of(trace, 0);
        assertThat(counts.names()).containsExactly("page-faults", "context-switches");
        assertThat(counts.size()).isEqualTo(trace.eventsOf(0) + counts.starts());
        assertThat(trace.countedEvents()).isEqualTo(counts.names());
        long inPhases = analyse(trace).phases().stream().mapToLong(p -> p.counts()[0]).sum();
        long onRanks = EventCounts.of(trace, 1).value(EventCounts.of(trace, 1).size() - 1, 0)
                + counts.value(counts.size() - 1, 0);
        assertThat(inPhases).isPositive().isLessThanOrEqualTo(onRanks);
        for (int i = 1; i < counts.size(); i++) {
            assertThat(counts.value(i, 0)).isGreaterThanOrEqualTo(counts.value(i - 1, 0));
        }
    }

    @Test
    void anOtf2TraceOfTheSameProgramHasTheSamePhases() throws Exception {
        String program = MpiPrograms.program("phases", "openmpi").toString();
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/eztrace")), "eztrace is not installed (Debian: eztrace)");
        assumeTrue(Files.isExecutable(Otf2Import.converter(HOME)),
                "the OTF2 converter was not built (Debian: libopen-trace-format2-dev)");
        PhaseAnalysis ours = analyse(trace("openmpi", 2, program, "6", "5", "1"));
        Path other = Files.createDirectory(directory.resolve("eztrace"));
        Process process = new ProcessBuilder(launch("openmpi", 2, "eztrace", "-t", "openmpi", program, "6", "5", "1"))
                .directory(other.toFile())
                .redirectErrorStream(true)
                .redirectOutput(other.resolve("out.txt").toFile())
                .start();
        assertThat(process.waitFor()).isZero();
        Path imported = Files.createDirectory(other.resolve("imported"));
        Otf2Import.run(HOME, other.resolve("phases-openmpi_trace/eztrace_log.otf2"), imported);
        PhaseAnalysis theirs = analyse(MpiTrace.open(imported));
        assertThat(theirs.sweep().unmatched()).isZero();
        assertThat(described(theirs)).isEqualTo(described(ours));
    }

    private static List<String> described(PhaseAnalysis analysis) {
        return analysis.phases().stream().map(p -> p.name() + " " + p.weight() + " " + p.ticks()).toList();
    }

    @Test
    void manyMoreRanksThanProcessors() throws Exception {
        MpiTrace trace = trace("openmpi", 6, MpiPrograms.program("phases", "openmpi").toString(), "2", "3", "1");
        assertThat(trace.ranks()).isEqualTo(6);
        PhaseAnalysis analysis = analyse(trace);
        assertThat(analysis.sweep().unmatched()).isZero();
        assertThat(analysis.phases().stream().mapToLong(p -> p.weight()).boxed().toList()).isEqualTo(List.of(6L, 4L));
        assertThat(IntStream.range(0, 6).allMatch(trace::complete)).isTrue();
    }
}
