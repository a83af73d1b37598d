/**
 * Files of sealed records: a 64-byte header, JSON metadata, records of one width, seals with checksum and number, an
 * end record, a JSON trailer. Recordings and message traces are such files. A
 * {@link runbench.base.container.ContainerFormat} describes their differences; the meaning of records is not part of
 * this package.
 *
 * <p>Entrances: {@link runbench.base.container.ContainerReader#header} and
 * {@link runbench.base.container.ContainerReader#check} to read, {@link runbench.base.container.ContainerWriter} to
 * write.
 *
 * <h2>The usable part of a file</h2> <ol> <li>Everything up to the last valid seal is used. The seals before it are in
 * the order of their numbers, each covers the number of records that it states, and all checksums match. <li>If any
 * part of the file is damaged, nothing after the last valid seal is used. <li>If the file is only truncated, the
 * records after its last seal are used on two conditions: its format numbers its records
 * ({@link runbench.base.container.ContainerFormat#numbered}), and each record follows from the previous one in number
 * and time. <li>The number of records that are used without a checksum, or not used, is returned to the caller
 * ({@link runbench.base.container.Intact}) and printed in every output. </ol> Without a seal, only the records
 * themselves can show that they are complete. Those of a message trace can: they form one sequence, each is stored with
 * its number, and any beginning of the sequence describes actual actions of the rank. Those of a recording cannot: they
 * have no numbers. A block of them contains the buffers of the CPUs one after the other, so half a block shows busy
 * CPUs as idle. A block is written together with its seal, so a block without a seal is a failed write.
 */
package runbench.base.container;
