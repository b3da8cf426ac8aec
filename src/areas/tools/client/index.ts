import type { AreaClient } from '@/client/area'

/** Client of tools that wear out: the tool page, and views and cards of tools on other pages. */
export const toolsClient: AreaClient = {
  name: 'tools',
  pages: { toolManagement: () => import('./ToolPage') },
  pageViews: [
    {
      page: 'divideInteractive',
      name: 'knives',
      labelKey: 'tools:pages.knives.tab',
      load: () => import('./KnivesView'),
    },
  ],
  todayCards: [
    { name: 'wornTools', order: 65, permissions: ['toolManagementView'], load: () => import('./today/WornToolsCard') },
  ],
  machineCards: [
    {
      name: 'tools',
      part: 'top',
      order: 40,
      permissions: ['toolManagementView'],
      load: () => import('./MachineToolsCard'),
    },
  ],
  searchableResources: ['tool'],
  scannableResources: ['tool'],
  rowPlaces: { tool: 'toolManagement', toolUse: { page: 'toolManagement', params: { view: 'uses' } } },
  creationPlaces: { tool: { page: 'toolManagement', permissions: ['toolManagementAdd'] } },
  outboxResources: ['tool'],
  unitFields: { tool: 'lifeUnit' },
  contract: async () => (await import('../contract')).toolsContract,
}
