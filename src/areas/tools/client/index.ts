import type { AreaClient } from '@/client/area'

/** Client of wearing tools: a page of their own, and parts of the pages of the machines. */
export const toolsClient: AreaClient = {
  name: 'tools',
  pages: { toolManagement: () => import('./ToolPage') },
  pageViews: [
    { page: 'divideInteractive', name: 'knives', labelKey: 'tools:pages.knives.tab', load: () => import('./Knives') },
  ],
  todayCards: [{ name: 'wornTools', order: 65, keys: ['toolManagementView'], load: () => import('./WornCard') }],
  machineCards: [
    { name: 'tools', part: 'top', order: 40, keys: ['toolManagementView'], load: () => import('./MachineTools') },
  ],
  searchableResources: ['tool'],
  scannableResources: ['tool'],
  rowPlaces: { tool: 'toolManagement', toolUse: { page: 'toolManagement', at: { view: 'uses' } } },
  creationPlaces: { tool: { page: 'toolManagement', keys: ['toolManagementAdd'] } },
  outboxResources: ['tool'],
  unitFields: { tool: 'lifeUnit' },
  contract: async () => (await import('../contract')).toolsContract,
}
