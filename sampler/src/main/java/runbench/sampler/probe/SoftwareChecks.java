package runbench.sampler.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import runbench.base.home.ProjectHome;
import runbench.sampler.emulate.QemuUser;
import runbench.sampler.events.machine.SystemFiles;
import runbench.sampler.probe.Doctor.Finding;
import runbench.sampler.probe.PerfChecks.NativeAnswers;

/** Checks installed software and built programs. */
final class SoftwareChecks {
    private static final List<String> FONT_FOLDERS = List.of("/usr/share/fonts", "/usr/local/share/fonts");
    private static final List<String> COMPILER_FOLDERS = List.of("/usr/lib/gcc", "/usr/libexec/gcc");
    private static final List<String> LIBRARY_FOLDERS = List.of("/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib",
            "/lib64");
    private static final String HARFBUZZ = "libharfbuzz.so.0";
    private static final int FONT_DEPTH = 4;

    /** The required programs, with their Debian packages. */
    private static final Map<String, String> NEEDED = new LinkedHashMap<>();
    private static final Map<String, String> OPTIONAL = new LinkedHashMap<>();

    static {
        NEEDED.put("cc", "gcc");
        NEEDED.put("make", "make");
        NEEDED.put("perl", "perl");
        NEEDED.put("bzip2", "bzip2");
        OPTIONAL.put("gnuplot", "gnuplot-nox");
        OPTIONAL.put("valgrind", "valgrind");
        OPTIONAL.put("perf", "linux-perf");
    }

    private final SystemFiles files;
    private final List<String> searchPath;

    /**
     * Creates the checks.
     *
     * @param files the machine's files
     * @param searchPath absolute folders of PATH
     */
    SoftwareChecks(SystemFiles files, List<String> searchPath) {
        this.files = files;
        this.searchPath = searchPath;
    }

    static Finding pfm(NativeAnswers answers) {
        return answers.pfm()
                .map(v -> Finding.ok("libpfm4", "found, interface " + v))
                .orElseGet(() -> Finding.limited("libpfm4", "not found",
                        "vendors' event names cannot be used; perf's names, raw codes and L1D_ALL_REF can",
                        "sudo apt-get install libpfm4"));
    }

    static Finding helper(Path helper) {
        if (Files.isExecutable(helper)) {
            return Finding.ok("helper", helper.toString());
        }
        return Finding.missing("helper", helper + " is missing", "nothing can be sampled", ProjectHome.rebuildRemedy());
    }

    Finding fonts() {
        if (lacksHarfBuzz()) {
            return Finding.limited("fonts", "this Java needs " + HARFBUZZ + ", which is not installed",
                    "no charts can be drawn", "sudo apt-get install libharfbuzz0b");
        }
        Stream<String> ownFonts = Stream.of(System.getProperty("java.home") + "/lib/fonts"); // of a package
        Optional<Path> font = Stream.concat(FONT_FOLDERS.stream(), ownFonts)
                .map(files::at)
                .flatMap(f -> anyFont(f).stream())
                .findFirst();
        if (font.isPresent()) {
            return Finding.ok("fonts", "font files are installed" + (has("fc-match") ? ", fontconfig too" : ""));
        }
        return Finding.limited("fonts", "no font files below " + String.join(" or ", FONT_FOLDERS),
                "charts may fail to draw, depending on the JDK", "sudo apt-get install fontconfig fonts-dejavu-core");
    }

    /** Returns true if Java needs the system's HarfBuzz and it is missing; some builds of Java contain their own. */
    private boolean lacksHarfBuzz() {
        Path drawing = files.at(System.getProperty("java.home") + "/lib/libfontmanager.so");
        try {
            return Files.exists(drawing) && Files.readString(drawing, StandardCharsets.ISO_8859_1).contains(HARFBUZZ)
                    && LIBRARY_FOLDERS.stream()
                            .flatMap(f -> Stream.concat(Stream.of(f), files.names(f).stream().map(n -> f + "/" + n)))
                            .noneMatch(f -> files.exists(f + "/" + HARFBUZZ));
        } catch (IOException e) {
            return false;
        }
    }

    private static Optional<Path> anyFont(Path folder) {
        try (var tree = Files.find(folder, FONT_DEPTH, (p, a) -> p.toString().matches(".*\\.(ttf|otf|ttc|pfb)"))) {
            return tree.findFirst();
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    Finding tools() {
        List<String> absent = new ArrayList<>();
        List<String> packages = new ArrayList<>();
        NEEDED.forEach((tool, from) -> {
            if (!has(tool)) {
                absent.add(tool);
                packages.add(from);
            }
        });
        if (!compilerProper()) {
            absent.add("cc1");
            if (!packages.contains("gcc")) {
                packages.add("gcc");
            }
        }
        if (absent.isEmpty()) {
            return Finding.ok("tools", String.join(", ", NEEDED.keySet()) + ", cc1");
        }
        String detail = "missing: " + String.join(", ", absent);
        String remedy = "sudo apt-get install " + String.join(" ", packages);
        return ProjectHome.isPackage(ProjectHome.folder())
                ? Finding.limited("tools", detail, "some benchmarks cannot run", remedy)
                : Finding.missing("tools", detail, "some benchmarks or the build cannot run", remedy);
    }

    Finding optionalTools() {
        List<String> present = new ArrayList<>();
        List<String> absent = new ArrayList<>();
        List<String> packages = new ArrayList<>();
        OPTIONAL.forEach((tool, from) -> {
            if (has(tool)) {
                present.add(tool);
            } else {
                absent.add(tool);
                packages.add(from);
            }
        });
        String emulator = "qemu-" + QemuUser.ownArchitecture();
        Optional<Path> file = find(emulator);
        if (file.isEmpty()) {
            absent.add(emulator);
            packages.add("qemu-user");
        } else if (QemuUser.takesPlugins(file.get())) {
            present.add(emulator);
        } else {
            absent.add(emulator + " with plugins");
        }
        if (absent.isEmpty()) {
            return Finding.ok("optional_tools", String.join(", ", present));
        }
        return Finding.limited("optional_tools",
                (present.isEmpty() ? "" : String.join(", ", present) + "; ") + "missing: " + String.join(", ", absent),
                "only comparisons and emulation need them",
                packages.isEmpty() ? "docs/how-to/no-pmu.md describes how to build QEMU"
                        : "sudo apt-get install " + String.join(" ", packages));
    }

    private boolean compilerProper() {
        return COMPILER_FOLDERS.stream()
                .anyMatch(folder -> files.names(folder)
                        .stream()
                        .anyMatch(target -> files.names(folder + "/" + target)
                                .stream()
                                .anyMatch(v -> files.exists(folder + "/" + target + "/" + v + "/cc1"))));
    }

    private boolean has(String tool) {
        return find(tool).isPresent();
    }

    private Optional<Path> find(String tool) {
        return searchPath.stream().map(folder -> files.at(folder + "/" + tool)).filter(Files::isExecutable).findFirst();
    }
}
