import type { PageName, PermissionKey } from '@/contract/menu'

/** How much of the grid a card takes: one cell, two beside each other, or two by two. */
export const cardSizes = ['small', 'wide', 'large'] as const
export type CardSize = (typeof cardSizes)[number]

export interface CardSpec {
  /** In which sizes it can be read; the first unless told. */
  readonly sizes: readonly CardSize[]
  /** Who may see it: who holds any of these. The calls it makes ask for the same. */
  readonly keys: readonly PermissionKey[]
  /** Whether it is about one line: never, if one is chosen, or always. */
  readonly line: 'none' | 'may' | 'must'
  /** Whether it shows a period (day, week …) that can be chosen. */
  readonly period: boolean
  /** Where its rows stand. */
  readonly page: PageName
}
const glance = ['dashboardView', 'lineStatusView'] as const
export const money = ['costComparisonView', 'energyAnalysisView', 'energyStatisticsView'] as const

/** The one catalogue of cards: home, own dashboards, boards and the lobby show these. */
export const cards = {
  shift: { sizes: ['wide', 'large'], keys: ['dashboardView'], line: 'none', period: false, page: 'statistics' },
  lines: { sizes: ['wide', 'large'], keys: glance, line: 'none', period: false, page: 'lineStatus' },
  late: { sizes: ['small', 'wide'], keys: ['dashboardView'], line: 'none', period: false, page: 'progressMonitoring' },
  output: { sizes: ['wide', 'small', 'large'], keys: ['dashboardView'], line: 'may', period: true, page: 'statistics' },
  slitOutput: {
    sizes: ['wide', 'small', 'large'],
    keys: ['dashboardView'],
    line: 'may',
    period: true,
    page: 'statistics',
  },
  quality: {
    sizes: ['small', 'wide', 'large'],
    keys: ['dashboardView'],
    line: 'may',
    period: true,
    page: 'statistics',
  },
  downgrade: {
    sizes: ['small', 'wide', 'large'],
    keys: ['dashboardView'],
    line: 'may',
    period: true,
    page: 'statistics',
  },
  inputOutput: {
    sizes: ['small', 'wide', 'large'],
    keys: ['dashboardView'],
    line: 'may',
    period: true,
    page: 'statistics',
  },
  utilisation: {
    sizes: ['small', 'wide', 'large'],
    keys: ['dashboardView', 'deviceSituationView'],
    line: 'may',
    period: true,
    page: 'deviceSituation',
  },
  unitEnergy: {
    sizes: ['small', 'wide', 'large'],
    keys: ['dashboardView'],
    line: 'may',
    period: true,
    page: 'energyAnalysis',
  },
  unitMaterial: {
    sizes: ['small', 'wide', 'large'],
    keys: ['dashboardView'],
    line: 'may',
    period: true,
    page: 'statistics',
  },
  energyCost: { sizes: ['small', 'wide', 'large'], keys: money, line: 'may', period: true, page: 'energyAnalysis' },
  teamQ1: { sizes: ['wide', 'large'], keys: ['performanceView'], line: 'may', period: true, page: 'performance' },
  teams: { sizes: ['wide', 'large'], keys: ['performanceView'], line: 'may', period: true, page: 'performance' },
  completion: {
    sizes: ['wide', 'large'],
    keys: ['dashboardView'],
    line: 'may',
    period: false,
    page: 'progressMonitoring',
  },
  plan: {
    sizes: ['wide', 'large'],
    keys: ['dashboardView', 'productionScheduleView'],
    line: 'may',
    period: false,
    page: 'productionSchedule',
  },
  climate: { sizes: ['small', 'wide', 'large'], keys: glance, line: 'none', period: false, page: 'lineStatus' },
  lineWindow: { sizes: ['wide', 'large'], keys: glance, line: 'must', period: false, page: 'lineStatus' },
  parameters: {
    sizes: ['wide', 'large'],
    keys: ['processParametersView'],
    line: 'must',
    period: false,
    page: 'processParameters',
  },
  machines: {
    sizes: ['small', 'wide', 'large'],
    keys: ['deviceSituationView'],
    line: 'none',
    period: false,
    page: 'deviceSituation',
  },
} as const satisfies Record<string, CardSpec>
export type CardName = keyof typeof cards
export const cardNames = Object.keys(cards) as [CardName, ...CardName[]]
export const cardSpec = (name: CardName): CardSpec => cards[name]
