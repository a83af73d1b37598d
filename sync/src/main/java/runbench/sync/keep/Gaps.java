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

/** A permission for gaps that are known beforehand. */
public final class Gaps implements Permission {
    private static final double LENGTH_FACTOR = 1.1;
    /** Share of the interval after which an early window is worth its packets. */
    private static final double MIN_USEFUL_SHARE = 0.25;

    /**
     * One gap.
     *
     * @param begin begin, ns since 1970
     * @param end end, ns since 1970
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
     * Reads gaps, one line {@code BEGIN END} each. A time is an ISO 8601 time (2026-01-31T02:00:00Z; without zone:
     * local time) or a time since the start (90s, 1.5h). END may also be +TIME after BEGIN. # begins a comment.
     *
     * @param file text file
     * @param start start of the program, ns since 1970
     * @param spans converts a duration as typed, to ns
     * @throws RunbenchException if the file cannot be read or contains no gap
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
                    .remedy("One gap a line: 2026-01-31T02:00:00Z 2026-01-31T02:05:00Z, or 90s 120s since the start, "
                            + "or 1h +30s")
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

    /** Returns the gaps in order of time; they are disjoint. */
    public List<Gap> all() {
        return List.copyOf(gaps);
    }

    /**
     * Returns this.
     *
     * @param length length of a window, ns
     * @throws RunbenchException if no gap is long enough
     */
    public Gaps requireRoom(long length) {
        if (gaps.stream().noneMatch(g -> g.end - g.begin >= requiredLength(length))) {
            throw RunbenchException
                    .badInput("--gaps: none of " + gaps.size() + " gaps has room for a window of " + length / 1_000_000
                            + " ms and a tenth more")
                    .remedy("Shorten the window (--window 1s --bursts 8), or allow longer gaps");
        }
        return this;
    }

    private static long requiredLength(long length) {
        return (long) (LENGTH_FACTOR * length);
    }

    /**
     * Returns the last moment before the window is due, or else the first moment after it. A gap is used early if the
     * gap after the next one would be too late.
     */
    @Override
    public Answer ask(long now, long due, long begun, long length) {
        long early = Long.MIN_VALUE;
        for (Gap g : gaps) {
            long first = Math.max(now, g.begin);
            long last = g.end - requiredLength(length);
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
            early = latest - begun >= (due - begun) * MIN_USEFUL_SHARE ? latest : early;
        }
        return early == Long.MIN_VALUE ? Answer.over(Long.MAX_VALUE) : Answer.go(early);
    }
}
