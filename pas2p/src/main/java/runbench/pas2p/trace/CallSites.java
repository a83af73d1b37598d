package runbench.pas2p.trace;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The places in a program that call MPI functions. Each location's file numbers its own sites; here equal places of all
 * locations are one site. Version 1 of the format has none.
 */
public final class CallSites {
    /** No known site. */
    public static final CallSites NONE = new CallSites(new RankScan[0]);

    /**
     * A place in a loaded file.
     *
     * @param module path of the program or library; empty: the address is in no known file
     * @param offset address of the call in the ELF file's own numbering; without a module, the address in the process
     */
    public record CodePlace(String module, long offset) {}

    /**
     * A place in the source.
     *
     * @param function name as in the source; empty: not known
     * @param file name of the source file without its directory; empty: the program has no debug information
     * @param line line from 1; 0: not known
     */
    public record SourcePlace(String function, String file, int line) {}

    /**
     * One call site.
     *
     * @param id index in {@link CallSites#all}
     * @param calls number of calls, also of those without an event
     * @param nanos time in these calls, summed over locations
     */
    public record CallSite(int id, MpiOp op, CodePlace place, long calls, long nanos) {}

    private final List<CallSite> all = new ArrayList<>();
    /** Index in {@link #all} by location and number. */
    private final int[][] ids;
    private final boolean counted;
    /** Null: not searched. */
    private Map<CodePlace, SourcePlace> sources;

    CallSites(RankScan[] scans) {
        ids = new int[scans.length][];
        Map<String, Integer> known = new HashMap<>();
        List<long[]> sums = new ArrayList<>();
        List<CallSite> sites = new ArrayList<>();
        for (int l = 0; l < scans.length; l++) {
            RankScan scan = scans[l];
            Modules modules = scan == null || scan.sites.isEmpty() ? null : new Modules(scan);
            ids[l] = new int[scan == null ? 1 : scan.sites.size() + 1];
            ids[l][0] = -1;
            for (int n = 1; n < ids[l].length; n++) {
                RankScan.SiteDefinition site = scan.sites.get(n - 1);
                CodePlace place = modules.placeOf(site);
                int id = known.computeIfAbsent(site.op() + ":" + place.offset() + ":" + place.module(), k -> {
                    sites.add(new CallSite(sites.size(), MpiOp.of(site.op()), place, 0, 0));
                    sums.add(new long[2]);
                    return sites.size() - 1;
                });
                ids[l][n] = id;
            }
            if (scan != null) {
                for (JsonNode s : scan.trailer.path("sites")) {
                    int n = s.path("site").asInt();
                    if (n > 0 && n < ids[l].length) {
                        sums.get(ids[l][n])[0] += s.path("calls").asLong();
                        sums.get(ids[l][n])[1] += s.path("ns").asLong();
                    }
                }
            }
        }
        for (CallSite s : sites) {
            all.add(new CallSite(s.id(), s.op(), s.place(), sums.get(s.id())[0], sums.get(s.id())[1]));
        }
        counted = Arrays.stream(scans).allMatch(s -> s != null && s.trailer.has("sites")) && scans.length > 0;
    }

    /** Returns the sites in order of first occurrence. */
    public List<CallSite> all() {
        return List.copyOf(all);
    }

    /** Returns true if each location counted the calls and the time of its sites. */
    public boolean counted() {
        return counted;
    }

    /**
     * Returns the index in {@link #all} of a site; -1: not known.
     *
     * @param number result of {@link EventCursor#site}
     */
    public int id(int location, int number) {
        return location < ids.length && number < ids[location].length ? ids[location][number] : -1;
    }

    /** Sets the places in the source, as far as they are known. */
    public void name(Map<CodePlace, SourcePlace> known) {
        sources = Map.copyOf(known);
    }

    /** Returns true after {@link #name}: the places in the source are known as far as possible. */
    public boolean isNamed() {
        return sources != null;
    }

    /** Returns the place in the source; without debug information and symbols, one with empty names. */
    public SourcePlace source(int id) {
        SourcePlace unknown = new SourcePlace("", "", 0);
        return sources == null ? unknown : sources.getOrDefault(all.get(id).place(), unknown);
    }

    /** Returns the place in words: "exchange_3 (exchange_3.f:87)", "exchange_3", or "lu.A.x+0x4f2c". */
    public String text(int id) {
        SourcePlace source = source(id);
        if (!source.file().isEmpty()) {
            String line = source.file() + (source.line() > 0 ? ":" + source.line() : "");
            return source.function().isEmpty() ? line : source.function() + " (" + line + ")";
        }
        if (!source.function().isEmpty()) {
            return source.function();
        }
        CodePlace place = all.get(id).place();
        String module = place.module().substring(place.module().lastIndexOf('/') + 1);
        return (module.isEmpty() ? "" : module + "+") + "0x" + Long.toHexString(place.offset());
    }

    /**
     * Returns the names of sites in words, equal ones once: "exchange_3 (exchange_3.f:87) and 3 others".
     *
     * @param sites indexes in {@link #all}, the most important first; empty: the result is empty
     */
    public String text(Collection<Integer> sites) {
        List<String> names = sites.stream().map(this::text).distinct().toList();
        int others = names.size() - 1;
        return names.isEmpty() ? ""
                : names.get(0) + (others == 0 ? "" : " and " + others + (others == 1 ? " other" : " others"));
    }

    /** Returns the places of all sites by module, for a search of their source lines. */
    public Map<String, Set<Long>> offsetsByModule() {
        Map<String, Set<Long>> offsets = new LinkedHashMap<>();
        all.stream()
                .map(CallSite::place)
                .filter(p -> !p.module().isEmpty())
                .forEach(p -> offsets.computeIfAbsent(p.module(), m -> new TreeSet<>()).add(p.offset()));
        return offsets;
    }

    /** The files of one process that are or were loaded. */
    private static final class Modules {
        private final List<JsonNode> known = new ArrayList<>();

        Modules(RankScan scan) {
            JsonNode atStart = scan.header.metadata().path("modules");
            JsonNode atEnd = scan.trailer.path("modules");
            (atEnd.isEmpty() ? atStart : atEnd).forEach(known::add);
            if (scan.sites.stream().anyMatch(s -> s.module() == 0)) {
                atStart.forEach(known::add);
            }
        }

        /** Returns the place of a call, whose instruction ends before the return address. */
        CodePlace placeOf(RankScan.SiteDefinition site) {
            long address = site.address() - 1;
            JsonNode module = site.module() > 0 && site.module() <= known.size() ? known.get(site.module() - 1)
                    : site.module() == 0 ? onlyOneAt(address) : null;
            return module == null ? new CodePlace("", address)
                    : new CodePlace(module.path("path").asText(""), address - module.path("bias").asLong());
        }

        /** Returns the module at an address; null: there is none, or several were loaded there one after another. */
        private JsonNode onlyOneAt(long address) {
            JsonNode found = null;
            for (JsonNode m : known) {
                if (address >= m.path("from").asLong() && address < m.path("to").asLong()) {
                    if (found != null && !found.path("path").equals(m.path("path"))) {
                        return null;
                    }
                    found = m;
                }
            }
            return found;
        }
    }
}
