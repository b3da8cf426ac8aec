import type { AreaClient } from '@/client/area'

/** What wears on the machines and is changed, as the app shows it: a page of its own, and on the pages of the machines. */
export const toolsClient: AreaClient = {
  name: 'tools',
  pages: { toolManagement: () => import('./ToolPage') },
  pageViews: [
    { page: 'divideInteractive', name: 'knives', word: 'tools:pages.knives.tab', load: () => import('./Knives') },
  ],
  todayCards: [{ name: 'wornTools', order: 65, keys: ['toolManagementView'], load: () => import('./WornCard') }],
  machineCards: [
    { name: 'tools', part: 'top', order: 40, keys: ['toolManagementView'], load: () => import('./MachineTools') },
  ],
  finds: ['tool'],
  scans: ['tool'],
  opens: { tool: 'toolManagement', toolUse: { page: 'toolManagement', at: { view: 'uses' } } },
  adds: { tool: { page: 'toolManagement', keys: ['toolManagementAdd'] } },
  operations: ['tool'],
  units: { tool: 'lifeUnit' },
  contract: async () => (await import('../contract')).toolsContract,
}
