import type { PageName, PermissionKey } from '@/contract/menu'
import { COST_METRIC_PERMISSIONS } from '@/plant/contract/cost-permissions'

import type { CardName } from '../rules/grid'

export { cardNames, cardSizes, sizesByCard, type CardName, type CardSize } from '../rules/grid'

export interface CardSpec {
  /** A person with any of these permissions sees the card. The endpoints of the card require the same permissions. */
  readonly permissionKeys: readonly PermissionKey[]
  /**
   * `none`: the card always covers the whole plant. `optional`: a person may limit the card to one line. `required`:
   * the card always shows one line.
   */
  readonly lineScope: 'none' | 'optional' | 'required'
  /** True if a person can choose the period of the card (day, week …). */
  readonly hasPeriod: boolean
  /** Page that the heading of the card links to. */
  readonly page: PageName
}
const GLANCE_PERMISSIONS = ['dashboardView', 'lineStatusView'] as const

/** Catalogue of all cards, for the home page, own dashboards, wall boards and the lobby screen. */
export const cards = {
  shift: { permissionKeys: ['dashboardView'], lineScope: 'none', hasPeriod: false, page: 'statistics' },
  lines: { permissionKeys: GLANCE_PERMISSIONS, lineScope: 'none', hasPeriod: false, page: 'lineStatus' },
  late: { permissionKeys: ['dashboardView'], lineScope: 'none', hasPeriod: false, page: 'progressMonitoring' },
  output: { permissionKeys: ['dashboardView'], lineScope: 'optional', hasPeriod: true, page: 'statistics' },
  slitOutput: {
    permissionKeys: ['dashboardView'],
    lineScope: 'optional',
    hasPeriod: true,
    page: 'statistics',
  },
  quality: {
    permissionKeys: ['dashboardView'],
    lineScope: 'optional',
    hasPeriod: true,
    page: 'statistics',
  },
  downgrade: {
    permissionKeys: ['dashboardView'],
    lineScope: 'optional',
    hasPeriod: true,
    page: 'statistics',
  },
  inputOutput: {
    permissionKeys: ['dashboardView'],
    lineScope: 'optional',
    hasPeriod: true,
    page: 'statistics',
  },
  utilisation: {
    permissionKeys: ['dashboardView', 'deviceSituationView'],
    lineScope: 'optional',
    hasPeriod: true,
    page: 'deviceSituation',
  },
  unitEnergy: {
    permissionKeys: ['dashboardView'],
    lineScope: 'optional',
    hasPeriod: true,
    page: 'energyAnalysis',
  },
  unitMaterial: {
    permissionKeys: ['dashboardView'],
    lineScope: 'optional',
    hasPeriod: true,
    page: 'statistics',
  },
  energyCost: {
    permissionKeys: COST_METRIC_PERMISSIONS,
    lineScope: 'optional',
    hasPeriod: true,
    page: 'energyAnalysis',
  },
  teamQ1: { permissionKeys: ['performanceView'], lineScope: 'optional', hasPeriod: true, page: 'performance' },
  teams: { permissionKeys: ['performanceView'], lineScope: 'optional', hasPeriod: true, page: 'performance' },
  completion: {
    permissionKeys: ['dashboardView'],
    lineScope: 'optional',
    hasPeriod: false,
    page: 'progressMonitoring',
  },
  plan: {
    permissionKeys: ['dashboardView', 'productionScheduleView'],
    lineScope: 'optional',
    hasPeriod: false,
    page: 'productionSchedule',
  },
  climate: { permissionKeys: GLANCE_PERMISSIONS, lineScope: 'none', hasPeriod: false, page: 'lineStatus' },
  lineWindow: { permissionKeys: GLANCE_PERMISSIONS, lineScope: 'required', hasPeriod: false, page: 'lineStatus' },
  parameters: {
    permissionKeys: ['processParametersView'],
    lineScope: 'required',
    hasPeriod: false,
    page: 'processParameters',
  },
  machines: {
    permissionKeys: ['deviceSituationView'],
    lineScope: 'none',
    hasPeriod: false,
    page: 'deviceSituation',
  },
  losses: { permissionKeys: ['dashboardView'], lineScope: 'optional', hasPeriod: true, page: 'shutdownAnalysis' },
  repairAges: { permissionKeys: ['deviceSituationView'], lineScope: 'none', hasPeriod: false, page: 'repair' },
  outputHeat: { permissionKeys: ['dashboardView'], lineScope: 'none', hasPeriod: true, page: 'statistics' },
  oeeHeat: { permissionKeys: ['dashboardView'], lineScope: 'none', hasPeriod: true, page: 'statistics' },
} as const satisfies Record<CardName, CardSpec>
/** Returns the specification of a card. */
export const getCardSpec = (name: CardName): CardSpec => cards[name]
