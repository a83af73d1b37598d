package runbench.parser.record;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import runbench.base.container.ContainerFormat;
import runbench.base.container.ContainerHeader;
import runbench.base.container.ContainerReader;
import runbench.base.container.Intact;
import runbench.base.container.MappedRecords;
import runbench.base.error.RunbenchException;

/**
 * A recording (samples.rec), checked when it is opened. Every checksum is verified before any record is given out; of a
 * damaged or unfinished file the part up to its last good seal is given out, and {@link #damage()} says so. Records
 * behind the last good seal, at most one flush (100 ms), are never used: see {@link runbench.base.container}.
 *
 * <p>A file without a readable header is refused. Immutable; safe for several threads; needs no closing (the mapping
 * goes with the object).
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

    /** What to say when mapped pages vanished: another process cut the file while it was being read. */
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

    /** How the run ended; empty when the file was never closed or its end is damaged. */
    public Optional<Trailer> trailer() {
        return Optional.ofNullable(trailer);
    }

    /** Empty when the file is complete and every checksum matches. */
    public Optional<Damage> damage() {
        return Optional.ofNullable(damage);
    }

    /** For those who want all or nothing. @throws RunbenchException (bad input) naming file and offset when damaged */
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

    /** Stamps of one process that are further apart than this, in ns, are those of different clocks. */
    public static final long OTHER_CLOCK_NANOS = 1_000_000_000L;

    /**
     * The distance between the records and an interval of the same clock.
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

    /** A new cursor that stands before the first record. */
    public Cursor cursor() {
        return new Cursor(records, intact);
    }
}
