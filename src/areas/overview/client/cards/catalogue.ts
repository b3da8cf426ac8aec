import type { ComponentType } from 'react'
import type { PeriodKind } from '@/plant/rules/periods'
import { metricEndpoints, type MetricEndpointName } from '../../contract/metric-endpoints'
import type { CardName, CardSize } from '../../contract/cards'

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
type CardLoader = () => Promise<{ default: ComponentType<DashboardCardProps> }>

/** Creates the loader of a card that shows the metrics of an endpoint with their trend. */
const createMetricCardLoader =
  (name: MetricEndpointName): CardLoader =>
  async () => ({ default: (await import('./MetricCard')).createMetricCard(metricEndpoints[name].endpoint, 'trend') })
/** Creates the loader of a card that ranks the teams by the metric of an endpoint. */
const createTeamCardLoader =
  (name: MetricEndpointName): CardLoader =>
  async () => ({ default: (await import('./MetricCard')).createMetricCard(metricEndpoints[name].endpoint, 'teams') })

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
  machines: () => import('./MachinesCard'),
}
