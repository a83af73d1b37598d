/* otf2-import ARCHIVE.otf2 DIRECTORY: converts an OTF2 trace (Score-P, EZTrace...) to rank files. The MPI ranks are the
 * members of the archive's MPI world in order; other locations (threads, metrics) are left out. */
#include <stdio.h>

#include "otf2_ranks.h"

int main(int argc, char **argv)
{
	struct archive archive = { 0 };
	uint64_t count = 0;

	if (argc != 3) {
		fprintf(stderr, "usage: otf2-import ARCHIVE.otf2 DIRECTORY\n");
		return 2;
	}
	OTF2_Reader *reader = OTF2_Reader_Open(argv[1]);
	if (!reader) {
		fprintf(stderr, "libotf2 cannot open the archive\n");
		return 1;
	}
	OTF2_Reader_SetSerialCollectiveCallbacks(reader);

	archive_read_definitions(&archive, reader);
	if (!archive.comm_count) {
		fprintf(stderr, "the archive defines no MPI communicator: is it a trace of an MPI program?\n");
		return 1;
	}
	if (!archive_find_ranks(&archive))
		return 1;
	struct rank *ranks = ranks_open(&archive, argv[2], argv[1]);
	if (!ranks)
		return 1;

	for (size_t i = 0; i < archive.rank_count; i++)
		OTF2_Reader_SelectLocation(reader, archive.locations[i]);
	int local = OTF2_Reader_OpenDefFiles(reader) == OTF2_SUCCESS;
	OTF2_Reader_OpenEvtFiles(reader);
	for (size_t i = 0; i < archive.rank_count; i++) {
		if (local) {
			OTF2_DefReader *own = OTF2_Reader_GetDefReader(reader, archive.locations[i]);
			if (own) {
				OTF2_Reader_ReadAllLocalDefinitions(reader, own, &count);
				OTF2_Reader_CloseDefReader(reader, own);
			}
		}
	}
	OTF2_EvtReaderCallbacks *e = rank_callbacks();
	for (size_t i = 0; i < archive.rank_count; i++) {
		OTF2_EvtReader *events = OTF2_Reader_GetEvtReader(reader, archive.locations[i]);
		if (!events) {
			fprintf(stderr, "the archive has no events of location %llu (rank %zu)\n",
				(unsigned long long)archive.locations[i], i);
			return 1;
		}
		OTF2_Reader_RegisterEvtCallbacks(reader, events, e, &ranks[i]);
		if (OTF2_Reader_ReadAllLocalEvents(reader, events, &count) != OTF2_SUCCESS) {
			fprintf(stderr, "the events of rank %zu are damaged\n", i);
			return 1;
		}
		OTF2_Reader_CloseEvtReader(reader, events);
	}
	OTF2_EvtReaderCallbacks_Delete(e);
	OTF2_Reader_Close(reader);
	if (archive.undefined_comm_events)
		fprintf(stderr, "note: %llu events are left out: their communicators are not defined in the archive (the first: %u)\n",
			(unsigned long long)archive.undefined_comm_events, archive.undefined_comm);
	return ranks_finish(ranks, archive.rank_count) ? 0 : 1;
}
