import type { ComponentType } from 'react'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'
import type { PeriodKind } from '@/plant/rules/periods'
import { metricEndpoints, type MetricEndpointName } from '../../contract/metric-endpoints'
import { cardNames, type CardName, type CardSize } from '../../contract/cards'

export { cardNames, cardSizes, getCardSpec, cards, type CardName, type CardSize } from '../../contract/cards'

/**
 * Props of every card. A card loads its own rows and renders its content only; `DashboardCard` adds heading and frame.
 */
export interface DashboardCardProps {
  readonly size: CardSize
  /** Null for the whole plant. */
  readonly lineId: string | null
  readonly period: PeriodKind
  /** For wall screens that nobody touches: no links, larger type. */
  readonly isWallScreen?: boolean
}
/** Number of rows of a list on a card of each size. */
export const ROWS_BY_SIZE = { small: 3, wide: 5, large: 14 } as const satisfies Record<CardSize, number>
type CardLoader = () => Promise<{ default: ComponentType<DashboardCardProps> }>

/** Creates the loader of a card that shows the metrics of an endpoint with their trend. */
const createMetricCardLoader =
  (name: MetricEndpointName): CardLoader =>
  async () => ({ default: (await import('./MetricCard')).createMetricCard(metricEndpoints[name].endpoint, 'trend') })
/** Creates the loader of a card that ranks the teams by the metric of an endpoint. */
const createTeamCardLoader =
  (name: MetricEndpointName): CardLoader =>
  async () => ({ default: (await import('./MetricCard')).createMetricCard(metricEndpoints[name].endpoint, 'teams') })

/** Creates the loader of a card of the machine situation. */
const createMachineCardLoader =
  (content: 'map' | 'ages'): CardLoader =>
  async () => ({ default: (await import('./MachinesCard')).createMachineCard(content) })
/** Creates the loader of a card that shows a metric of all lines as a heat map. */
const createHeatCardLoader =
  (figure: ShiftMetricName): CardLoader =>
  async () => ({ default: (await import('./MetricCard')).createLineHeatCard(figure) })

/** Loader of each card's content. Titles: `overview:dashboardContainer.subOptions.cards.card.<name>`. */
export const cardLoaders: Readonly<Record<CardName, CardLoader>> = {
  shift: () => import('./ShiftCard'),
  lines: () => import('./LinesCard'),
  late: () => import('./LateWorkCard'),
  output: createMetricCardLoader('mainOutput'),
  slitOutput: createMetricCardLoader('cutOutput'),
  quality: createMetricCardLoader('q1'),
  downgrade: createMetricCardLoader('mainDegrade'),
  inputOutput: createMetricCardLoader('inputOutput'),
  utilisation: createMetricCardLoader('utilisation'),
  unitEnergy: createMetricCardLoader('unitEnergy'),
  unitMaterial: createMetricCardLoader('unitMaterial'),
  energyCost: createMetricCardLoader('energyCost'),
  teamQ1: createTeamCardLoader('teamQ1'),
  teams: createTeamCardLoader('mainOutput'),
  completion: () => import('./CompletionCard'),
  plan: () => import('./PlannedOrdersCard'),
  climate: () => import('./ClimateCard'),
  lineWindow: () => import('./LineWindowCard'),
  parameters: () => import('./ParametersCard'),
  machines: createMachineCardLoader('map'),
  losses: () => import('../parts/LossPareto'),
  repairAges: createMachineCardLoader('ages'),
  outputHeat: createHeatCardLoader('outputKg'),
  oeeHeat: createHeatCardLoader('oeePercent'),
}
/** Kind of drawing on a card; the catalogue shows a schematic drawing of this kind. */
export type CardPicture = 'metric' | 'bands' | 'bars' | 'columns' | 'gauges' | 'heat' | 'map'
export const cardPictures: Readonly<Record<CardName, CardPicture>> = {
  shift: 'metric',
  lines: 'bands',
  late: 'bars',
  output: 'metric',
  slitOutput: 'metric',
  quality: 'metric',
  downgrade: 'metric',
  inputOutput: 'metric',
  utilisation: 'metric',
  unitEnergy: 'metric',
  unitMaterial: 'metric',
  energyCost: 'metric',
  teamQ1: 'bars',
  teams: 'bars',
  completion: 'columns',
  plan: 'bands',
  climate: 'gauges',
  lineWindow: 'gauges',
  parameters: 'gauges',
  machines: 'map',
  losses: 'bars',
  repairAges: 'bars',
  outputHeat: 'heat',
  oeeHeat: 'heat',
}
const pictureOrder: readonly CardPicture[] = ['bands', 'heat', 'bars', 'map', 'gauges', 'columns', 'metric']
/** Order of the cards in the catalogue: cards with the same kind of drawing together, single metrics last. */
export const catalogueOrder: readonly CardName[] = cardNames.toSorted(
  (a, b) => pictureOrder.indexOf(cardPictures[a]) - pictureOrder.indexOf(cardPictures[b]),
)
