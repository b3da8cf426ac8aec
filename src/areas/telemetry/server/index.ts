import { defineServer, handle } from '@/server/area'
import { telemetryContract } from '../contract'
import { liveTags, sendReadings, tagCurve } from '../contract/calls'
import { tag } from '../contract/tag'
import { forgetReadings, prepareMonths } from './jobs'
import { listeners } from './listeners'
import { oddReadingHandlers } from './odd-readings'
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
    ...oddReadingHandlers,
  ],
  listeners,
  jobs: [
    { name: 'reading-months', everySeconds: 6 * 3600, run: prepareMonths },
    { name: 'readings-forget', everySeconds: 6 * 3600, run: forgetReadings },
  ],
  seed: prepareMonths,
})
