import type { AreaClient } from '@/client/area'

const recordNames = ['processRecord', 'teamSummary', 'wasteDisposal', 'postTime'] as const
const transferNames = ['productConversion', 'productInfo'] as const
/** Maps each record to the tab of a page; tabs have the names of their records. */
const buildRowPlaces = <P extends string>(names: readonly string[], page: P) =>
  Object.fromEntries(names.map((name) => [name, { page, params: { view: name } }]))

/** Client of shift handovers and production records. */
export const handoverClient: AreaClient = {
  name: 'handover',
  pages: {
    jobHandover: () => import('./handover/JobHandoverPage'),
    informationTransfer: () => import('./sheet/InformationTransferPage'),
    productionSheet: () => import('./sheet/ProductionSheetPage'),
  },
  todayCards: [
    {
      name: 'handoversToSign',
      order: 15,
      permissions: ['jobHandoverEdit', 'jobHandoverAdd'],
      load: () => import('./today/ToSignCard'),
    },
  ],
  rowPlaces: {
    handover: 'jobHandover',
    ...buildRowPlaces(recordNames, 'productionSheet'),
    ...buildRowPlaces(transferNames, 'informationTransfer'),
  },
  outboxResources: ['handover', ...recordNames, ...transferNames],
  contract: async () => (await import('../contract')).handoverContract,
}
