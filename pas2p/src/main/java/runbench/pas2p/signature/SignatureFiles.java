package runbench.pas2p.signature;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import runbench.base.error.RunbenchException;
import runbench.base.file.OutputFile;
import runbench.base.process.IoReason;

/** JSON files of signatures and of measured signatures. */
public final class SignatureFiles {
    /** Required fields; Jackson reports other missing fields if they are numbers. */
    private static final List<String> SIGNATURE_HAS = List.of("/made", "/program", "/locations", "/trace",
            "/trace/level", "/phases", "/measure", "/stop");
    private static final List<String> MEASURED_HAS = Stream
            .concat(Stream.of("/signature", "/command", "/hosts", "/differences", "/samples", "/missing", "/remarks"),
                    SIGNATURE_HAS.stream().map(field -> "/signature" + field))
            .toList();

    /** Ignores unknown fields, which later editions of a version may add. */
    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private SignatureFiles() {
    }

    public static void write(Signature signature, Path file) throws IOException {
        save(signature, file);
    }

    /**
     * Writes a measured signature.
     *
     * @param folder is created if necessary
     */
    public static void write(MeasuredSignature measured, Path folder) throws IOException {
        Files.createDirectories(folder);
        save(measured, folder.resolve(MeasuredSignature.FILE));
    }

