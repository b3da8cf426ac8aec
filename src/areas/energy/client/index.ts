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
    { name: 'abnormalUse', order: 55, permissions: ['energyAnalysisEdit'], load: () => import('./today/AbnormalCard') },
  ],
  rowPlaces: {
    energyAbnormal: { page: 'energyAnalysis', params: { view: 'abnormal' } },
    energyMeter: { page: 'energyAnalysis', params: { view: 'meters' } },
    energyItem: { page: 'energyAnalysis', params: { view: 'items' } },
    energyMonth: { page: 'energyAnalysis', params: { view: 'months' } },
    energyBaseline: { page: 'energyAnalysis', params: { view: 'baselines' } },
  },
  outboxResources: ['energyAbnormal'],
  contract: async () => (await import('../contract')).energyContract,
}
