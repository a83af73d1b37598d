package runbench.parser.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import runbench.base.quantity.Units;

/**
 * The parts of a processor that an emulated run modelled, per thread.
 *
 * @param caches modelled caches by name, from the core outwards: {@code L1D}, {@code L1I}, {@code L2}
 * @param tlb model of the address translation; null if there was none
 * @param branch model of the branch prediction; null if there was none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EmulatedMachine(Map<String, Cache> caches, Tlb tlb, Predictor branch) {
    /**
     * A cache that replaces the least recently used line of a set.
     *
     * @param bytes size, bytes
     * @param ways associativity
     * @param lineBytes size of a line, bytes
     */
    public record Cache(long bytes, int ways, @JsonProperty("line_bytes") int lineBytes) {}

    /**
     * The modelled translation lookaside buffers.
     *
     * @param pageBytes size of a page, bytes
     * @param sizes source of the sizes
     * @param entries buffers by name, from the core outwards: {@code data}, {@code code}, {@code second}
     */
    public record Tlb(@JsonProperty("page_bytes") int pageBytes, String sizes, Map<String, Entries> entries) {}

    public record Entries(int entries, int ways) {}

    public record Predictor(String conditional, String indirect, String returns) {}

    private static final List<String> CACHES = List.of("l1d", "l1i", "l2");
    private static final List<String> TLBS = List.of("data", "code", "second", "second_data", "second_code");

    /** Returns the models of a recording; empty if there are none, as in every measured recording. */
    public static Optional<EmulatedMachine> of(Metadata metadata) {
        JsonNode emulator = metadata.json().path("emulator");
        Map<String, Cache> caches = new LinkedHashMap<>();
        for (String name : CACHES) {
            JsonNode c = emulator.path(name);
            if (c.isObject()) {
                caches.put(name.toUpperCase(java.util.Locale.ROOT),
                        new Cache(c.path("bytes").asLong(), c.path("ways").asInt(), c.path("line_bytes").asInt()));
            }
        }
        JsonNode t = emulator.path("tlb");
        Map<String, Entries> entries = new LinkedHashMap<>();
        TLBS.stream()
                .filter(t::has)
                .forEach(name -> entries.put(name,
                        new Entries(t.path(name).path("entries").asInt(), t.path(name).path("ways").asInt())));
        Tlb tlb = t.isObject() ? new Tlb(t.path("page_bytes").asInt(), t.path("sizes").asText(), entries) : null;
        JsonNode b = emulator.path("branch");
        Predictor branch = b.isObject()
                ? new Predictor(b.path("conditional").asText(), b.path("indirect").asText(), b.path("returns").asText())
                : null;
        return caches.isEmpty() && tlb == null && branch == null ? Optional.empty()
                : Optional.of(new EmulatedMachine(caches, tlb, branch));
    }

    /** A sentence for summaries and charts. */
    public String words() {
        List<String> parts = new ArrayList<>();
        caches.forEach((name, c) -> parts
                .add(name + " " + size(c.bytes()) + ", " + ways(c.ways()) + ", lines of " + c.lineBytes() + " B"));
        if (tlb != null) {
            parts.add("TLBs for pages of " + size(tlb.pageBytes()) + ": "
                    + tlb.entries()
                            .entrySet()
                            .stream()
                            .map(e -> e.getKey().replace('_', ' ') + " " + e.getValue().entries() + ", "
                                    + ways(e.getValue().ways()))
                            .collect(Collectors.joining("; "))
                    + " (" + tlb.sizes() + ")");
        }
        if (branch != null) {
            parts.add("branches: " + branch.conditional() + ", " + branch.indirect() + ", " + branch.returns());
        }
        return "Modelled for each thread: " + String.join(". ", parts) + ".";
    }

    private static String ways(int ways) {
        return Units.counted(ways, "way");
    }

    private static String size(long bytes) {
        return Units.bytes(bytes);
    }
}
