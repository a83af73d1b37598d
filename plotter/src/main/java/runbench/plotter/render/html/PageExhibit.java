package runbench.plotter.render.html;

import java.util.List;

/**
 * Something that is shown beside what was written about it.
 *
 * @param title heading
 * @param quote what was written; may be empty
 * @param source of it; may be empty
 * @param notes what a reader must know before the pictures
 * @param shown in order
 */
public record PageExhibit(String title, String quote, String source, List<String> notes, List<Shown> shown) {
    /**
     * A picture.
     *
     * @param caption what it shows
     * @param file beside the page that has more of it; null for none
     * @param picture a PNG, which becomes a part of the page; empty for none
     * @param described what there is to see, for those who do not see it
     * @param sentences what is found in it
     * @param table exact values; null for none
     */
    public record Shown(String caption, String file, byte[] picture, String described, List<String> sentences,
            PageTable table) {
        public Shown {
            sentences = List.copyOf(sentences);
        }
    }

    public PageExhibit {
        notes = List.copyOf(notes);
        shown = List.copyOf(shown);
    }
}
