/**
 * Galleries: claims about benchmarks compared with runs. The entrance is {@link runbench.report.gallery.GalleryPage}.
 */
package runbench.report.gallery;
