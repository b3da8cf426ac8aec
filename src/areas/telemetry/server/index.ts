import { defineServer, handle } from '@/server/area'
import { telemetryContract } from '../contract'
import { liveTags, ownCertificate, sendReadings, tagCurve } from '../contract/calls'
import { inlet } from '../contract/inlet'
import { tag } from '../contract/tag'
import { addInlet, changeInlet, removeInlet } from './inlet'
import { runInlets } from './inlet-runner'
import { forgetReadings, prepareMonths } from './jobs'
import { listeners } from './listeners'
import { oddReadingHandlers } from './odd-readings'
import { certificateFile } from './opcua/certificate'
import { send } from './readings-sent'
import { curve, live } from './tag-reads'
import { addTag, changeTag, importTags, removeTag } from './tags'

export const telemetryServer = defineServer(telemetryContract, {
  handlers: [
    handle(tag.endpoints.create, addTag),
    handle(tag.endpoints.update, changeTag),
    handle(tag.endpoints.remove, removeTag),
    handle(tag.endpoints.import, importTags),
    handle(sendReadings, send),
    handle(liveTags, live),
    handle(tagCurve, curve),
    handle(ownCertificate, certificateFile),
    ...oddReadingHandlers,
    handle(inlet.endpoints.create, addInlet),
    handle(inlet.endpoints.update, changeInlet),
    handle(inlet.endpoints.remove, removeInlet),
  ],
  listeners,
  jobs: [
    { name: 'reading-months', everySeconds: 6 * 3600, run: prepareMonths },
    { name: 'readings-forget', everySeconds: 6 * 3600, run: forgetReadings },
  ],
  services: [runInlets],
  seed: prepareMonths,
})
