import { defineServer, handle, type AreaServer } from '../area'
import { appEndpointsContract, ping, shiftPack, fetchStoredFile, syncCommands } from '@/contract/kit'
import type { AppContext } from '../crud/operations'
import { backupJob } from '../backups/backup-job'
import { applySync } from '../sync'
import type { EndpointOutput } from '@/contract/endpoint'
import { startSending, deleteOldMessages } from '../outbound/outbound-messages'
import {
  readStoredFile,
  listFileStates,
  removeAbandonedUploads,
  startFileUpload,
  appendUploadedChunk,
} from './stored-files'
import { listPickListOptions } from './pick-list-options'
import { handleSearch } from './search-rows'
import { buildShiftPack } from './shift-pack'

/** Endpoints that belong to no area: reachability, sync, files and pick-lists. */
export const kitServer: AreaServer = defineServer(appEndpointsContract, {
  handlers: [
    handle(ping, async (ctx) => {
      const { progress } = (ctx as AppContext).app.history
      return {
        app: 'nonwoven-mes',
        at: ctx.now.toISOString(),
        // The newest days are loaded first, so the history is complete from the day that was loaded last.
        historyFrom: progress?.loadedUntil ?? null,
        historyPercent: progress?.percent ?? null,
      }
    }),
    handle(
      syncCommands,
      async (ctx, input) =>
        (await applySync((ctx as AppContext).app, ctx.person!, input, ctx.origin, ctx.language)) as EndpointOutput<
          typeof syncCommands
        >,
    ),
    // contract/sync.ts types the pack; the endpoint declares only an object with arbitrary columns.
    handle(
      shiftPack,
      async (ctx, input) => (await buildShiftPack(ctx, input)) as unknown as EndpointOutput<typeof shiftPack>,
    ),
    listPickListOptions,
    handleSearch,
    startFileUpload,
    appendUploadedChunk,
    handle(fetchStoredFile, readStoredFile),
    listFileStates,
  ],
  jobs: [
    backupJob,
    { name: 'abandoned-uploads', everySeconds: 24 * 3600, run: removeAbandonedUploads },
    { name: 'outbound', everySeconds: 15, run: startSending },
    { name: 'outbound-forget', everySeconds: 24 * 3600, run: deleteOldMessages },
  ],
})
