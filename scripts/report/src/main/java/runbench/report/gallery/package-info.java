/**
 * What was written about benchmarks beside what runs of them show. Entrances:
 * {@link runbench.report.gallery.GalleryPage} and {@link runbench.report.gallery.GalleryText}, of a
 * {@link runbench.report.gallery.ShownGallery}.
 */
package runbench.report.gallery;
