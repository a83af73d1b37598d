package runbench.plotter.render.awt;

import java.awt.Dimension;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Base64;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.batik.svggen.DefaultImageHandler;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SimpleImageHandler;
import org.apache.batik.util.SVGConstants;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Writes a figure as SVG. Text stays text, and heat maps are embedded images. Equal figures have equal documents.
 */
final class SvgDocument {
    /** The decimals of coordinates in pixels; the document has a third of the size of one with full doubles. */
    private static final int DECIMALS = 2;
    private static final String FAMILIES = "DejaVu Sans,Verdana,sans-serif";

    private SvgDocument() {
    }

    static String of(FigurePainter painter) {
        Document document = empty();
        SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
        context.setPrecision(DECIMALS);
        context.setComment(null);
        context.setGenericImageHandler(new SimpleImageHandler(new WithinDocument()));
        SVGGraphics2D g = new SVGGraphics2D(context, false);
        g.setSVGCanvasSize(new Dimension(painter.width(), painter.height()));
        painter.paint(g);
        Element root = g.getRoot();
        root.setAttribute("viewBox", "0 0 " + painter.width() + " " + painter.height());
        NodeList elements = root.getElementsByTagName("*");
        for (int i = 0; i < elements.getLength(); i++) {
            Element element = (Element) elements.item(i);
            if (element.hasAttribute("font-family")) {
                element.setAttribute("font-family", FAMILIES);
            }
        }
        root.setAttribute("font-family", FAMILIES);
        return text(root);
    }

    private static Document empty() {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument(SVGConstants.SVG_NAMESPACE_URI, "svg", null);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("Java's own XML parser", e);
        }
    }

    /** Returns the document without a document type, which viewers would fetch from the network. */
    private static String text(Element root) {
        try {
            Transformer writer = TransformerFactory.newInstance().newTransformer();
            writer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
            StringWriter out = new StringWriter();
            out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
            writer.transform(new DOMSource(root), new StreamResult(out));
            return out.append('\n').toString();
        } catch (TransformerException e) {
            throw new IllegalStateException("SVG into memory", e);
        }
    }

    private static final class WithinDocument extends DefaultImageHandler {
        @Override
        protected void handleHREF(Image image, Element element, SVGGeneratorContext context) {
            try {
                ByteArrayOutputStream png = new ByteArrayOutputStream();
                ImageIO.write((BufferedImage) image, "png", png);
                element.setAttributeNS(SVGConstants.XLINK_NAMESPACE_URI, SVGConstants.XLINK_HREF_QNAME,
                        "data:image/png;base64," + Base64.getEncoder().encodeToString(png.toByteArray()));
            } catch (IOException e) {
                throw new IllegalStateException("PNG into memory", e);
            }
        }
    }
}
