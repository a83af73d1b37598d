package runbench.catalogue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import runbench.parser.claim.Claim;
import runbench.parser.claim.Claim.Characterization;

/**
 * Published statements about programs of the catalogue, and statements about own kernels that replace others, from
 * {@code characterizations.toml}.
 */
public final class Characterizations {
    static final String FILE = "characterizations.toml";

    private Characterizations() {
    }

    /** Statements in the order of the file. */
    public static List<Characterization> all() {
        return read(FILE, Catalogue.resource(FILE));
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
        String event = top.text("event");
        Table texts = top.section("text");
        top.finish();
        List<Characterization> all = new ArrayList<>();
        tree.path("text").fieldNames().forEachRemaining(id -> {
            Table t = new Table(tree.path("text").path(id), file, locator, "text.\"" + id + "\"", null);
            boolean ofStandIn = t.has("kernel");
            String place = ofStandIn ? "structure of " + t.text("kernel") : source + ", section " + t.text("section");
            all.add(new Characterization(id, place, t.text("run"), event, t.text("prose"), t.textOr("relative", ""),
                    ofStandIn, t.tables("claims").stream().map(Characterizations::claim).toList()));
            t.finish();
        });
        if (texts == null || all.isEmpty()) {
            throw top.error("text", "is missing", "write [text.\"403.gcc\"]");
        }
        return List.copyOf(all);
    }

    private static Claim claim(Table t) {
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
        t.finish();
        if (kind.hasNumber() != least > 0) {
            throw t.error("least", kind.hasNumber() ? "is missing" : "means nothing for " + word,
                    kind.hasNumber() ? "say how many: least = 3" : "leave it out");
        }
        if ((kind == Claim.Kind.BOUNDED) != (factor != null)) {
            throw t.error("factor", factor == null ? "is missing" : "means nothing for " + word,
                    factor == null ? "say how far apart the rates may be: factor = 2" : "leave it out");
        }
        return new Claim(kind, least, most, period, sampling, factor);
    }
}
