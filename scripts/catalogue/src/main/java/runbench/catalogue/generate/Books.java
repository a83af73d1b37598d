package runbench.catalogue.generate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** An XML document of book records, for a stylesheet that groups and sorts them. */
final class Books {
    private static final String[] STEMS = {"al", "ber", "co", "dan", "er", "fin", "ga", "hol", "is", "ju", "kar", "lo",
            "men", "nor", "or", "pe"};
    private final SplitMix random;
    private final int records;

    Books(long seed, int records) {
        this.random = new SplitMix(seed);
        this.records = records;
    }

    void write(OutputStream out) throws IOException {
        StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"US-ASCII\"?>\n<library>\n");
        for (int i = 0; i < records; i++) {
            text.append(" <book id=\"b")
                    .append(i)
                    .append("\" year=\"")
                    .append(random.between(1900, 2006))
                    .append("\">\n  <author>")
                    .append(word(2))
                    .append("</author>\n  <title>")
                    .append(word(3))
                    .append(' ')
                    .append(word(2))
                    .append(' ')
                    .append(word(4))
                    .append("</title>\n  <subject>")
                    .append(word(1))
                    .append("</subject>\n  <price>")
                    .append(random.between(1, 200))
                    .append('.')
                    .append(random.between(10, 99))
                    .append("</price>\n </book>\n");
            if (text.length() > 1 << 16) {
                out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
                text.setLength(0);
            }
        }
        out.write(text.append("</library>\n").toString().getBytes(StandardCharsets.US_ASCII));
    }

    private String word(int syllables) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < syllables; i++) {
            word.append(random.pick(STEMS));
        }
        return word.toString();
    }
}
