package runbench.align.perfetto;

import static runbench.align.perfetto.TraceField.EVENT_NAME;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import runbench.align.run.ClusterRecord;
import runbench.align.run.ClusterRun;
import runbench.align.traces.Alignment;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.progress.Progress;
import runbench.base.progress.Progress.ProgressDisplay;
import runbench.parser.series.Periods;
import runbench.pas2p.order.LogicalSweep;
import runbench.pas2p.phase.Phase;
import runbench.pas2p.phase.PhaseAnalysis;
import runbench.pas2p.phase.PhaseOccurrences;
import runbench.pas2p.phase.PhaseOptions;
import runbench.pas2p.trace.MpiTrace;
import runbench.pas2p.trace.RankTimelines;
import runbench.sync.eventlog.LogMerge;
import runbench.sync.eventlog.LogMerge.LogSource;

/**
 * Writes a ZIP archive that Perfetto (58 and later) opens with all machines: a file per rank with counters and phases,
 * a file of all messages, and a manifest with the machine of each file. Files are written while recordings are read, so
 * memory does not grow with the run.
 */
public final class PerfettoArchive {
    /** Maximum number of counter values, because the viewer holds all of them in a browser's memory. */
    public static final long MOST_VALUES = 20_000_000;
    private static final String MESSAGES = "messages.pftrace";
    private static final String LOGGED = "log.pftrace";
    private static final String ALL_MACHINES = "messages of all machines";
    private static final int PHASES = 5;
    /** Maximum size of a member in bytes for the ZIP reader of viewers. */
    private static final long MAX_MEMBER_BYTES = (1L << 32) - 1;

    private final ClusterRun run;
    private final RankSources sources;
    private final ArchiveAxis axis;
    private final PhaseAnalysis phases;
    /** Descriptions of phases; cached because they take long to build. */
    private final String[] descriptions;
    private final long thinning;
    private final ProgressDisplay progress;
    private final List<LogSource> logs = new ArrayList<>();
    private final Map<String, Integer> rankOfLog;
    private long values;
    private long logged;

    private PerfettoArchive(ClusterRun run, RankSources sources, PhaseAnalysis phases, long most,
            ProgressDisplay progress) {
        this.run = run;
        this.sources = sources;
        this.phases = phases;
        this.progress = progress;
        descriptions = phases == null ? new String[0]
                : phases.phases().stream().map(Phase::description).toArray(String[]::new);
        axis = sources.axis();
        rankOfLog = sources.logs(logs);
        thinning = thinning(sources, most);
    }

    /**
     * Writes an archive.
     *
     * @param most maximum number of counter values, at least one per counter; beyond that, neighbouring values are
     *     combined
     * @throws RunbenchException (bad input) there is nothing to show, or a recording or trace is corrupted
     */
    public static ArchiveReport write(ClusterRun run, Path file, long most, ProgressDisplay progress)
            throws IOException {
        MpiTrace unaligned = run.trace()
                .map(t -> MpiTrace.open(List.of(t), RankTimelines.NONE, progress.start("checking", "B")))
                .orElse(null);
        RankSources sources = RankSources.of(Alignment.of(run), unaligned);
        if (sources.recorded().isEmpty() && sources.trace() == null) {
            throw RunbenchException.badInput(run.folder().path() + ": no rank left anything that has a time")
                    .remedy("the reasons: " + String.join("; ", sources.remarks()));
        }
        PhaseAnalysis phases = sources.trace() == null ? null
                : PhaseAnalysis.of(sources.trace(), PhaseOptions.DEFAULT, progress.start("ordering", "events"));
        return new PerfettoArchive(run, sources, phases, most, progress).write(file);
    }

    private static long thinning(RankSources sources, long most) {
        return thinning(sources.recorded().stream().mapToLong(s -> values(s.periods())).sum(), most);
    }

    /** Returns the number of sampling periods per value. */
    static long thinning(long values, long most) {
        return Math.max(1, (values + most - 1) / most);
    }

    /** Returns the number of values of all counters without thinning. */
    static long values(Periods periods) {
        return 2 * periods.recording().samples() * periods.events().stream().filter(e -> e.counted()).count();
    }

