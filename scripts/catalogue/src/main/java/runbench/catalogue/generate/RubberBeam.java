package runbench.catalogue.generate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A cantilever beam of rubber as an input of CalculiX: bricks of 20 nodes, a Neo-Hooke material, large deformations in
 * steps of load, and the direct solver SPOOLES. The displacement of the corner of the free end is printed.
 */
final class RubberBeam {
    /** Offsets of the 20 nodes of a brick in half elements, in the order of C3D20R: corners, then edges. */
    private static final int[][] BRICK = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 2}, {2, 0, 2}, {2, 2, 2},
            {0, 2, 2}, {1, 0, 0}, {2, 1, 0}, {1, 2, 0}, {0, 1, 0}, {1, 0, 2}, {2, 1, 2}, {1, 2, 2}, {0, 1, 2},
            {0, 0, 1}, {2, 0, 1}, {2, 2, 1}, {0, 2, 1}};
    private final int length;
    private final int width;
    private final int increments;

    /**
     * @param length number of elements along the beam
     * @param width number of elements across it, in both directions
     * @param increments number of equal increments of load
     */
    RubberBeam(int length, int width, int increments) {
        this.length = length;
        this.width = width;
        this.increments = increments;
    }

    void write(OutputStream out) throws IOException {
        StringBuilder text = new StringBuilder("*HEADING\nA rubber beam, generated\n*NODE,NSET=ALL\n");
        List<Integer> clamped = new ArrayList<>();
        for (int x = 0; x <= 2 * length; x++) {
            for (int y = 0; y <= 2 * width; y++) {
                for (int z = 0; z <= 2 * width; z++) {
                    if (x % 2 + y % 2 + z % 2 <= 1) {
                        text.append("%d,%d.%d,%d.%d,%d.%d\n".formatted(node(x, y, z), x / 2, x % 2 * 5, y / 2,
                                y % 2 * 5, z / 2, z % 2 * 5));
                        if (x == 0) {
                            clamped.add(node(x, y, z));
                        }
                    }
                }
            }
        }
        text.append("*ELEMENT,TYPE=C3D20R,ELSET=BEAM\n");
        int element = 0;
        for (int x = 0; x < length; x++) {
            for (int y = 0; y < width; y++) {
                for (int z = 0; z < width; z++) {
                    element(text, ++element, 2 * x, 2 * y, 2 * z);
                }
            }
        }
        text.append("*NSET,NSET=CLAMPED\n");
        clamped.forEach(n -> text.append(n).append(",\n"));
        int corner = node(2 * length, 0, 2 * width);
        text.append("*NSET,NSET=CORNER\n").append(corner).append(",\n");
        text.append("*BOUNDARY\nCLAMPED,1,3\n*MATERIAL,NAME=RUBBER\n*HYPERELASTIC,NEO HOOKE\n1.,0.02\n");
        text.append(
                "*SOLID SECTION,ELSET=BEAM,MATERIAL=RUBBER\n*STEP,NLGEOM,INC=1000\n*STATIC,SOLVER=SPOOLES,DIRECT\n");
        text.append(String.format(Locale.ROOT, "%.6f,1.\n", 1.0 / increments));
        // The load on the corner bends and twists the beam.
        text.append("*CLOAD\n").append(corner).append(",3,-0.04\n");
        text.append("*NODE PRINT,NSET=CORNER,FREQUENCY=1000\nU\n*END STEP\n");
        out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    private void element(StringBuilder text, int number, int x, int y, int z) {
        text.append(number);
        for (int i = 0; i < BRICK.length; i++) {
            // A line of an input has at most 16 entries.
            text.append(i == 10 ? ",\n" : ",").append(node(x + BRICK[i][0], y + BRICK[i][1], z + BRICK[i][2]));
        }
        text.append('\n');
    }

    private int node(int x, int y, int z) {
        int points = 2 * width + 1;
        return 1 + (x * points + y) * points + z;
    }
}
