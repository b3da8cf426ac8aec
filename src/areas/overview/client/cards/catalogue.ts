import type { ComponentType } from 'react'
import type { PeriodKind } from '@/plant/rules/periods'
import { figureCalls, type FigureCallName } from '../../contract/figure-calls'
import type { CardName, CardSize } from '../../contract/cards'

export { cardNames, cardSizes, cardSpec, cards, sizesOf, type CardName, type CardSize } from '../../contract/cards'

/**
 * Props of every card. A card loads its own rows and renders its content only; `DashboardCard` adds heading and frame.
 */
export interface CardProps {
  readonly size: CardSize
  /** Null for the whole plant. */
  readonly lineId: string | null
  readonly period: PeriodKind
  /** For wall screens that nobody touches: no links, larger type. */
  readonly still?: boolean
}
type Load = () => Promise<{ default: ComponentType<CardProps> }>

/** Loads the card of a metric endpoint with its trend. */
const figures =
  (name: FigureCallName): Load =>
  async () => ({ default: (await import('./FigureCard')).figureCard(figureCalls[name].endpoint, 'trend') })
/** Loads the card of a metric endpoint by team, with ranks. */
const teams =
  (name: FigureCallName): Load =>
  async () => ({ default: (await import('./FigureCard')).figureCard(figureCalls[name].endpoint, 'teams') })

/** Loader of each card's content. Titles: `overview:dashboardContainer.subOptions.cards.card.<name>`. */
export const cardLoaders: Readonly<Record<CardName, Load>> = {
  shift: () => import('./ShiftCard'),
  lines: () => import('./LinesCard'),
  late: () => import('./LateCard'),
  output: figures('mainOutput'),
  slitOutput: figures('cutOutput'),
  quality: figures('q1'),
  downgrade: figures('mainDegrade'),
  inputOutput: figures('inputOutput'),
  utilisation: figures('utilisation'),
  unitEnergy: figures('unitEnergy'),
  unitMaterial: figures('unitMaterial'),
  energyCost: figures('energyCost'),
  teamQ1: teams('teamQ1'),
  teams: teams('mainOutput'),
  completion: () => import('./CompletionCard'),
  plan: () => import('./PlanCard'),
  climate: () => import('./ClimateCard'),
  lineWindow: () => import('./LineWindowCard'),
  parameters: () => import('./ParametersCard'),
  machines: () => import('./MachinesCard'),
}
