package runbench.sampler.emulate;

import runbench.base.error.RunbenchException;
import runbench.sampler.events.machine.SystemFiles;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A modelled write-back cache with least-recently-used replacement; writes allocate lines too.
 *
 * @param bytes total size in bytes
 * @param ways associativity: lines in one set
 * @param lineBytes size of a line in bytes, a power of two
 */
public record CacheModel(long bytes, int ways, int lineBytes) {
    /** The cache of the Core microarchitecture, for machines that do not describe their own. */
    public static final CacheModel FALLBACK = new CacheModel(32 << 10, 8, 64);

    private static final int MAX_WAYS = 64;
    private static final String FORM = "write size, ways and bytes of a line, e.g. 32K,8,64 or 48K,12,64 (--model "
            + "l1d=48K,12,64)";
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,9})([KkMm]?),([0-9]{1,3}),([0-9]{1,4})");

    public CacheModel {
        if (ways < 1 || ways > MAX_WAYS) {
            throw invalid(bytes, ways, lineBytes, "it has from 1 to " + MAX_WAYS + " ways");
        }
        if (lineBytes < 8 || Integer.bitCount(lineBytes) != 1) {
            throw invalid(bytes, ways, lineBytes, "its lines have a power of two of bytes, at least 8");
        }
        long set = (long) ways * lineBytes;
        if (bytes < set || bytes % set != 0 || Long.bitCount(bytes / set) != 1 || bytes > 1 << 30) {
            throw invalid(bytes, ways, lineBytes,
                    "its size must be a power of two of sets of " + set + " bytes (ways times line), up to 1 GiB");
        }
    }

    private static RunbenchException invalid(long bytes, int ways, int lineBytes, String why) {
        return RunbenchException.badInput("a cache of " + bytes + " bytes, " + ways + " ways and lines of " + lineBytes
                + " bytes cannot be modelled: " + why).remedy(FORM);
    }

    /**
     * Parses a cache description such as {@code 32K,8,64}.
     *
     * @param text size, ways and line size, separated by commas
     * @return the described cache
     * @throws RunbenchException exit code 2: the text has another form, or no such cache can be modelled
     */
    public static CacheModel parse(String text) {
        Matcher m = TEXT.matcher(text.replace(" ", ""));
        if (!m.matches()) {
            throw RunbenchException.badInput("cache '" + text + "' cannot be read").remedy(FORM);
        }
        return new CacheModel(Long.parseLong(m.group(1)) * unit(m.group(2)), Integer.parseInt(m.group(3)),
                Integer.parseInt(m.group(4)));
    }

    private static long unit(String letter) {
        return switch (letter) {
            case "K", "k" -> 1L << 10;
            case "M", "m" -> 1L << 20;
            default -> 1;
        };
    }

    /**
     * Returns the L1 data cache of the first processor, as the kernel describes it.
     *
     * @param files the machine's files
     * @return the cache, or empty if the description is missing or cannot be modelled
     */
    public static Optional<CacheModel> of(SystemFiles files) {
        return find(files, 1, Set.of("Data", "Unified"));
    }

    /** Returns the L1 instruction cache of the first processor, or empty if it is not described. */
    static Optional<CacheModel> code(SystemFiles files) {
        return find(files, 1, Set.of("Instruction", "Unified"));
    }

    /** Returns the level 2 cache of the first processor, or empty if it is not described. */
    static Optional<CacheModel> second(SystemFiles files) {
        return find(files, 2, Set.of("Unified"));
    }

    private static Optional<CacheModel> find(SystemFiles files, long level, Set<String> types) {
        String caches = "/sys/devices/system/cpu/cpu0/cache";
        for (String name : files.names(caches)) {
            String index = caches + "/" + name + "/";
            if (files.text(index + "type").filter(types::contains).isEmpty()
                    || files.number(index + "level").orElse(0L) != level) {
                continue;
            }
            try {
                return Optional.of(parse(files.text(index + "size").orElse("") + ","
                        + files.text(index + "ways_of_associativity").orElse("") + ","
                        + files.text(index + "coherency_line_size").orElse("")));
            } catch (RunbenchException e) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Returns the form that the helper and callgrind take: {@code 32768,8,64} (bytes, ways, bytes of a line). */
    public String option() {
        return bytes + "," + ways + "," + lineBytes;
    }

    /** Returns a readable description: {@code 32 KiB, 8 ways, lines of 64 bytes}. */
    @Override
    public String toString() {
        String size = bytes % 1024 == 0 ? bytes / 1024 + " KiB" : bytes + " bytes";
        return size + ", " + ways + " ways, lines of " + lineBytes + " bytes";
    }
}
