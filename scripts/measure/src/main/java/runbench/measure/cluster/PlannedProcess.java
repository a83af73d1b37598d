package runbench.measure.cluster;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import runbench.align.run.Announcements;
import runbench.align.run.ClusterFolder;
import runbench.align.run.ClusterRecord;
import runbench.align.run.PlannedProgram;
import runbench.align.run.RankRecord;
import runbench.align.run.RankState;
import runbench.base.error.RunbenchException;
import runbench.base.json.Fields;
import runbench.base.quantity.Durations;
import runbench.base.quantity.Printable;
import runbench.measure.cluster.Plan.Member;
import runbench.measure.cluster.Plan.Readiness;

/** One program of a plan while the run lasts. Not thread-safe. */
final class PlannedProcess {
    private static final int MAX_LINES = 5;
    private static final int CONNECT_MILLIS = 200;
    /** Time for the files of an ended program to appear after its launcher has ended; file servers cache folders. */
    private static final long FILES_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** Time by which a server may end before the deciding program without being a failure. */
    private static final long MARGIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    final Member member;
    final Launchers launchers;
    private final ClusterFolder folder;
    /** Report of the program's keeper; null: none yet. */
    Announcements.Report report;
    private PlannedProgram program;
    private long startedNanos;
    private boolean ready;
    private boolean killed;
    private long launcherEndedNanos;
    private long endedNanos;
    private String failure;
    private final OutputPattern output;

    PlannedProcess(Member member, Launchers launchers, ClusterFolder folder) {
        this.member = member;
        this.launchers = launchers;
        this.folder = folder;
        program = member.program();
        output = new OutputPattern(member.readiness().output(),
                List.of(folder.out(member.name()), folder.err(member.name())));
    }

    /** Returns the program with the times that are known by now. */
    PlannedProgram program() {
        return program;
    }

    /** Returns the outcome of the program. */
    RankRecord outcome(RankRecord found) {
        if (isStarted()) {
            return found.of(program);
        }
        return new RankRecord(found.rank(), found.host(), found.clockId(), found.folder(), null, RankState.NOT_MEASURED,
                null, null, "it was not started", null, null, program);
    }

    /** Returns the program with its host. */
    String words() {
        return member.name() + (report == null || report.host().isEmpty() ? "" : " on " + report.host());
    }

    boolean isLaunched() {
        return launchers.running();
    }

    boolean isStarted() {
        return startedNanos != 0;
    }

    boolean isReady() {
        return ready;
    }

    boolean hasEndFile() {
        return report != null && report.ended();
    }

    boolean isEnded() {
        return isStarted() && hasEndFile();
    }

    /** Returns the reason of its failure; null: it has not failed. */
    String failure() {
        return failure;
    }

    Optional<Integer> exitStatus() {
        return report == null ? Optional.empty()
                : report.end().flatMap(e -> e.optionalNumber("exit_status")).map(Long::intValue);
    }

    /** Opens the gate of the program. */
    void start() throws IOException {
        Path go = report.folder().resolve("go");
        folder.write(go, "* 0\n");
        startedNanos = System.nanoTime();
    }

    /** Asks the keeper to end the program; 1: SIGTERM, 2: SIGKILL. */
    void stop(int times) throws IOException {
        if (times == 1 && isStarted()) {
            program = program.stopped(MonotonicClock.nanos());
        }
        killed = times == 2 && isStarted();
        folder.write(report.folder().resolve("stop"), times + "\n");
    }

    /**
     * Determines readiness and failure.
     *
     * @param hasEnding the plan names the programs whose end ends the run; the others must not end earlier
     */
    void look(boolean hasEnding) throws IOException {
        if (!isStarted()) {
            if (hasEndFile() || isLauncherGone()) {
                fail("ended before its start");
            }
            return;
        }
        boolean ended = hasEndFile();
        if (!ready && !(ended && !member.readiness().end() && !member.readiness().equals(Readiness.AT_START))) {
            lookForReadiness();
        }
        if (ended) {
            lookAtEnd(hasEnding);
        } else if (isLauncherGone()) {
            Integer status = launchers.status();
            fail("did not report its end, and its launcher ended with status " + status
                    + ": the host or the connection failed");
        } else if (!ready && System.nanoTime() - startedNanos > member.within().toNanos()) {
            fail("was not ready within " + time(member.within().toNanos()) + ": " + unmet());
        }
    }

    private String unmet() {
        Readiness r = member.readiness();
        return r.port() > 0 ? "nothing listens on port " + r.port()
                : r.address() != null ? r.address() + " accepts no connection"
                        : r.output() != null ? "no line of its output matches " + r.output() : "it has not ended";
    }

    private void lookForReadiness() throws IOException {
        Readiness r = member.readiness();
        if (r.port() > 0) {
            Optional<Long> at = report.ready();
            ready = at.isPresent();
            program = program.ready(at.orElse(null), null);
        } else if (r.end()) {
            ready = hasEndFile() && exitStatus().equals(Optional.of(0));
        } else if (r.equals(Readiness.AT_START)) {
            ready = report.released().isPresent();
        } else if (r.output() != null ? output.isFound() : accepts()) {
            ready = true;
            program = program.ready(null, MonotonicClock.nanos());
        }
    }

