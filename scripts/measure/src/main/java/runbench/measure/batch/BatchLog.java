package runbench.measure.batch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The log of a batch: one line per run in the reference project's form, {@code 2026-01-31 02:10:11: 403.gcc 1ms -> OK},
 * in local time. Each line is on disk before the next run starts, so that a batch can continue after a crash or a
 * reboot.
 */
public final class BatchLog {
    /** The format of times in the log, in local time. */
    public static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
    private static final Pattern LINE = Pattern.compile(
            "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d: (\\S+) (\\S+) -> (OK|ERROR|INTERRUPTED)(?: \\((.*)\\))?");

    private final Path file;

    public BatchLog(Path file) {
        this.file = file;
    }

    public Path file() {
        return file;
    }

    /**
     * Appends the line of a run and forces it to the disk.
     *
     * @return the line
     */
    public String append(Outcome outcome) throws IOException {
        String line = LocalDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS).format(TIME) + ": "
                + outcome.item() + " -> " + outcome.ending() + (outcome.ok() ? "" : " (" + outcome.reason() + ")");
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                StandardOpenOption.READ)) {
            // A line truncated by a power failure must not swallow this one.
            boolean partial = out.size() > 0 && lastByte(out) != '\n';
            out.position(out.size());
            ByteBuffer bytes = ByteBuffer.wrap(((partial ? "\n" : "") + line + "\n").getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
        return line;
    }

    private static byte lastByte(FileChannel channel) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        channel.read(one, channel.size() - 1);
        return one.get(0);
    }

    /** Returns the finished runs in the order of the log; lines of another form are skipped. */
    public List<Outcome> read() throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            Matcher m = LINE.matcher(line);
            if (m.matches()) {
                BatchItem item = new BatchItem(m.group(1), m.group(2));
                String reason = m.group(4) == null ? "" : m.group(4);
                outcomes.add(switch (Outcome.Ending.valueOf(m.group(3))) {
                    case OK -> Outcome.ok(item);
                    case ERROR -> Outcome.error(item, reason);
                    case INTERRUPTED -> Outcome.interrupted(item, reason);
                });
            }
        }
        return outcomes;
    }
}
