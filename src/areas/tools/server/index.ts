import { metresCut } from '@/areas/slitting/server/events'
import { CHANGED_RECENTLY_SQL, defineServer } from '@/server/area'
import { listenTo } from '@/server/events'
import { toolsContract } from '../contract'
import { tool, toolViewPermissions } from '../contract/tool'
import { addCutMetres, recalculateMountings } from './recalculate-mountings'
import * as reports from './reports'
import { toolCommandHandlers } from './command-handlers'
import * as uses from './uses'

/** Server part of the area: wearing tools, their mountings and lives. */
export const toolsServer = defineServer(toolsContract, {
  handlers: [
    ...toolCommandHandlers,
    uses.changeTool,
    uses.importTools,
    uses.addToolUse,
    uses.changeToolUse,
    uses.removeToolUse,
    uses.removeToolUses,
    uses.listSlitterKnives,
    reports.countNonKnifeTools,
    reports.listToolNames,
    reports.loadLifeChart,
  ],
  listeners: [listenTo(metresCut, addCutMetres)],
  jobs: [{ name: 'toolUse', everySeconds: 600, run: (ctx) => recalculateMountings(ctx) }],
  shiftPack: [
    { resource: 'tool', where: `(end_reason is null or ${CHANGED_RECENTLY_SQL})`, access: toolViewPermissions },
  ],
  codeLookups: [{ kind: 'tool', resource: tool, codeField: 'code' }],
})
