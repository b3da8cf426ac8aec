import type { PageName, PermissionKey } from '@/contract/menu'
import { COST_METRIC_PERMISSIONS } from '@/plant/contract/cost-permissions'

import type { CardName } from '../rules/card-sizes'

export { cardNames, cardSizes, sizesByCard, type CardName, type CardSize } from '../rules/card-sizes'

export interface CardSpec {
  /** Holders of any of these permissions see the card; its endpoints require the same. */
  readonly keys: readonly PermissionKey[]
  /** Relation of the card to a line: never about one line, optionally, or always. */
  readonly line: 'none' | 'may' | 'must'
  /** True if its period (day, week …) can be chosen. */
  readonly period: boolean
  /** Page that lists its rows. */
  readonly page: PageName
}
const GLANCE_PERMISSIONS = ['dashboardView', 'lineStatusView'] as const

/** Catalogue of all cards, for home, own dashboards, boards and the lobby. */
export const cards = {
  shift: { keys: ['dashboardView'], line: 'none', period: false, page: 'statistics' },
  lines: { keys: GLANCE_PERMISSIONS, line: 'none', period: false, page: 'lineStatus' },
  late: { keys: ['dashboardView'], line: 'none', period: false, page: 'progressMonitoring' },
  output: { keys: ['dashboardView'], line: 'may', period: true, page: 'statistics' },
  slitOutput: {
    keys: ['dashboardView'],
    line: 'may',
    period: true,
    page: 'statistics',
  },
  quality: {
    keys: ['dashboardView'],
    line: 'may',
    period: true,
    page: 'statistics',
  },
  downgrade: {
    keys: ['dashboardView'],
    line: 'may',
    period: true,
    page: 'statistics',
  },
  inputOutput: {
    keys: ['dashboardView'],
    line: 'may',
    period: true,
    page: 'statistics',
  },
  utilisation: {
    keys: ['dashboardView', 'deviceSituationView'],
    line: 'may',
    period: true,
    page: 'deviceSituation',
  },
  unitEnergy: {
    keys: ['dashboardView'],
    line: 'may',
    period: true,
    page: 'energyAnalysis',
  },
  unitMaterial: {
    keys: ['dashboardView'],
    line: 'may',
    period: true,
    page: 'statistics',
  },
  energyCost: { keys: COST_METRIC_PERMISSIONS, line: 'may', period: true, page: 'energyAnalysis' },
  teamQ1: { keys: ['performanceView'], line: 'may', period: true, page: 'performance' },
  teams: { keys: ['performanceView'], line: 'may', period: true, page: 'performance' },
  completion: {
    keys: ['dashboardView'],
    line: 'may',
    period: false,
    page: 'progressMonitoring',
  },
  plan: {
    keys: ['dashboardView', 'productionScheduleView'],
    line: 'may',
    period: false,
    page: 'productionSchedule',
  },
  climate: { keys: GLANCE_PERMISSIONS, line: 'none', period: false, page: 'lineStatus' },
  lineWindow: { keys: GLANCE_PERMISSIONS, line: 'must', period: false, page: 'lineStatus' },
  parameters: {
    keys: ['processParametersView'],
    line: 'must',
    period: false,
    page: 'processParameters',
  },
  machines: {
    keys: ['deviceSituationView'],
    line: 'none',
    period: false,
    page: 'deviceSituation',
  },
} as const satisfies Record<CardName, CardSpec>
/** Returns the specification of a card. */
export const getCardSpec = (name: CardName): CardSpec => cards[name]
