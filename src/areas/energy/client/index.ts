import type { AreaClient } from '@/client/area'

/** Client of the energy area: pages, today card, and pages of its rows. */
export const energyClient: AreaClient = {
  name: 'energy',
  pages: {
    energyAnalysis: () => import('./EnergyAnalysisPage'),
    energyStatistics: () => import('./EnergyStatisticsPage'),
    electricityAnalysis: () => import('./ElectricityPage'),
  },
  todayCards: [
    { name: 'abnormalUse', order: 55, keys: ['energyAnalysisEdit'], load: () => import('./today/AbnormalCard') },
  ],
  rowPlaces: {
    energyAbnormal: { page: 'energyAnalysis', at: { view: 'abnormal' } },
    energyMeter: { page: 'energyAnalysis', at: { view: 'meters' } },
    energyItem: { page: 'energyAnalysis', at: { view: 'items' } },
    energyMonth: { page: 'energyAnalysis', at: { view: 'months' } },
    energyBaseline: { page: 'energyAnalysis', at: { view: 'baselines' } },
  },
  outboxResources: ['energyAbnormal'],
  contract: async () => (await import('../contract')).energyContract,
}
