package runbench.sync.keep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import runbench.base.error.RunbenchException;

/** Windows only in gaps that are known beforehand. */
public final class Gaps implements Permission {
    private static final double ROOM = 1.1;
    /** A window before the due one is worth its packets after so much of the interval. */
    private static final double WORTH_IT = 0.25;

    /**
     * One gap.
     *
     * @param begin ns since 1970
     * @param end ns since 1970
     */
    public record Gap(long begin, long end) {}

    private final List<Gap> gaps;

    Gaps(List<Gap> gaps) {
        List<Gap> merged = new ArrayList<>();
        for (Gap g : gaps.stream().sorted(Comparator.comparingLong(Gap::begin)).toList()) {
            Gap last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last != null && g.begin <= last.end) {
                merged.set(merged.size() - 1, new Gap(last.begin, Math.max(last.end, g.end)));
            } else {
                merged.add(g);
            }
        }
        this.gaps = merged;
    }

    /**
     * Reads lines {@code BEGIN END}: each an ISO 8601 time (2026-01-31T02:00:00Z; without zone: local time) or a time
     * since the start (90s, 1.5h); END also +TIME after BEGIN. # begins a comment.
     *
     * @param start when the program started, ns since 1970
     * @param spans reads a time as people type it, to ns
     */
    public static Gaps read(Path file, long start, ToLongFunction<String> spans) {
        List<Gap> gaps = new ArrayList<>();
        int number = 0;
        try {
            for (String line : Files.readAllLines(file)) {
                number++;
                String[] word = line.replaceAll("#.*", "").strip().split("\\s+");
                if (word[0].isEmpty()) {
                    continue;
                }
                if (word.length != 2) {
                    throw new IllegalArgumentException("expected BEGIN END");
                }
                long begin = moment(word[0], start, spans);
                long end = word[1].startsWith("+") ? begin + spans.applyAsLong(word[1].substring(1))
                        : moment(word[1], start, spans);
                if (end <= begin) {
                    throw new IllegalArgumentException("it ends before it begins");
                }
                gaps.add(new Gap(begin, end));
            }
        } catch (IOException e) {
            throw RunbenchException.badInput("--gaps " + file + ": cannot be read: " + e.getMessage()).causedBy(e);
        } catch (RuntimeException e) {
            throw RunbenchException.badInput("--gaps " + file + ": line " + number + ": " + e.getMessage())
                    .remedy("One gap a line: 2026-01-31T02:00:00Z 2026-01-31T02:05:00Z, or 90s 120s since the start, or 1h +30s")
                    .causedBy(e);
        }
        if (gaps.isEmpty()) {
            throw RunbenchException.badInput("--gaps " + file + ": holds no gap");
        }
        return new Gaps(gaps);
    }

    private static long moment(String text, long start, ToLongFunction<String> spans) {
        if (!text.contains("T")) {
            return start + spans.applyAsLong(text);
        }
        Instant at;
        try {
            at = OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException withoutZone) {
            at = LocalDateTime.parse(text).atZone(ZoneId.systemDefault()).toInstant();
        }
        return at.getEpochSecond() * 1_000_000_000L + at.getNano();
    }

    /** The gaps, in order, none touching another. */
    public List<Gap> all() {
        return List.copyOf(gaps);
    }

    /** Fails where not one gap is long enough. */
    public Gaps needRoom(long length) {
        if (gaps.stream().noneMatch(g -> g.end - g.begin >= room(length))) {
            throw RunbenchException
                    .badInput("--gaps: none of " + gaps.size() + " gaps has room for a window of " + length / 1_000_000
                            + " ms and a tenth more")
                    .remedy("Shorten the window (--window 1s --bursts 8), or allow longer gaps");
        }
        return this;
    }

    private static long room(long length) {
        return (long) (ROOM * length);
    }

    /**
     * The last moment before the window is due; if there is none, the first after it. Waiting for the gap after next
     * would be too late, so a gap is used although nothing is due yet.
     */
    @Override
    public Answer ask(long now, long due, long begun, long length) {
        long early = Long.MIN_VALUE;
        for (Gap g : gaps) {
            long first = Math.max(now, g.begin);
            long last = g.end - room(length);
            if (first > last) {
                continue;
            }
            if (first > due) {
                return Answer.go(early == Long.MIN_VALUE ? first : early);
            }
            long latest = Math.max(first, Math.min(due, last));
            if (latest == due) {
                return Answer.go(due);
            }
            early = latest - begun >= (due - begun) * WORTH_IT ? latest : early;
        }
        return early == Long.MIN_VALUE ? Answer.over(Long.MAX_VALUE) : Answer.go(early);
    }
}