    private void lookAtEnd(boolean hasEnding) {
        Fields end = report.end().orElse(null);
        Long status = end == null ? null : end.optionalNumber("exit_status").orElse(null);
        Long signal = end == null ? null : end.optionalNumber("signal").orElse(null);
        String how = signal != null ? "was killed by " + LaunchVerdict.RankEnds.signal(signal.intValue())
                : status == null ? "ended with an unknown status" : "exited with status " + status;
        boolean isBad = status == null || status != 0;
        boolean isEarly = hasEnding && !program.ends() && !member.readiness().end();
        if (isEarly && !isBad && ready && isWithinMargin()) {
            return;
        }
        if (isBad || isEarly || !ready) {
            long took = end == null ? 0 : end.number("program_ended_ns") - report.released().orElse(0L);
            fail(how + " " + time(took) + " after its start"
                    + (!ready ? ", before it was ready" : isEarly ? ", before the end of the run" : ""));
        }
    }

    /** Returns whether the deciding programs may be about to end too: some servers end with their last client. */
    private boolean isWithinMargin() {
        if (endedNanos == 0) {
            endedNanos = System.nanoTime();
        }
        return System.nanoTime() - endedNanos < MARGIN_NANOS;
    }

    private static String time(long nanos) {
        return Durations.fourDigits((double) nanos);
    }

    private void fail(String why) {
        failure = words() + " " + why;
    }

    /** Returns whether the launcher ended a while ago and no end of the program was reported. */
    private boolean isLauncherGone() {
        if (launchers.running()) {
            return false;
        }
        if (launcherEndedNanos == 0) {
            launcherEndedNanos = System.nanoTime();
        }
        return System.nanoTime() - launcherEndedNanos > FILES_NANOS && !hasEndFile();
    }

    /** Returns whether the address of its readiness accepts a connection, which is closed immediately. */
    boolean accepts() {
        String address = member.readiness().address();
        int colon = address.lastIndexOf(':');
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1))),
                    CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the error of a program whose launcher ended before its keeper reported. */
    RunbenchException notLaunched() throws IOException {
        List<String> lines = lastLines(folder.err(member.name()), 1);
        String host = member.program().on();
        return RunbenchException
                .badInput(member.where() + ": " + member.name()
                        + (host == null ? " cannot be started: " : " cannot be started on " + host + ": ")
                        + (lines.isEmpty() ? "the launcher ended with status " + launchers.status()
                                : Printable.line(lines.get(0))))
                .remedy(host == null ? "less " + folder.err(member.name())
                        : "try the launcher by hand: ssh " + Plan.address(host)
                                + " true; the folder of the run must be visible there: " + folder.path());
    }

    /** Returns the end of its error output, or of its output, as a problem of the run. */
    ClusterRecord.Problem lastLines() throws IOException {
        Path file = folder.err(member.name());
        List<String> lines = lastLines(file, MAX_LINES);
        String what = "its last errors";
        if (lines.isEmpty()) {
            file = folder.out(member.name());
            lines = lastLines(file, MAX_LINES);
            what = "its last output";
        }
        String text = lines.isEmpty() ? "it wrote nothing"
                : String.join(System.lineSeparator() + "    ", lines.stream().map(Printable::line).toList());
        return new ClusterRecord.Problem(index(), report.host(), what,
                (lines.size() > 1 ? System.lineSeparator() + "    " : "") + text, "less " + file);
    }

    /** Returns the problem that it ignored SIGTERM; empty: it did not. */
    Optional<ClusterRecord.Problem> killed() {
        return !killed ? Optional.empty()
                : Optional.of(new ClusterRecord.Problem(index(), report.host(), "killed",
                        "it did not end within the grace time after SIGTERM",
                        "grace = \"30s\" at the top of the plan, or let it handle SIGTERM"));
    }

    /** Returns the last lines of a text file, of its last 64 KiB at most; empty if there are none. */
    private static List<String> lastLines(Path file, int most) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        byte[] end;
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            end = new byte[(int) Math.min(1 << 16, in.length())];
            in.seek(in.length() - end.length);
            in.readFully(end);
        }
        List<String> lines = new String(end, StandardCharsets.UTF_8).lines()
                .map(String::stripTrailing)
                .filter(l -> !l.isEmpty())
                .toList();
        return lines.subList(Math.max(0, lines.size() - most), lines.size());
    }

    private int index() {
        return report.rank().rank();
    }

    /** The search for a pattern in files that grow. */
    private static final class OutputPattern {
        private static final int MAX_LINE = 1 << 16;

        private final Pattern pattern;
        private final List<Path> files;
        private final long[] read;
        private final StringBuilder[] line;

        OutputPattern(Pattern pattern, List<Path> files) {
            this.pattern = pattern;
            this.files = files;
            read = new long[files.size()];
            line = new StringBuilder[files.size()];
        }

        boolean isFound() throws IOException {
            for (int i = 0; i < files.size(); i++) {
                if (Files.exists(files.get(i)) && isFound(i)) {
                    return true;
                }
            }
            return false;
        }

        private boolean isFound(int i) throws IOException {
            byte[] bytes;
            try (RandomAccessFile file = new RandomAccessFile(files.get(i).toFile(), "r")) {
                file.seek(read[i]);
                bytes = new byte[(int) Math.min(1 << 20, file.length() - read[i])];
                file.readFully(bytes);
            }
            read[i] += bytes.length;
            StringBuilder text = line[i] == null ? new StringBuilder() : line[i];
            text.append(new String(bytes, StandardCharsets.UTF_8));
            for (String one : text.toString().split("\n")) {
                if (pattern.matcher(one).find()) {
                    return true;
                }
            }
            // The last line may continue.
            String rest = text.substring(Math.max(text.lastIndexOf("\n") + 1, text.length() - MAX_LINE));
            line[i] = new StringBuilder(rest);
            return false;
        }
    }
}
