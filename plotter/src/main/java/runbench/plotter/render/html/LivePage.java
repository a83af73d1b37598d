package runbench.plotter.render.html;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import runbench.base.digest.Digests;

/**
 * The page of a growing log. It contains no log data: its script requests {@code events} (server-sent, lines of JSON),
 * {@code events.json} and {@code status.json} from its own server, with the token of its own address.
 *
 * @param html the page in UTF-8
 * @param policy value of the header Content-Security-Policy; it allows only these scripts and styles and no other
 *     server
 */
public record LivePage(byte[] html, String policy) {
    private static final List<String> SCRIPTS = List.of("numbers.js", "dom.js", "live/bars.js", "live/events.js",
            "live/stream.js", "live/marks.js", "live/lanes.js", "live/details.js", "live/table.js", "live/nodes.js",
            "live/controls.js", "live/live.js", "live/start.js");
    private static final LivePage PAGE = assemble();

    /** Returns the page, which is a constant. */
    public static LivePage page() {
        return PAGE;
    }

    private static LivePage assemble() {
        String style = PageAssets.resource("live/live.css");
        List<String> scripts = PageAssets.scripts(SCRIPTS);
        String html = PageAssets.resource("live/live.html")
                .replace("$STYLE", style)
                .replace("$SCRIPTS",
                        scripts.stream()
                                .map(code -> "<script>" + code + "</script>")
                                .collect(Collectors.joining("\n")));
        String policy = "default-src 'none'; script-src "
                + scripts.stream().map(LivePage::hash).collect(Collectors.joining(" ")) + "; style-src " + hash(style)
                + "; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
        return new LivePage(html.getBytes(StandardCharsets.UTF_8), policy);
    }

    private static String hash(String text) {
        byte[] hash = Digests.sha256().digest(text.getBytes(StandardCharsets.UTF_8));
        return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    }
}
