import { defineServer } from '@/server/area'
import { telemetryContract } from '../contract'
import { addInlet, changeInlet, removeInlet } from './inlet'
import { runInlets } from './inlet-runner'
import { deleteOldReadings, createMonthPartitions } from './jobs'
import { listeners } from './listeners'
import { oddReadingHandlers } from './decide-odd-readings'
import { downloadClientCertificate } from './opcua/client-certificate'
import { receiveReadings } from './receive-readings'
import { loadTagCurve, listLiveValues } from './tag-reads'
import { addTag, changeTag, importTags, removeTag } from './tags'

/** Server part of the area: tags, inlets and their readings. */
export const telemetryServer = defineServer(telemetryContract, {
  handlers: [
    addTag,
    changeTag,
    removeTag,
    importTags,
    receiveReadings,
    listLiveValues,
    loadTagCurve,
    downloadClientCertificate,
    ...oddReadingHandlers,
    addInlet,
    changeInlet,
    removeInlet,
  ],
  listeners,
  jobs: [
    { name: 'reading-months', everySeconds: 6 * 3600, run: createMonthPartitions },
    { name: 'readings-forget', everySeconds: 6 * 3600, run: deleteOldReadings },
  ],
  backgroundServices: [runInlets],
  seed: createMonthPartitions,
})
