package runbench.catalogue.generate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A profile hidden Markov model of a protein family in the format of HMMER 2: each position prefers a few amino acids,
 * and rarely begins an insertion or a deletion. Scores are 1000 log2(p / null), as in HMMER's user guide, section 6.
 */
final class ProfileModel {
    private static final String AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY";
    /** Frequencies of the amino acids in proteins, as 1000 log2(20 p). */
    private static final int[] NULL_SCORES = {595, -1558, 85, 338, -294, 453, -1158, 197, 249, 902, -1085, -142, -21,
            -313, 45, 531, 201, 384, -1998, -644};
    private static final int MEAN_LENGTH = 350;
    private final SplitMix random;
    private final int length;

    /** @param length number of positions, at least 2 */
    ProfileModel(long seed, int length) {
        this.random = new SplitMix(seed);
        this.length = Math.max(length, 2);
    }

    void write(OutputStream out) throws IOException {
        String loop = score(MEAN_LENGTH / (MEAN_LENGTH + 1.0));
        String leave = score(1 / (MEAN_LENGTH + 1.0));
        StringBuilder text = new StringBuilder(1 << 16);
        text.append("HMMER2.0  [2.3.2]\nNAME  generated\nLENG  ").append(length);
        text.append("\nALPH  Amino\nRF    no\nCS    no\nMAP   no\nNSEQ  1\n");
        text.append("XT   ").append(leave).append(loop).append(score(0.5)).append(score(0.5));
        text.append(leave).append(loop).append(leave).append(loop).append('\n');
        text.append("NULT ").append(loop).append(leave).append("\nNULE ");
        Arrays.stream(NULL_SCORES).forEach(s -> text.append(column(Integer.toString(s))));
        text.append("\nHMM     ");
        AMINO_ACIDS.chars().forEach(c -> text.append("   ").append((char) c).append("   "));
        text.append("\n         m->m   m->i   m->d   i->m   i->i   d->m   d->d   b->m   m->e\n       ");
        double begin = 0.01;
        text.append(score(1 - begin)).append(column("*")).append(score(begin)).append('\n');
        for (int position = 1; position <= length; position++) {
            position(text, position);
        }
        out.write(text.append("//\n").toString().getBytes(StandardCharsets.US_ASCII));
    }

    private void position(StringBuilder text, int position) {
        text.append("%6d".formatted(position));
        double[] match = emissions();
        for (int i = 0; i < match.length; i++) {
            text.append(score(match[i] / frequency(i)));
        }
        text.append('\n');
        boolean last = position == length;
        text.append("     -");
        for (int i = 0; i < match.length; i++) {
            text.append(last ? column("*") : column("0"));
        }
        text.append("\n     -");
        // m->m m->i m->d, i->m i->i, d->m d->d, b->m, m->e: the three groups, and a match's ends, add up to 1.
        double insert = random.between(5, 40) / 1000.0;
        double delete = random.between(5, 40) / 1000.0;
        double extend = random.between(300, 600) / 1000.0;
        double skip = random.between(300, 600) / 1000.0;
        double end = 0.5 / (length - 1);
        if (last) {
            text.append(column("*").repeat(8)).append(score(1));
        } else {
            double stay = 1 - end;
            text.append(score(stay * (1 - insert - delete))).append(score(stay * insert)).append(score(stay * delete));
            text.append(score(1 - extend)).append(score(extend)).append(score(1 - skip)).append(score(skip));
            text.append(score(position == 1 ? 0.5 : 0.5 / (length - 1))).append(score(end));
        }
        text.append('\n');
    }

    /** Returns the probabilities of the amino acids at a position: its favourites have half of the mass or more. */
    private double[] emissions() {
        double[] p = new double[NULL_SCORES.length];
        double sum = 0;
        for (int i = 0; i < p.length; i++) {
            p[i] = frequency(i) * random.between(1, 10);
            sum += p[i];
        }
        int favourites = random.between(1, 3);
        double preferred = sum * random.between(1, 4) / favourites;
        for (int i = 0; i < favourites; i++) {
            p[random.below(p.length)] += preferred;
            sum += preferred;
        }
        for (int i = 0; i < p.length; i++) {
            p[i] /= sum;
        }
        return p;
    }

    private static double frequency(int aminoAcid) {
        return StrictMath.pow(2, NULL_SCORES[aminoAcid] / 1000.0) / NULL_SCORES.length;
    }

    private static String score(double ratio) {
        return column(Long.toString(Math.round(1000 * StrictMath.log(ratio) / StrictMath.log(2))));
    }

    private static String column(String text) {
        return "%7s".formatted(text);
    }
}
