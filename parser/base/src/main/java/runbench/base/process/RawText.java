package runbench.base.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Text that may contain bytes that are not UTF-8, as arguments of programs may. Such a byte is one character from
 * U+EF80 to U+EFFF. If text contains one of these characters itself, the character is kept as its three bytes. So every
 * argument has exactly one form.
 */
public final class RawText {
    private static final char FIRST = 0xEF80;
    private static final char LAST = 0xEFFF;
    private static final int BYTE_OFFSET = 0xEF00;
    private static final char REPLACEMENT = 0xFFFD;
    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

    private RawText() {
    }

    /**
     * Returns the arguments of this process without the losses of Java's decoding.
     *
     * @param decoded the arguments of {@code main}
     * @return the same array if no loss is possible
     */
    public static String[] arguments(String[] decoded) {
        boolean doubtful = false;
        for (String word : decoded) {
            doubtful |= word.chars().anyMatch(c -> c == REPLACEMENT || isByte(c));
        }
        if (!doubtful) {
            return decoded;
        }
        List<String> all = commandLine();
        return all.size() < decoded.length ? decoded
                : all.subList(all.size() - decoded.length, all.size()).toArray(String[]::new);
    }

    /** Returns the command line of this process, with the options of Java; empty if the system does not show it. */
    public static List<String> commandLine() {
        try {
            return words(Files.readAllBytes(COMMAND_LINE));
        } catch (IOException e) {
            return List.of();
        }
    }

    private static List<String> words(byte[] line) {
        List<String> words = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < line.length; i++) {
            if (line[i] == 0) {
                words.add(of(line, from, i - from));
                from = i + 1;
            }
        }
        return words;
    }

    /** Returns the unique text form of bytes. */
    static String of(byte[] bytes, int offset, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = offset, end = offset + length; i < end;) {
            int sequence = Math.min(sequenceLength(bytes[i]), end - i);
            String c = strict(bytes, i, sequence);
            if (c == null || isByte(c.charAt(0))) {
                text.append((char) (BYTE_OFFSET + (bytes[i] & 0xff)));
                i++;
            } else {
                text.append(c);
                i += sequence;
            }
        }
        return text.toString();
    }

    private static int sequenceLength(byte first) {
        return first >= 0 ? 1 : (first & 0xe0) == 0xc0 ? 2 : (first & 0xf0) == 0xe0 ? 3 : 4;
    }

    private static String strict(byte[] bytes, int from, int length) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, length)).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private static boolean isByte(int c) {
        return c >= FIRST && c <= LAST;
    }

    /** Returns whether the text represents bytes that are not UTF-8. */
    static boolean holdsBytes(String text) {
        return text.chars().anyMatch(RawText::isByte);
    }

    /** Returns the bytes that the text represents. */
    public static byte[] bytes(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        text.codePoints().forEach(c -> {
            if (isByte(c)) {
                bytes.write(c - BYTE_OFFSET);
            } else {
                bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
            }
        });
        return bytes.toByteArray();
    }

    /**
     * Returns a word for a line of a helper's input. It contains no tab and no line end, and {@code \\xHH} represents a
     * byte that is not UTF-8.
     */
    public static String escaped(String word) {
        StringBuilder text = new StringBuilder();
        word.chars().forEach(c -> {
            switch (c) {
                case '\\' -> text.append("\\\\");
                case '\t' -> text.append("\\t");
                case '\n' -> text.append("\\n");
                default -> {
                    if (isByte(c)) {
                        text.append(String.format("\\x%02x", c - BYTE_OFFSET));
                    } else {
                        text.append((char) c);
                    }
                }
            }
        });
        return text.toString();
    }

    /**
     * Returns a command line that {@link ProcessBuilder} starts without loss. Java cannot pass bytes that are not
     * UTF-8. In that case bash, which the launcher also requires, encodes them as escapes and is replaced by the
     * program, with the same process id.
     */
    public static List<String> startable(List<String> argv) {
        if (argv.stream().noneMatch(RawText::holdsBytes)) {
            return argv;
        }
        StringBuilder script = new StringBuilder();
        for (String variable : List.of("SHLVL", "OLDPWD", "PWD")) {
            if (System.getenv(variable) == null) {
                script.append("unset ").append(variable).append("; ");
            }
        }
        script.append("exec --");
        argv.forEach(word -> script.append(' ').append(quoted(word)));
        return List.of("bash", "-c", script.toString());
    }

    private static String quoted(String word) {
        StringBuilder text = new StringBuilder("$'");
        for (byte b : bytes(word)) {
            text.append(String.format("\\x%02x", b & 0xff));
        }
        return text.append('\'').toString();
    }

    /**
     * Changes an inherited environment to the wanted one. An unchanged variable keeps its bytes.
     *
     * @param inherited the environment of a process before its start; modified
     * @param wanted the whole new environment
     */
    static void setEnvironment(Map<String, String> inherited, Map<String, String> wanted) {
        inherited.keySet().removeIf(name -> !wanted.containsKey(name));
        wanted.forEach((name, value) -> {
            if (!value.equals(inherited.get(name))) {
                inherited.put(name, value);
            }
        });
    }
}
