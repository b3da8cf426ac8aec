import type { ComponentType } from 'react'
import type { PeriodKind } from '@/plant/rules/periods'
import { figureCalls, type FigureCallName } from '../../contract/figure-calls'
import type { CardName, CardSize } from '../../contract/cards'

export { cardNames, cardSizes, cardSpec, cards, sizesOf, type CardName, type CardSize } from '../../contract/cards'

/** What every card is drawn with. It loads its own rows, and draws nothing but its content: heading and frame are `CardOf`'s. */
export interface CardProps {
  readonly size: CardSize
  /** Null: the whole plant. */
  readonly lineId: string | null
  readonly period: PeriodKind
  /** On a screen that nobody touches: nothing to tap, larger type. */
  readonly still?: boolean
}
type Load = () => Promise<{ default: ComponentType<CardProps> }>

/** A card of the figures of one call: large with its course, else the figures alone. */
const figures =
  (name: FigureCallName): Load =>
  async () => ({ default: (await import('./FigureCard')).figureCard(figureCalls[name].endpoint, 'trend') })
/** The same by team, with places. */
const teams =
  (name: FigureCallName): Load =>
  async () => ({ default: (await import('./FigureCard')).figureCard(figureCalls[name].endpoint, 'teams') })

/** Where the content of each card comes from; loaded when it is first shown. Words: `overview:dashboardContainer.subOptions.cards.card.<name>`. */
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
