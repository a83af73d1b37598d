package runbench.parser.record;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import runbench.base.container.ContainerFormat;
import runbench.base.container.ContainerHeader;
import runbench.base.container.ContainerReader;
import runbench.base.container.ContainerReader.RecordInspector;
import runbench.base.container.Intact;
import runbench.base.container.RecordWindows.MappedRecords;
import runbench.base.error.RunbenchException;

/**
 * A recording (samples.rec), checked when it is opened. It verifies every checksum before it returns any record. Of a
 * damaged or unfinished file it uses the part up to the last valid seal and describes the rest in {@link #damage()}.
 * Records after the last valid seal, at most one flush (100 ms), are never used: see {@link runbench.base.container}.
 *
 * <p>A file without a readable header is rejected. Recordings are immutable and safe for several threads. They need no
 * closing: the mapping is released with the object.
 */
public final class Recording {
    private final Path path;
    private final Metadata metadata;
    private final Trailer trailer;
    private final Damage damage;
    private final MappedRecords records;
    private final long intact;
    private final long samples;
    private final int valueCount;

    private Recording(Path path, FileChannel channel) throws IOException {
        this.path = path;
        ContainerHeader header = ContainerReader.header(channel, path, Layout.FORMAT);
        valueCount = header.fields().getInt(Layout.FILE_VALUE_COUNT);
        Metadata begun = metadata(header);
        records = new MappedRecords(channel, header.headerBytes(), header.recordBytes(),
                header.recordsIn(channel.size()), MappedRecords.WINDOW_BYTES);
        SampleCount count = new SampleCount();
        Intact found = ContainerReader.check(channel, header, records, count);
        intact = found.used();
        samples = count.samples();
        trailer = found.complete() ? Trailer.from(found.trailer()) : null;
        metadata = trailer == null ? begun : begun.corrected(trailer);
        damage = found.complete() ? null : damage(found, header, channel.size());
    }

    private Damage damage(Intact found, ContainerHeader header, long size) {
        long end = header.offsetOf(found.used());
        long rest = size - end;
        return found.damage() != null ? new Damage(found.damage().offset(), found.damage().reason(), samples, rest)
                : new Damage(end,
                        (found.refused() == 0 ? "the file stops here without its end record"
                                : "the " + found.refused() + " records from here on were never sealed")
                                + " (cut off, or the sampler was killed)",
                        samples, rest);
    }

    private Metadata metadata(ContainerHeader header) {
        Metadata read = Metadata.from(header.metadata());
        for (EventInfo event : read.events()) {
            if (event.values().stream().anyMatch(v -> v < 0 || v >= valueCount) || event.group() < 0
                    || event.group() > 255) {
                throw ContainerReader.unreadable(path, Layout.FORMAT, ContainerFormat.HEADER_BYTES,
                        "event " + event.name() + " is value " + event.values() + " of group " + event.group()
                                + ", but records hold " + valueCount + " values");
            }
        }
        return read;
    }

    /**
     * Opens and checks a recording.
     *
     * @throws RunbenchException (bad input) when there is no readable recording header; names the file and the offset
     */
    public static Recording open(Path path) {
        if (Files.isDirectory(path)) {
            throw RunbenchException.badInput(path + ": is a directory, not a recording")
                    .remedy("name the file, usually samples.rec inside it");
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return new Recording(path, channel);
        } catch (NoSuchFileException e) {
            throw RunbenchException.badInput(path + ": no such file").causedBy(e);
        } catch (IOException e) {
            throw RunbenchException.badInput(path + ": cannot be read: " + e.getMessage()).causedBy(e);
        } catch (InternalError e) {
            throw shrank(path, e);
        }
    }

    /**
     * Returns the error for mapped pages that disappeared because another process truncated the file during reading.
     */
    public static RunbenchException shrank(Path path, InternalError cause) {
        return RunbenchException
                .badInput(path + ": could not be read to its end; it was cut off while being read, or "
                        + "its disk fails")
                .remedy("wait until the run has ended, then read it again")
                .causedBy(cause);
    }

    public Path path() {
        return path;
    }

    public Metadata metadata() {
        return metadata;
    }

    /** Returns the end of the run; empty if the file was never closed or its end is damaged. */
    public Optional<Trailer> trailer() {
        return Optional.ofNullable(trailer);
    }

    /** Returns the damage of the file; empty if the file is complete and every checksum matches. */
    public Optional<Damage> damage() {
        return Optional.ofNullable(damage);
    }

