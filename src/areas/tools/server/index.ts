import { metresCut } from '@/areas/rolls/server/events'
import { CHANGED_RECENTLY_SQL, defineServer, handle } from '@/server/area'
import { listenTo } from '@/server/events'
import { toolsContract } from '../contract'
import { tool, toolViewPermissions } from '../contract/tool'
import { lifeChart, otherTools, toolNames } from '../contract/tool-reports'
import { slitterKnives, removeUses, toolUse } from '../contract/tool-use'
import { addCutMetres, recalculateMountings } from './count-uses'
import * as reports from './reports'
import { toolCommandHandlers } from './command-handlers'
import * as uses from './uses'

export const toolsServer = defineServer(toolsContract, {
  handlers: [
    ...toolCommandHandlers,
    handle(toolUse.endpoints.create, uses.addToolUse),
    handle(toolUse.endpoints.update, uses.changeToolUse),
    handle(toolUse.endpoints.remove, uses.removeToolUse),
    handle(removeUses, uses.removeToolUses),
    handle(slitterKnives, uses.listSlitterKnives),
    handle(otherTools, reports.countOtherTools),
    handle(toolNames, reports.listToolNames),
    handle(lifeChart, reports.loadLifeChart),
  ],
  listeners: [listenTo(metresCut, addCutMetres)],
  jobs: [{ name: 'toolUse', everySeconds: 600, run: (ctx) => recalculateMountings(ctx) }],
  shiftPack: [
    { resource: 'tool', where: `(end_reason is null or ${CHANGED_RECENTLY_SQL})`, keys: toolViewPermissions },
  ],
  codeLookups: [{ kind: 'tool', resource: tool, codeField: 'code' }],
})
