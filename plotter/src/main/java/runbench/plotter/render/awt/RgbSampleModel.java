package runbench.plotter.render.awt;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferInt;
import java.awt.image.Raster;
import java.awt.image.SampleModel;
import java.awt.image.SinglePixelPackedSampleModel;

/**
 * Hands rows of an RGB image to an encoder. The general model looks every component up by way of its mask, which took
 * most of the time of writing a chart; this one knows where they are.
 */
final class RgbSampleModel extends SinglePixelPackedSampleModel {
    private static final int[] MASKS = {0xff0000, 0xff00, 0xff};

    private RgbSampleModel(int width, int height) {
        super(DataBuffer.TYPE_INT, width, height, MASKS);
    }

    /** The same pixels, not copied. @param image of {@link BufferedImage#TYPE_INT_RGB} */
    static BufferedImage over(BufferedImage image) {
        SampleModel model = new RgbSampleModel(image.getWidth(), image.getHeight());
        return new BufferedImage(image.getColorModel(),
                Raster.createWritableRaster(model, image.getRaster().getDataBuffer(), null), false, null);
    }

    /** Rows that are taken out of the image keep the model. */
    @Override
    public SampleModel createCompatibleSampleModel(int width, int height) {
        return new RgbSampleModel(width, height);
    }

    @Override
    public int[] getPixels(int x, int y, int width, int height, int[] into, DataBuffer data) {
        int[] pixels = ((DataBufferInt) data).getData();
        int[] out = into == null ? new int[3 * width * height] : into;
        int at = 0;
        for (int row = y; row < y + height; row++) {
            int from = data.getOffset() + row * getScanlineStride() + x;
            for (int i = from; i < from + width; i++) {
                int rgb = pixels[i];
                out[at++] = rgb >> 16 & 0xff;
                out[at++] = rgb >> 8 & 0xff;
                out[at++] = rgb & 0xff;
            }
        }
        return out;
    }
}