    private static void save(Object value, Path file) throws IOException {
        OutputFile.write(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n");
    }

    /**
     * Reads a signature.
     *
     * @throws RunbenchException it cannot be read, or is no signature
     */
    public static Signature signature(Path file) {
        return read(file, Signature.class, FileFaults::of, Signature.FORMAT, Signature.VERSION, SIGNATURE_HAS,
                tree -> "runbench pas2p signature build " + tree.at("/made/trace").asText("RUN") + " -o " + file,
                "runbench pas2p signature build RUN -o SIG");
    }

    /**
     * Reads a measured signature.
     *
     * @param place the folder of a measured signature, or its measured.json
     * @throws RunbenchException it cannot be read, or contains no measured signature
     */
    public static MeasuredSignature measured(Path place) {
        return read(Files.isDirectory(place) ? place.resolve(MeasuredSignature.FILE) : place, MeasuredSignature.class,
                FileFaults::of, MeasuredSignature.FORMAT, MeasuredSignature.VERSION, MEASURED_HAS,
                tree -> "runbench pas2p signature build " + tree.at("/signature/made/trace").asText("RUN")
                        + " -o SIG, then runbench pas2p signature run SIG -o MEASURED -- COMMAND",
                "runbench pas2p signature run SIG -o MEASURED -- mpirun ...");
    }

    /** Returns true if the place contains a measured signature rather than a signature. */
    public static boolean isMeasured(Path place) {
        try {
            return Files.isDirectory(place)
                    || JSON.readTree(place.toFile()).path("format").asText().equals(MeasuredSignature.FORMAT);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Returns the first missing field of a signature that is embedded in another file.
     *
     * @param signature its node
     */
    public static Optional<String> missing(JsonNode signature) {
        return missing(signature, SIGNATURE_HAS);
    }

    private static Optional<String> missing(JsonNode tree, List<String> has) {
        return has.stream()
                .filter(field -> tree.at(field).isMissingNode() || tree.at(field).isNull())
                .findFirst()
                .map(field -> field.substring(1).replace('/', '.'));
    }

    /** Returns the first inconsistent field. */
    public static Optional<String> fault(Signature signature) {
        return FileFaults.of(signature);
    }

    /** Returns the file's contents for {@code --json}. */
    public static JsonNode json(Object signatureOrMeasured) {
        return JSON.valueToTree(signatureOrMeasured);
    }

    /**
     * Reads a file.
     *
     * @param faults finds an inconsistent field
     * @param again command that recreates this file
     * @param one command that creates such a file
     */
    private static <T> T read(Path file, Class<T> type, Function<T, Optional<String>> faults, String format,
            int version, List<String> has, Function<JsonNode, String> again, String one) {
        try {
            JsonNode tree = JSON.readTree(file.toFile());
            String seen = tree.path("format").asText("");
            if (!seen.equals(format)) {
                throw RunbenchException.badInput(file + ": its format is \"" + seen + "\", not \"" + format + "\"")
                        .remedy(one + " makes one");
            }
            if (tree.path("version").asInt() != version) {
                throw RunbenchException
                        .badInput(file + ": version " + tree.path("version").asText() + " of \"" + format
                                + "\"; this Runbench reads version " + version)
                        .remedy("create it again with this Runbench, or read it with a newer one");
            }
            missing(tree, has).ifPresent(field -> { throw invalidField(file, format, field, again.apply(tree)); });
            T value = value(file, tree, type, format, again);
            faults.apply(value).ifPresent(field -> { throw invalidField(file, format, field, again.apply(tree)); });
            return value;
        } catch (JsonProcessingException e) {
            throw RunbenchException
                    .badInput(file + ": no " + format + ": " + e.getOriginalMessage()
                            + (e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")"))
                    .remedy(one + " makes one")
                    .causedBy(e);
        } catch (IOException e) {
            throw RunbenchException.badInput(file + ": cannot be read: " + IoReason.of(e))
                    .remedy(replacement(file).orElse(one + " makes one"))
                    .causedBy(e);
        }
    }

    /** Returns the advice for a folder, by its contents. */
    private static Optional<String> replacement(Path place) {
        return Files.exists(place.resolve(MeasuredSignature.FILE))
                ? Optional.of("it holds what a signature measured: runbench pas2p predict " + place)
                : Files.exists(place.resolve("rank-00000.mpit")) ? Optional.of(
                        "it holds a trace: runbench pas2p signature build " + place + " -o SIG makes a signature of it")
                        : Optional.empty();
    }

    private static <T> T value(Path file, JsonNode tree, Class<T> type, String format, Function<JsonNode, String> again)
            throws JsonProcessingException {
        try {
            return JSON.treeToValue(tree, type);
        } catch (MismatchedInputException e) {
            String field = e.getPath()
                    .stream()
                    .map(at -> at.getFieldName() == null ? "[" + at.getIndex() + "]" : "." + at.getFieldName())
                    .collect(Collectors.joining());
            throw invalidField(file, format, field.replaceFirst("^\\.", ""), again.apply(tree)).causedBy(e);
        }
    }

    /** Returns the error of a file from an earlier version of Runbench, or of an edited one. */
    private static RunbenchException invalidField(Path file, String format, String field, String again) {
        return RunbenchException.badInput(file + ": a " + format + " of this Runbench has a field \"" + field
                + "\", which is missing or invalid here").remedy("make it again: " + again);
    }

    /** Consistency check of the fields of a signature file, which may be truncated or edited. */
    private static final class FileFaults {
        private final Signature s;

        private FileFaults(Signature s) {
            this.s = s;
        }

        /** Returns the first invalid field of a signature; empty: all are valid. */
        static Optional<String> of(Signature s) {
            FileFaults faults = new FileFaults(s);
            return Stream.of(faults.whole(), faults.phases(), faults.measure(), faults.perLocation())
                    .flatMap(Optional::stream)
                    .findFirst();
        }

        /** Returns the first invalid field of a measured signature; empty: all are valid. */
        static Optional<String> of(MeasuredSignature m) {
            FileFaults faults = new FileFaults(m.signature());
            return of(m.signature()).map(field -> "signature." + field)
                    .or(() -> first("samples",
                            m.samples()
                                    .stream()
                                    .map(x -> x != null && faults.isPhase(x.phase())
                                            && (x.ranks() == null || !lacking(x.ranks())))
                                    .toList()))
                    .or(() -> first("missing",
                            m.missing().stream().map(x -> x != null && faults.isPhase(x.phase())).toList()));
        }

        private static Optional<String> first(String field, List<Boolean> right) {
            return right.contains(false) ? Optional.of(field + "[" + right.indexOf(false) + "]") : Optional.empty();
        }

        private static Optional<String> when(boolean wrong, String field) {
            return wrong ? Optional.of(field) : Optional.empty();
        }

        private Optional<String> whole() {
            return when(s.ranks() < 1, "ranks")
                    .or(() -> when(!(s.confidence() > 0 && s.confidence() < 1), "confidence"))
                    .or(() -> when(s.trace().processors() != null && lacking(s.trace().processors()),
                            "trace.processors"))
                    .or(() -> when(s.warnings() == null, "warnings"))
                    .or(() -> first("locations",
                            s.locations()
                                    .stream()
                                    .map(l -> l != null && l.rank() >= 0 && l.rank() < s.ranks())
                                    .toList()))
                    .or(() -> when(
                            lacking(s.program().command()) || s.program().executable() == null
                                    || s.program().sha256() != null && !s.program().sha256().matches("[0-9a-f]{64}"),
                            "program"))
                    .or(() -> first("program.libraries",
                            s.program().libraries() == null ? List.of(false)
                                    : s.program().libraries().stream().map(FileFaults::named).toList()))
                    .or(() -> first("program.inputs", s.program().inputs() == null ? List.of(false)
                            : s.program().inputs().stream().map(FileFaults::named).toList()));
        }

        private static boolean named(Signature.Digested file) {
            return file != null && file.path() != null && file.sha256() != null;
        }

        private static boolean lacking(List<?> list) {
            return list == null || list.stream().anyMatch(Objects::isNull);
        }

        private Optional<String> phases() {
            return first("phases",
                    s.phases()
                            .stream()
                            .map(p -> p != null && p.label() != null && p.shape() != null && !lacking(p.strata())
                                    && p.strata().stream().allMatch(c -> c.weight() >= 0 && c.behind() >= 0))
                            .toList());
        }

        private boolean isPhase(int phase) {
            return phase >= 0 && (s.phases().isEmpty() || phase < s.phases().size());
        }

        private Optional<String> measure() {
            return first("measure",
                    s.measure()
                            .stream()
                            .map(w -> w != null && isPhase(w.phase()) && isCut(w.start()) && isCut(w.end())
                                    && IntStream.range(0, w.start().length).allMatch(l -> w.start()[l] <= w.end()[l]))
                            .toList())
                    .or(() -> when(!isCut(s.stop()), "stop"));
        }

        private boolean isCut(long[] cut) {
            return cut != null && cut.length == s.locations().size();
        }

        private Optional<String> perLocation() {
            int locations = s.locations().size();
            Signature.Repeated r = s.repeated();
            return when(s.landmarks() != null && (s.landmarks().size() != locations || lacking(s.landmarks())),
                    "landmarks")
                    .or(() -> when(r != null && lacking(r.traces()), "repeated.traces"))
                    .or(() -> when(r != null && (lacking(r.stretches()) || r.stretches()
                            .stream()
                            .anyMatch(x -> x.location() < 0 || x.location() >= locations
                                    || x.to() != null && x.content() == null)),
                            "repeated.stretches"))
                    .or(() -> when(r != null && r.stopContents() != null && r.stopContents().size() != locations,
                            "repeated.stop_contents"));
        }
    }
}
