package runbench.pas2p.signature;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Consistency check of the fields of a signature file, which may be truncated or edited. */
final class FileFaults {
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
                .or(() -> first("samples", m.samples()
                        .stream()
                        .map(x -> x != null && faults.isPhase(x.phase()) && (x.ranks() == null || !lacking(x.ranks())))
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
        return when(s.ranks() < 1, "ranks").or(() -> when(!(s.confidence() > 0 && s.confidence() < 1), "confidence"))
                .or(() -> when(s.trace().processors() != null && lacking(s.trace().processors()), "trace.processors"))
                .or(() -> when(s.warnings() == null, "warnings"))
                .or(() -> first("locations",
                        s.locations().stream().map(l -> l != null && l.rank() >= 0 && l.rank() < s.ranks()).toList()))
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
        return when(s.landmarks() != null && (s.landmarks().size() != locations || lacking(s.landmarks())), "landmarks")
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
