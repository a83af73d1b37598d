package runbench.pas2p.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import runbench.base.file.OutputFile;
import runbench.pas2p.trace.CallSites;
import runbench.pas2p.trace.CallSites.CodePlace;
import runbench.pas2p.trace.CallSites.SourcePlace;
import runbench.pas2p.trace.MpiTrace;

/**
 * Functions, files and lines of a trace's call sites. {@code addr2line} of binutils finds those of programs with debug
 * information, the symbol tables name the functions of others. {@code call-sites.json} beside the trace keeps them,
 * because the program may be built again, and another machine does not have it.
 */
public final class SourceLines {
    public static final String FILE = "call-sites.json";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String UNKNOWN = "??";
    /** Addresses per call of the tool: a command line has a limited length. */
    private static final int MAX_ADDRESSES = 2000;

    private SourceLines() {
    }

    /**
     * Names the call sites of a trace: from the file in its directory, else from the programs, whose result is then
     * kept in the file. Programs that are newer than the trace are not used. Failures leave sites without names.
     *
     * @param directory directory of the trace
     */
    public static void name(MpiTrace trace, Path directory) {
        CallSites sites = trace.callSites();
        if (sites.all().isEmpty() || sites.isNamed()) {
            return;
        }
        Path file = directory.resolve(FILE);
        try {
            Optional<Map<CodePlace, SourcePlace>> kept = read(file);
            if (kept.isPresent()) {
                sites.name(kept.get());
                return;
            }
            Map<CodePlace, SourcePlace> found = find(sites.offsetsByModule(), lastWritten(trace));
            sites.name(found);
            if (!found.isEmpty()) {
                write(file, found);
            }
        } catch (IOException e) {
            // The directory cannot be written, or the file is damaged: names are an aid, the analysis needs none.
        }
    }

    private static FileTime lastWritten(MpiTrace trace) throws IOException {
        for (int l = 0; l < trace.locations(); l++) {
            if (trace.present(l)) {
                return Files.getLastModifiedTime(trace.header(l).file());
            }
        }
        return FileTime.fromMillis(0);
    }

