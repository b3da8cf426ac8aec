import { defineArea } from '@/contract/area'
import { tool as life } from '../rules/tool'
import { tool } from './tool'
import { toolCommands } from './tool-commands'
import { toolReports } from './tool-reports'
import { knivesOf, removeUses, toolUse } from './tool-use'

/** What wears on the machines and is changed: knives, filters, spinnerets, mesh belts, honeycomb panels. */
export const toolsContract = defineArea({
  name: 'tools',
  pages: ['toolManagement'],
  resources: [tool, toolUse],
  endpoints: [...toolCommands, ...toolReports, removeUses, knivesOf],
  lifecycles: [life],
})
