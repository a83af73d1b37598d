package runbench.catalogue.generate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Raw video in the YUV4MPEG2 format, 4:2:0: textured squares that move over a slowly panning background with some
 * noise.
 */
final class Video {
    private static final int SQUARES = 12;
    private final SplitMix random;
    private final int width;
    private final int height;
    private final int frames;

    Video(long seed, int width, int height, int frames) {
        this.random = new SplitMix(seed);
        this.width = width & ~1;
        this.height = height & ~1;
        this.frames = frames;
    }

    void write(OutputStream out) throws IOException {
        out.write(("YUV4MPEG2 W" + width + " H" + height + " F25:1 Ip A1:1 C420jpeg\n")
                .getBytes(StandardCharsets.US_ASCII));
        int[][] squares = new int[SQUARES][];
        for (int i = 0; i < SQUARES; i++) {
            squares[i] = new int[]{random.below(width), random.below(height), random.between(-5, 5),
                    random.between(-4, 4), random.between(12, 60)};
        }
        byte[] luma = new byte[width * height];
        byte[] chroma = new byte[width * height / 2];
        for (int frame = 0; frame < frames; frame++) {
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    luma[y * width
                            + x] = (byte) (64 + ((x + frame) * (y + 2 * frame / 3) >> 6 & 63) + (random.next() & 3));
                }
            }
            for (int i = 0; i < chroma.length; i++) {
                chroma[i] = (byte) (112 + (i + frame & 31));
            }
            for (int i = 0; i < SQUARES; i++) {
                draw(luma, squares[i], i);
            }
            out.write("FRAME\n".getBytes(StandardCharsets.US_ASCII));
            out.write(luma);
            out.write(chroma);
        }
    }

    /** A square is x, y, step in x, step in y, side; it comes in again where it leaves. */
    private void draw(byte[] luma, int[] square, int texture) {
        square[0] = Math.floorMod(square[0] + square[2], width);
        square[1] = Math.floorMod(square[1] + square[3], height);
        for (int y = 0; y < square[4]; y++) {
            for (int x = 0; x < square[4]; x++) {
                int at = (square[1] + y) % height * width + (square[0] + x) % width;
                luma[at] = (byte) (40 + 16 * texture + ((x * y * (texture + 3)) >> 4 & 31));
            }
        }
    }
}