    private static Optional<Map<CodePlace, SourcePlace>> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Map<CodePlace, SourcePlace> places = new HashMap<>();
        for (JsonNode s : JSON.readTree(Files.readAllBytes(file)).path("sites")) {
            places.put(new CodePlace(s.path("module").asText(), s.path("offset").asLong()),
                    new SourcePlace(s.path("function").asText(), s.path("file").asText(), s.path("line").asInt()));
        }
        return Optional.of(places);
    }

    private static void write(Path file, Map<CodePlace, SourcePlace> found) throws IOException {
        ObjectNode root = JSON.createObjectNode().put("format", "runbench call sites").put("version", 1);
        ArrayNode sites = root.putArray("sites");
        found.forEach((code, source) -> sites.addObject()
                .put("module", code.module())
                .put("offset", code.offset())
                .put("function", source.function())
                .put("file", source.file())
                .put("line", source.line()));
        OutputFile.writeText(file, out -> JSON.writerWithDefaultPrettyPrinter().writeValue(out, root));
    }

    private static Map<CodePlace, SourcePlace> find(Map<String, Set<Long>> offsets, FileTime traced) {
        Map<CodePlace, SourcePlace> found = new HashMap<>();
        offsets.forEach((module, places) -> {
            try {
                Path program = Path.of(module);
                if (Files.isReadable(program) && Files.getLastModifiedTime(program).compareTo(traced) <= 0) {
                    search(program, List.copyOf(places), found);
                }
            } catch (IOException e) {
                // This module's sites remain without names: it cannot be read.
            }
        });
        return found;
    }

    private static void search(Path module, List<Long> places, Map<CodePlace, SourcePlace> found) throws IOException {
        Map<CodePlace, SourcePlace> here = new HashMap<>();
        try {
            for (int i = 0; i < places.size(); i += MAX_ADDRESSES) {
                addr2line(module.toString(), places.subList(i, Math.min(places.size(), i + MAX_ADDRESSES)), here);
            }
        } catch (IOException e) {
            // addr2line is not installed: symbol tables have functions, too.
        }
        boolean allInSources = places.stream()
                .map(place -> here.get(new CodePlace(module.toString(), place)))
                .allMatch(source -> source != null && !source.file().isEmpty());
        // The symbols of a large library take time to read.
        FunctionSymbols symbols = allInSources ? FunctionSymbols.NONE : FunctionSymbols.of(module);
        for (long place : places) {
            CodePlace code = new CodePlace(module.toString(), place);
            checked(here.get(code), symbols.functionAt(place)).ifPresent(source -> found.put(code, source));
        }
    }

    /**
     * Returns the place in the source. Without a source file, addr2line gives the nearest function before the address,
     * which is right only if a function's symbol contains the address.
     *
     * @param place from addr2line; null: not known
     * @param symbol name in the symbol table
     */
    static Optional<SourcePlace> checked(SourcePlace place, Optional<String> symbol) {
        if (place != null && !place.file().isEmpty()) {
            return Optional.of(place);
        }
        return symbol
                .map(name -> name.startsWith("_Z") && place != null && !place.function().isEmpty() ? place.function()
                        : nameOf(name, ""))
                // Parts that the compiler moved or copied: "exchange.cold", "exchange.constprop.0".
                .map(name -> new SourcePlace(name.replaceFirst("\\.(cold|part|constprop|isra|lto_priv)\\b.*", ""), "",
                        0));
    }

    private static void addr2line(String module, List<Long> offsets, Map<CodePlace, SourcePlace> found)
            throws IOException {
        List<String> command = new ArrayList<>(
                List.of("addr2line", "--addresses", "--functions", "--inlines", "--demangle", "--exe", module));
        offsets.forEach(o -> command.add("0x" + Long.toHexString(o)));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        process.getOutputStream().close();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            parse(module, out.lines().toList(), found);
        }
    }

    /**
     * Reads the output of addr2line: for each address a line with it, then a function and a "file:line" for each frame,
     * inlined functions first.
     */
    static void parse(String module, List<String> lines, Map<CodePlace, SourcePlace> found) {
        CodePlace place = null;
        for (int i = 0; i < lines.size();) {
            if (lines.get(i).startsWith("0x")) {
                place = new CodePlace(module, Long.parseUnsignedLong(lines.get(i).substring(2), 16));
                i++;
                continue;
            }
            if (i + 1 == lines.size()) {
                return;
            }
            SourcePlace source = source(lines.get(i), lines.get(i + 1));
            // MPI's C++ bindings are inlined; their caller is the program.
            if (place != null && !(source.function().isEmpty() && source.file().isEmpty())
                    && !source.function().startsWith("MPI::")) {
                found.putIfAbsent(place, source);
            }
            i += 2;
        }
    }

    private static SourcePlace source(String function, String fileAndLine) {
        String where = fileAndLine.replaceFirst(" \\(discriminator \\d+\\)$", "");
        int colon = where.lastIndexOf(':');
        String path = colon < 0 ? where : where.substring(0, colon);
        String line = colon < 0 ? "" : where.substring(colon + 1);
        String file = path.equals(UNKNOWN) ? "" : path.substring(path.lastIndexOf('/') + 1);
        return new SourcePlace(function.equals(UNKNOWN) ? "" : nameOf(function, file), file,
                !file.isEmpty() && line.chars().allMatch(Character::isDigit) && !line.isEmpty() ? Integer.parseInt(line)
                        : 0);
    }

    /** Returns the name as in the source: C++ without parameters, Fortran without its trailing underscore. */
    private static String nameOf(String function, String file) {
        int parameters = function.indexOf('(');
        String name = parameters > 0 ? function.substring(0, parameters) : function;
        boolean fortran = file.isEmpty() || file.matches("(?i).*\\.(f|for|ftn|f\\d\\d)");
        return fortran && name.matches(".*[^_]_{1,2}") ? name.replaceFirst("_+$", "") : name;
    }
}
