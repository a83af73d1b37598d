package runbench.plotter.render.html;

import java.util.List;

/**
 * A quote with the pictures that illustrate it.
 *
 * @param title heading
 * @param quote the quoted text; may be empty
 * @param source source of the quote; may be empty
 * @param notes notes before the pictures
 * @param shown pictures, in order
 */
public record PageExhibit(String title, String quote, String source, List<String> notes, List<Shown> shown) {
    /**
     * A picture.
     *
     * @param caption title of the picture
     * @param file linked file in the page's folder with more details; null for none
     * @param picture a PNG to embed in the page; empty for none
     * @param described alternative text for assistive technology
     * @param sentences findings in the picture
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