    private ArchiveReport write(Path file) throws IOException {
        try {
            return report(file, OutputFile.produce(file, this::members));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * Writes the members of the archive.
     *
     * @return the message tracks; null: no trace
     */
    private MessageTracks members(OutputStream archive) throws IOException {
        MessageTracks messages = null;
        // With any charset other than ASCII the members' names are marked as UTF-8, which Perfetto's reader rejects.
        try (ZipOutputStream zip = new ZipOutputStream(archive, StandardCharsets.US_ASCII)) {
            zip.setLevel(Deflater.BEST_SPEED);
            member(zip, ArchiveManifest.NAME, out -> out.write(manifest().json()));
            Progress shown = progress.start("writing", run.record().member() + "s");
            for (int i = 0; i < sources.recorded().size(); i++) {
                RankSources.Source source = sources.recorded().get(i);
                boolean first = i == 0;
                member(zip, nameOf(source), out -> rank(out, source, first));
                shown.at(i + 1, sources.recorded().size());
            }
            if (sources.trace() != null) {
                MessageTracks[] written = new MessageTracks[1];
                member(zip, MESSAGES, out -> written[0] = messages(out));
                messages = written[0];
            }
            if (!logs.isEmpty()) {
                member(zip, LOGGED, this::log);
            }
        }
        return messages;
    }

    private ArchiveReport report(Path file, MessageTracks messages) {
        int machines = (int) sources.recorded().stream().map(s -> s.rank().host()).distinct().count();
        return new ArchiveReport(file, machines, sources.recorded().size(), values, thinning,
                messages == null ? 0 : messages.calls(), messages == null ? 0 : messages.messages(),
                messages == null ? 0 : messages.impossible(), phases == null ? 0 : phases.occurrences().size(), logged,
                sources.remarks());
    }

    @FunctionalInterface
    private interface MemberContent {
        void write(OutputStream out) throws IOException;
    }

    private static void member(ZipOutputStream zip, String name, MemberContent content) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        zip.putNextEntry(entry);
        content.write(zip);
        zip.closeEntry();
        if (entry.getSize() > MAX_MEMBER_BYTES) {
            throw RunbenchException
                    .badInput(name + " in the archive has " + entry.getSize() + " bytes; Perfetto reads no more than "
                            + MAX_MEMBER_BYTES + " of one")
                    .remedy(name.equals(MESSAGES) ? "trace a shorter run" : "let it hold fewer values: --values");
        }
    }

    private static String nameOf(RankSources.Source source) {
        String host = source.rank().host().replaceAll("[^A-Za-z0-9.-]", "_");
        host = host.substring(0, Math.min(60, host.length()));
        return source.rank().program() == null
                ? String.format(Locale.ROOT, "rank-%05d-%s.pftrace", source.rank().rank(), host)
                : source.rank().title().replace('@', '-') + "-" + host + ".pftrace";
    }

    private ArchiveManifest manifest() {
        List<ArchiveManifest.Member> members = new ArrayList<>();
        sources.recorded().forEach(s -> members.add(new ArchiveManifest.Member(nameOf(s), machine(s.rank().host()))));
        if (sources.trace() != null) {
            members.add(new ArchiveManifest.Member(MESSAGES, machineOfMessages(members)));
        }
        if (!logs.isEmpty()) {
            members.add(new ArchiveManifest.Member(LOGGED, machineOfMessages(members)));
        }
        ClusterRecord record = run.record();
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("runbench.program", record.program());
        about.put("runbench.version", record.runbench());
        about.put("runbench.state", record.state().word());
        about.put("runbench.reference", record.reference().host() + " CLOCK_MONOTONIC");
        about.put("runbench.reference_ns_at_0", axis.originNanos());
        about.put("runbench.periods_per_value", thinning);
        return ArchiveManifest.of(members, about);
    }

    private static String machine(String host) {
        return host.isEmpty() ? "unknown host" : host;
    }

    /**
     * Returns the machine of the message file: the common machine of all ranks, so that its processes show their calls;
     * otherwise a separate one, because flows between machines need one file.
     */
    private static String machineOfMessages(List<ArchiveManifest.Member> ranks) {
        List<String> hosts = ranks.stream().map(ArchiveManifest.Member::machine).distinct().toList();
        return hosts.size() == 1 ? hosts.get(0) : ALL_MACHINES;
    }

    private void rank(OutputStream out, RankSources.Source source, boolean first) throws IOException {
        int rank = source.rank().rank();
        PacketWriter packets = new PacketWriter(out, rank + 1);
        if (first) {
            long realtime = axis.originNanos() + run.record().reference().realtimeMinusClockNs();
            packets.clocks(TraceField.CLOCK_BOOTTIME, 0, TraceField.CLOCK_REALTIME, Math.max(0, realtime));
        }
        Tracks.orderProcesses(packets);
        RankCounters counters = new RankCounters(packets, axis, rank, source.periods(), thinning,
                source.periods().nominalNanos() * source.periods().recording().samples());
        counters.announce(sources.name(rank));
        counters.announceClock();
        if (phases != null) {
            Tracks.named(packets, Tracks.ofRank(rank, PHASES), Tracks.ofRank(rank, 0), "phases", 0);
            phases(packets, Tracks.ofRank(rank, PHASES));
        }
        values += source.periods().collect(Progress.NONE, counters);
        packets.flush();
    }

    private void phases(PacketWriter packets, long track) throws IOException {
        PhaseOccurrences all = phases.occurrences();
        for (int i = 0; i < all.size(); i++) {
            Phase phase = phases.phases().get(all.phase(i));
            int tick = all.startTick(i);
            packets.slice(axis.ofReference(all.startNanos(i)), axis.ofReference(all.endNanos(i)), track, s -> {
                s.writeString(EVENT_NAME, phase.label());
                PacketWriter.annotation(s, "what", descriptions[phase.id()]);
                PacketWriter.annotation(s, "weight", phase.weight());
                PacketWriter.annotation(s, "tick", tick);
            });
        }
    }

    private void log(OutputStream out) throws IOException {
        PacketWriter packets = new PacketWriter(out, 1 << 21);
        LogTracks tracks = new LogTracks(packets, axis, rankOfLog, sources::name);
        LogMerge.causal(logs, tracks, progress.start("writing", "events"));
        logged = tracks.events();
        packets.flush();
    }

    private MessageTracks messages(OutputStream out) throws IOException {
        PacketWriter packets = new PacketWriter(out, 1 << 20);
        MessageTracks tracks = new MessageTracks(sources.trace(), packets, axis);
        tracks.announce(sources::name);
        LogicalSweep.run(sources.trace(), phases.options().rule(), tracks, progress.start("writing", "events"));
        packets.flush();
        return tracks;
    }

    /**
     * {@code perfetto_manifest.json}, version 1: the machine of each file and the relation of its clock to the first
     * file's. Perfetto's reference documents it as "Trace manifest format".
     *
     * @param body the content
     */
    private record ArchiveManifest(@JsonProperty("perfetto_manifest") Body body) {
        static final String NAME = "perfetto_manifest.json";
        /** Clock of packets that name no clock. */
        private static final String CLOCK = "BOOTTIME";

        @JsonPropertyOrder({"version", "trace_time", "files", "attributes"})
        record Body(int version, @JsonProperty("trace_time") ClockOf traceTime, List<Entry> files,
                Map<String, Object> attributes) {}

        record ClockOf(String file, String clock) {}

        @JsonInclude(JsonInclude.Include.NON_NULL)
        record Entry(String path, Machine machine, Relation clocks) {}

        record Machine(String name) {}

        record Relation(String clock, @JsonProperty("sync_to") ClockOf syncTo,
                @JsonProperty("offset_ns") long offsetNs) {}

        /**
         * A file of the archive.
         *
         * @param path path in the archive
         * @param machine machine on which it was recorded; files with the same name share a machine
         */
        record Member(String path, String machine) {}

        /**
         * Creates a manifest; all stamps are already on the first file's clock.
         *
         * @param attributes facts about the archive, for viewers that show them
         */
        static ArchiveManifest of(List<Member> members, Map<String, Object> attributes) {
            ClockOf first = new ClockOf(members.get(0).path(), CLOCK);
            List<Entry> files = new ArrayList<>();
            for (Member m : members) {
                files.add(new Entry(m.path(), new Machine(m.machine()),
                        files.isEmpty() ? null : new Relation(CLOCK, first, 0)));
            }
            return new ArchiveManifest(new Body(1, first, files, attributes));
        }

        /**
         * Writes the manifest. Viewers recognise it by its first member, so neither white space nor a byte order mark
         * precedes it.
         */
        byte[] json() throws JsonProcessingException {
            return new ObjectMapper().writeValueAsBytes(this);
        }
    }

    /**
     * The contents of an archive.
     *
     * @param file the archive
     * @param machines number of hosts
     * @param ranks number of ranks with counters
     * @param values number of counter values
     * @param periods sampling periods per value; 1: every period has its own value
     * @param calls MPI calls
     * @param messages messages drawn as flows
     * @param impossible messages that arrived before they were sent by the clocks' bounds; they have no flow
     * @param phases occurrences of phases
     * @param logged events of the application logs
     * @param remarks notes for the user
     */
    public record ArchiveReport(Path file, int machines, int ranks, long values, long periods, long calls,
            long messages, long impossible, long phases, long logged, List<String> remarks) {
        public ArchiveReport {
            remarks = List.copyOf(remarks);
        }
    }
}
