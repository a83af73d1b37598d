package runbench.parser.symbols;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import runbench.base.elf.ElfFile;
import runbench.parser.symbols.KeptSymbols.Library;
import runbench.parser.symbols.KeptSymbols.NamedRange;
import runbench.parser.symbols.KeptSymbols.SymbolSource;
import runbench.parser.symbols.SampledCode.CodePlace;
import runbench.parser.symbols.SampledCode.MappedFile;

/** Looks up the names of sampled functions. Missing names never cause an error; their libraries contain the reason. */
public final class SymbolResolver {
    private final SymbolPlaces places;
    private final UnaryOperator<List<String>> demangle;

    /**
     * Creates a resolver.
     *
     * @param places sources of names
     * @param demangle conversion from linker names to source names; the result has the same size and order
     */
    public SymbolResolver(SymbolPlaces places, UnaryOperator<List<String>> demangle) {
        this.places = places;
        this.demangle = demangle;
    }

    private record Owner(CodePlace.Memory memory, int file, int pid) {
        // Methods that a record derives are linked at run time, which takes milliseconds in each run.
        @Override
        public boolean equals(Object o) {
            return o instanceof Owner other && memory == other.memory && file == other.file && pid == other.pid;
        }

        @Override
        public int hashCode() {
            return 31 * (31 * memory.hashCode() + file) + pid;
        }
    }

    public KeptSymbols resolve(SampledCode code) {
        Map<Owner, TreeSet<Long>> addresses = new LinkedHashMap<>();
        for (CodePlace p : code.places()) {
            addresses
                    .computeIfAbsent(new Owner(p.memory(), p.file(), p.pid()),
                            o -> new TreeSet<>(Long::compareUnsigned))
                    .add(p.address());
        }
        List<Library> libraries = new ArrayList<>();
        addresses.forEach((owner, at) -> {
            long[] sorted = at.stream().mapToLong(a -> a).toArray();
            switch (owner.memory) {
                case FILE -> libraries.add(file(code.files().get(owner.file), sorted));
                case ANONYMOUS -> libraries.add(memory(code.files().get(owner.file).path(), owner.pid, sorted));
                case KERNEL -> libraries.add(kernel(sorted));
                case UNKNOWN -> {
                }
            }
        });
        return KeptSymbols.of(demangled(libraries));
    }

    /**
     * Resolves places in files only.
     *
     * @param offsets offsets in the files, by path
     */
    public KeptSymbols resolve(Map<String, long[]> offsets) {
        List<Library> libraries = new ArrayList<>();
        offsets.forEach((path, at) -> libraries.add(file(new MappedFile(path, ""), at)));
        return KeptSymbols.of(demangled(libraries));
    }

    private Library file(MappedFile mapped, long[] offsets) {
        try {
            Path path = Path.of(mapped.path());
            return mapped.deleted() || !Files.isRegularFile(path) ? without(mapped, SymbolSource.MISSING)
                    : functions(mapped, path, offsets);
        } catch (IOException | RuntimeException e) {
            // A name that this locale cannot encode, or tables with invalid offsets, must not discard the other names.
            return without(mapped, SymbolSource.UNREADABLE);
        }
    }

    private Library functions(MappedFile mapped, Path path, long[] offsets) throws IOException {
        try (ElfFile elf = new ElfFile(path)) {
            String id = elf.buildId();
            if (!mapped.buildId().isEmpty() && !id.equals(mapped.buildId())) {
                return without(mapped, SymbolSource.CHANGED);
            }
            return functions(new MappedFile(mapped.path(), id), elf, offsets);
        }
    }

    private static Library without(MappedFile mapped, SymbolSource why) {
        return new Library(mapped.path(), mapped.buildId(), -1, why, List.of());
    }

    private Library functions(MappedFile mapped, ElfFile elf, long[] offsets) throws IOException {
        long[] addresses = Arrays.stream(offsets).map(elf::addressOf).filter(a -> a >= 0).sorted().toArray();
        SymbolSource source = SymbolSource.SYMBOL_TABLE;
        NamedRange[] found;
        Path debug = elf.section(ElfFile.SYMTAB).isPresent() ? null
                : new DebugFiles(places.debug()).of(Path.of(mapped.path()), elf).orElse(null);
        if (debug != null) {
            try (ElfFile separate = new ElfFile(debug)) {
                source = SymbolSource.DEBUG_FILE;
                found = ElfSymbols.at(separate, ElfFile.SYMTAB, addresses);
            }
        } else if (elf.section(ElfFile.SYMTAB).isPresent()) {
            found = ElfSymbols.at(elf, ElfFile.SYMTAB, addresses);
        } else {
            source = elf.section(ElfFile.DYNSYM).isPresent() ? SymbolSource.EXPORTED : SymbolSource.NONE;
            found = ElfSymbols.at(elf, ElfFile.DYNSYM, addresses);
        }
        nameLinkage(elf, addresses, found);
        return new Library(mapped.path(), mapped.buildId(), -1, source,
                distinct(Arrays.stream(found)
                        .filter(Objects::nonNull)
                        .map(f -> new NamedRange(elf.offsetOf(f.start()), f.size(), f.name()))));
    }

    /**
     * Names the linkage stubs. Jumps into other libraries have no symbols of their own. A preceding symbol without a
     * size does not extend into them.
     */
    private static void nameLinkage(ElfFile elf, long[] addresses, NamedRange[] found) {
        for (ElfFile.Section s : elf.sections()) {
            for (int i = 0; s.name().startsWith(".plt") && s.executable() && i < found.length; i++) {
                found[i] = s.contains(addresses[i]) && (found[i] == null || !s.contains(found[i].start()))
                        ? new NamedRange(s.address(), s.size(), "[plt]")
                        : found[i];
            }
        }
    }

