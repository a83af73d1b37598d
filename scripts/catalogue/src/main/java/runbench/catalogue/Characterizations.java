package runbench.catalogue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import runbench.parser.claim.Claim;
import runbench.parser.claim.Claim.Characterization;

/**
 * Statements about programs of the catalogue: published ones about original programs, from
 * {@code characterizations.toml}, and those of the entries about their stand-ins.
 */
public final class Characterizations {
    static final String FILE = "characterizations.toml";
    /** The event of claims that name none. */
    static final String EVENT = "L1D_ALL_REF";

    private Characterizations() {
    }

    /** Published statements in the order of the file. */
    public static List<Characterization> published() {
        return read(FILE, Catalogue.resource(FILE));
    }

    /**
     * Returns the statements about the program that runs without a SPEC tree.
     *
     * @param published text about the original; null if there is none
     */
    public static Optional<Characterization> ofStandIn(Entry entry, Characterization published) {
        Variant local = entry.local();
        return local == null ? Optional.empty() : local.characterization(entry.id(), published);
    }

    /** @throws runbench.base.error.RunbenchException (bad input) with file, line and key */
    static List<Characterization> read(String file, String text) {
        KeyLocator locator = new KeyLocator(text);
        JsonNode tree;
        try {
            tree = new TomlMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(file + " is not TOML: " + e.getOriginalMessage(), e);
        }
        Table top = new Table(tree, file, locator, "", null);
        String source = top.text("source");
        Table texts = top.section("text");
        top.finish();
        List<Characterization> all = new ArrayList<>();
        tree.path("text").fieldNames().forEachRemaining(id -> {
            Table t = new Table(tree.path("text").path(id), file, locator, "text.\"" + id + "\"", null);
            all.add(new Characterization(id, source + ", section " + t.text("section"), t.text("run"), EVENT,
                    t.text("prose"), t.textOr("relative", ""), false,
                    t.tables("claims").stream().map(Characterizations::claim).toList()));
            t.finish();
        });
        if (texts == null || all.isEmpty()) {
            throw top.error("text", "is missing", "write [text.\"403.gcc\"]");
        }
        return List.copyOf(all);
    }

    static Claim claim(Table t) {
        String word = t.text("kind");
        Claim.Kind kind = Arrays.stream(Claim.Kind.values())
                .filter(k -> k.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElseThrow(() -> t.error("kind", "is not known: " + word,
                        "kinds: " + Arrays.stream(Claim.Kind.values())
                                .map(k -> k.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", "))));
        int least = (int) t.integerOr("least", 0);
        int most = (int) t.integerOr("most", least);
        Double period = t.numberOr("period-s", null);
        Double sampling = t.numberOr("sampling-s", null);
        Double factor = t.numberOr("factor", null);
        String event = t.textOr("event", null);
        t.finish();
        if (kind.hasNumber() != least > 0) {
            throw t.error("least", kind.hasNumber() ? "is missing" : "means nothing for " + word,
                    kind.hasNumber() ? "say how many: least = 3" : "leave it out");
        }
        if ((kind == Claim.Kind.BOUNDED) != (factor != null)) {
            throw t.error("factor", factor == null ? "is missing" : "means nothing for " + word,
                    factor == null ? "say how far apart the rates may be: factor = 2" : "leave it out");
        }
        return new Claim(kind, least, most, period, sampling, factor, event);
    }
}
