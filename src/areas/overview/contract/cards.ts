import type { PageName, PermissionKey } from '@/contract/menu'
import { COST_METRIC_PERMISSIONS } from '@/plant/contract/cost-permissions'

import type { CardName } from '../rules/grid'

export { cardNames, cardSizes, sizesByCard, type CardName, type CardSize } from '../rules/grid'

export interface CardSpec {
  /** Holders of any of these permissions see the card; its endpoints require the same. */
  readonly permissionKeys: readonly PermissionKey[]
  /** The card has no line, may have one, or needs one. */
  readonly lineScope: 'none' | 'may' | 'must'
  /** True if its period (day, week …) can be chosen. */
  readonly hasPeriod: boolean
  /** Page that lists its rows. */
  readonly page: PageName
}
const GLANCE_PERMISSIONS = ['dashboardView', 'lineStatusView'] as const

/** Catalogue of all cards, for home, own dashboards, boards and the lobby. */
export const cards = {
  shift: { permissionKeys: ['dashboardView'], lineScope: 'none', hasPeriod: false, page: 'statistics' },
  lines: { permissionKeys: GLANCE_PERMISSIONS, lineScope: 'none', hasPeriod: false, page: 'lineStatus' },
  late: { permissionKeys: ['dashboardView'], lineScope: 'none', hasPeriod: false, page: 'progressMonitoring' },
  output: { permissionKeys: ['dashboardView'], lineScope: 'may', hasPeriod: true, page: 'statistics' },
  slitOutput: {
    permissionKeys: ['dashboardView'],
    lineScope: 'may',
    hasPeriod: true,
    page: 'statistics',
  },
  quality: {
    permissionKeys: ['dashboardView'],
    lineScope: 'may',
    hasPeriod: true,
    page: 'statistics',
  },
  downgrade: {
    permissionKeys: ['dashboardView'],
    lineScope: 'may',
    hasPeriod: true,
    page: 'statistics',
  },
  inputOutput: {
    permissionKeys: ['dashboardView'],
    lineScope: 'may',
    hasPeriod: true,
    page: 'statistics',
  },
  utilisation: {
    permissionKeys: ['dashboardView', 'deviceSituationView'],
    lineScope: 'may',
    hasPeriod: true,
    page: 'deviceSituation',
  },
  unitEnergy: {
    permissionKeys: ['dashboardView'],
    lineScope: 'may',
    hasPeriod: true,
    page: 'energyAnalysis',
  },
  unitMaterial: {
    permissionKeys: ['dashboardView'],
    lineScope: 'may',
    hasPeriod: true,
    page: 'statistics',
  },
  energyCost: { permissionKeys: COST_METRIC_PERMISSIONS, lineScope: 'may', hasPeriod: true, page: 'energyAnalysis' },
  teamQ1: { permissionKeys: ['performanceView'], lineScope: 'may', hasPeriod: true, page: 'performance' },
  teams: { permissionKeys: ['performanceView'], lineScope: 'may', hasPeriod: true, page: 'performance' },
  completion: {
    permissionKeys: ['dashboardView'],
    lineScope: 'may',
    hasPeriod: false,
    page: 'progressMonitoring',
  },
  plan: {
    permissionKeys: ['dashboardView', 'productionScheduleView'],
    lineScope: 'may',
    hasPeriod: false,
    page: 'productionSchedule',
  },
  climate: { permissionKeys: GLANCE_PERMISSIONS, lineScope: 'none', hasPeriod: false, page: 'lineStatus' },
  lineWindow: { permissionKeys: GLANCE_PERMISSIONS, lineScope: 'must', hasPeriod: false, page: 'lineStatus' },
  parameters: {
    permissionKeys: ['processParametersView'],
    lineScope: 'must',
    hasPeriod: false,
    page: 'processParameters',
  },
  machines: {
    permissionKeys: ['deviceSituationView'],
    lineScope: 'none',
    hasPeriod: false,
    page: 'deviceSituation',
  },
} as const satisfies Record<CardName, CardSpec>
/** Returns the specification of a card. */
export const getCardSpec = (name: CardName): CardSpec => cards[name]