    /** Returns the distinct functions in order. For a function without a size, keeps the largest sampled extent. */
    private static List<NamedRange> distinct(Stream<NamedRange> found) {
        Map<Long, NamedRange> byStart = new LinkedHashMap<>();
        found.forEach(f -> byStart.merge(f.start(), f, (a, b) -> a.size() >= b.size() ? a : b));
        return byStart.values().stream().sorted((a, b) -> Long.compareUnsigned(a.start(), b.start())).toList();
    }

    private Library memory(String name, int pid, long[] addresses) {
        Path map = places.perfMaps() == null ? null : places.perfMaps().resolve("perf-" + pid + ".map");
        if (name.startsWith("[v")) {
            return new Library(name, "", pid, SymbolSource.MEMORY, List.of());
        }
        if (map == null || !Files.isRegularFile(map, LinkOption.NOFOLLOW_LINKS)) {
            return new Library(name, "", pid, SymbolSource.NO_PERF_MAP, List.of());
        }
        try {
            return new Library(name, "", pid, SymbolSource.PERF_MAP,
                    distinct(Arrays.stream(SymbolLists.perfMap(map, addresses)).filter(Objects::nonNull)));
        } catch (IOException e) {
            return new Library(name, "", pid, SymbolSource.NO_PERF_MAP, List.of());
        }
    }

    private Library kernel(long[] addresses) {
        List<NamedRange> found = List.of();
        try {
            found = places.kernelSymbols() == null ? found
                    : distinct(Arrays.stream(SymbolLists.kernel(places.kernelSymbols(), addresses))
                            .filter(Objects::nonNull));
        } catch (IOException e) {
            // The result is the same as with hidden kernel addresses: no names are available.
        }
        return new Library(KeptSymbols.KERNEL, "", -1,
                found.isEmpty() ? SymbolSource.KERNEL_HIDDEN : SymbolSource.KERNEL_SYMBOLS, found);
    }

    private List<Library> demangled(List<Library> libraries) {
        List<String> mangled = libraries.stream()
                .flatMap(l -> l.functions().stream())
                .map(NamedRange::name)
                .filter(n -> n.startsWith("_Z") || n.startsWith("_R"))
                .distinct()
                .toList();
        List<String> plain = mangled.isEmpty() ? mangled : demangle.apply(mangled);
        Map<String, String> names = new HashMap<>();
        for (int i = 0; i < mangled.size() && plain.size() == mangled.size(); i++) {
            names.put(mangled.get(i), plain.get(i));
        }
        return libraries.stream()
                .map(l -> new Library(l.path(), l.buildId(), l.pid(), l.source(),
                        l.functions()
                                .stream()
                                .map(f -> new NamedRange(f.start(), f.size(), names.getOrDefault(f.name(), f.name())))
                                .toList()))
                .toList();
    }

    /**
     * The sources of function names other than the mapped files.
     *
     * @param debug folder of separate debug files
     * @param perfMaps folder with the perf-PID.map files of JIT compilers; null: not searched
     * @param kernelSymbols the kernel's symbol list; null: not searched
     */
    public record SymbolPlaces(Path debug, Path perfMaps, Path kernelSymbols) {
        private static final Path DEBUG = Path.of("/usr/lib/debug");

        /** Returns the sources for a run that has just ended on this machine. */
        public static SymbolPlaces afterTheRun() {
            return new SymbolPlaces(DEBUG, Path.of("/tmp"), Path.of("/proc/kallsyms"));
        }

        /**
         * Returns the sources for an older run. The kernel's addresses have changed since, and process ids belong to
         * other processes.
         */
        public static SymbolPlaces later() {
            return new SymbolPlaces(DEBUG, null, null);
        }
    }

    /**
     * Finds the separate debug file of a stripped file in the order that debuggers use: by build id, then by name and
     * checksum.
     */
    static final class DebugFiles {
        private final Path root;

        /**
         * Creates a finder.
         *
         * @param root root folder of debug files, usually /usr/lib/debug
         */
        DebugFiles(Path root) {
            this.root = root;
        }

        Optional<Path> of(Path file, ElfFile elf) throws IOException {
            String id = elf.buildId();
            if (id.length() > 2) {
                Path byId = root.resolve(".build-id").resolve(id.substring(0, 2)).resolve(id.substring(2) + ".debug");
                if (Files.isReadable(byId)) {
                    return Optional.of(byId);
                }
            }
            Optional<ElfFile.DebugLink> link = elf.debugLink();
            if (link.isEmpty() || link.get().name().contains("/")) {
                return Optional.empty();
            }
            Path folder = file.toAbsolutePath().getParent();
            for (Path place : List.of(folder, folder.resolve(".debug"),
                    root.resolve(folder.getRoot().relativize(folder)))) {
                Path candidate = place.resolve(link.get().name());
                if (Files.isRegularFile(candidate) && !candidate.equals(file)
                        && checksum(candidate) == link.get().checksum()) {
                    return Optional.of(candidate);
                }
            }
            return Optional.empty();
        }

        private static int checksum(Path file) throws IOException {
            CRC32 crc = new CRC32();
            try (InputStream in = new CheckedInputStream(Files.newInputStream(file), crc)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
            return (int) crc.getValue();
        }
    }
}
