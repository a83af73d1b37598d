/**
 * Files of sealed records: a 64-byte header, JSON metadata, records of one width, seals with checksum and number, an
 * end record, a JSON trailer. Recordings and message traces are such files; what differs between them is a
 * {@link runbench.base.container.ContainerFormat}, and what a record means is none of this package's business.
 *
 * <p>Entrances: {@link runbench.base.container.ContainerReader#header} and
 * {@link runbench.base.container.ContainerReader#check} to read, {@link runbench.base.container.ContainerWriter} to
 * write.
 *
 * <h2>What of a file is used</h2> <ol> <li>Everything up to the last good seal: the seals before it stand in order of
 * their numbers, cover as many records as stand before each, and all checksums match. <li>Of what stands behind it,
 * nothing, where anything of the file is found to be damaged. <li>Where a file merely stops, the records behind its
 * last seal, if its format numbers its records ({@link runbench.base.container.ContainerFormat#numbered}) and each
 * follows from the one before, in number and time. Otherwise none. <li>How many are used although no seal vouches for
 * them, or are not used, is known to the caller ({@link runbench.base.container.Intact}) and stands in every output.
 * </ol> Without a seal only the records themselves can show that they are whole. Those of a message trace can: they are
 * one sequence, each stored whole with its number, and any beginning of it is what the rank really did. Those of a
 * recording cannot: they have no numbers, and a block of them drains the buffers of the CPUs one after the other, so
 * that half a block shows CPUs idle that were not; since it is written together with its seal, a block without one is a
 * write that failed.
 */
package runbench.base.container;