    /**
     * Returns this recording if it is complete. @throws RunbenchException (bad input) with file and offset if it is
     * damaged
     */
    public Recording requireIntact() {
        if (damage != null) {
            throw RunbenchException.badInput(path + ": " + damage.words())
                    .remedy("use the intact part by leaving out --strict, or record the run again");
        }
        return this;
    }

    /** Intact records of all kinds, seals included. */
    public long records() {
        return intact;
    }

    /** Intact records of kind {@link Kind#SAMPLE}. */
    public long samples() {
        return samples;
    }

    /** Values in each record. */
    public int valueCount() {
        return valueCount;
    }

    /** Minimum distance of two stamps of one process that come from different clocks, ns. */
    public static final long OTHER_CLOCK_NANOS = 1_000_000_000L;

    /**
     * Returns the distance between the records and an interval of the same clock.
     *
     * @return in ns; 0 or less if they overlap, or if there are no records
     */
    public long nanosApart(long fromNanos, long toNanos) {
        if (records() == 0) {
            return 0;
        }
        Cursor record = cursor();
        record.at(0);
        long first = record.wallNanos();
        record.at(records() - 1);
        return Math.max(fromNanos - record.wallNanos(), first - toNanos);
    }

    /** Returns a new cursor before the first record. */
    public Cursor cursor() {
        return new Cursor(records, intact);
    }

    /** The number of samples that seals cover. */
    static final class SampleCount implements RecordInspector {
        private long sealed;
        private long samples;

        @Override
        public boolean record(ByteBuffer window, int at, int kind) {
            samples += kind == Kind.SAMPLE ? 1 : 0;
            return true;
        }

        @Override
        public void sealed() {
            sealed = samples;
        }

        @Override
        public void rollBack() {
            samples = sealed;
        }

        long samples() {
            return samples;
        }
    }

    /**
     * The damage of a recording. All bytes before {@code offset} were checked.
     *
     * @param offset offset in the file at which the intact part ends, bytes
     * @param reason found and expected content at the offset
     * @param samplesKept number of samples in the intact part
     * @param bytesIgnored number of bytes after {@code offset}, which are not used
     */
    public record Damage(long offset, String reason, @JsonProperty("samples_kept") long samplesKept,
            @JsonProperty("bytes_ignored") long bytesIgnored) {

        /** Returns a sentence for display. */
        public String words() {
            return "damaged at byte " + offset + ": " + reason + "; " + samplesKept + " samples before it are intact, "
                    + bytesIgnored + " bytes behind it are not used";
        }
    }

    /**
     * The end of the run, as the sampler recorded it. Numbers that the file does not contain are -1.
     *
     * @param exitStatus exit status of the benchmark; -1 if a signal ended it
     * @param signal signal that ended the benchmark; 0 if none did
     * @param timedOut whether the time limit ended the run
     * @param interrupted whether the user ended the run
     * @param wallNanos wall time of the benchmark, ns
     * @param userNanos CPU time in user mode, ns
     * @param systemNanos CPU time in kernel mode, ns
     * @param maxRssKib maximum resident set size, KiB
     * @param samples number of samples
     * @param lost number of records that the kernel dropped
     * @param throttled number of times the kernel throttled sampling
     * @param tasks number of tasks
     * @param costPerSampleNanos cost of a sample, ns
     * @param helperCpuNanos CPU time of the helper, ns
     * @param json the complete trailer, as in the file
     */
    public record Trailer(int exitStatus, int signal, boolean timedOut, boolean interrupted, long wallNanos,
            long userNanos, long systemNanos, long maxRssKib, long samples, long lost, long throttled, long tasks,
            long costPerSampleNanos, long helperCpuNanos, JsonNode json) {

        static Trailer from(JsonNode json) {
            return new Trailer(json.path("exit_status").asInt(-1), json.path("signal").asInt(0),
                    json.path("timed_out").asBoolean(false), json.path("interrupted").asBoolean(false),
                    json.path("wall_ns").asLong(-1), json.path("user_ns").asLong(-1), json.path("system_ns").asLong(-1),
                    json.path("max_rss_kib").asLong(-1), json.path("samples").asLong(-1), json.path("lost").asLong(-1),
                    json.path("throttled").asLong(-1), json.path("tasks").asLong(-1),
                    json.path("cost_per_sample_ns").asLong(-1), json.path("helper_cpu_ns").asLong(-1), json);
        }

        /** Returns the CPU time in both modes, ns; -1 if it is unknown. */
        public long cpuNanos() {
            return userNanos < 0 ? -1 : userNanos + Math.max(0, systemNanos);
        }
    }
}
