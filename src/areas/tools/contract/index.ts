import { defineArea } from '@/contract/area'
import { toolLifecycle } from '../rules/tool'
import { tool } from './tool'
import { toolCommands } from './tool-commands'
import { toolReports } from './tool-reports'
import { slitterKnives, removeUses, toolUse } from './tool-use'

/** Wearing parts of the machines: knives, filter screens, spinnerets, forming belts, quench honeycombs. */
export const toolsContract = defineArea({
  name: 'tools',
  pages: ['toolManagement'],
  resources: [tool, toolUse],
  endpoints: [...toolCommands, ...toolReports, removeUses, slitterKnives],
  lifecycles: [toolLifecycle],
})
