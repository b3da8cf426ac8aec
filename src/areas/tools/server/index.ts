import { metresCut } from '@/plant/server/events'
import { CHANGED_RECENTLY_SQL, defineServer, handle } from '@/server/area'
import { listenTo } from '@/server/events'
import { toolsContract } from '../contract'
import { tool, toolReaders } from '../contract/tool'
import { lifeChart, otherTools, toolNames } from '../contract/tool-reports'
import { knivesOf, removeUses, toolUse } from '../contract/tool-use'
import { addMetres, countUses } from './count'
import * as reports from './reports'
import { toolSteps } from './steps'
import * as uses from './uses'

export const toolsServer = defineServer(toolsContract, {
  handlers: [
    ...toolSteps,
    handle(toolUse.endpoints.create, uses.addUse),
    handle(toolUse.endpoints.update, uses.changeUse),
    handle(toolUse.endpoints.remove, uses.removeUse),
    handle(removeUses, uses.removeSeveral),
    handle(knivesOf, uses.knives),
    handle(otherTools, reports.countOthers),
    handle(toolNames, reports.names),
    handle(lifeChart, reports.lives),
  ],
  listeners: [listenTo(metresCut, addMetres)],
  jobs: [{ name: 'toolUse', everySeconds: 600, run: (ctx) => countUses(ctx) }],
  shiftPack: [{ resource: 'tool', where: `(end_reason is null or ${CHANGED_RECENTLY_SQL})`, keys: toolReaders }],
  codes: [{ kind: 'tool', resource: tool, codeField: 'code' }],
})
