import type { ComponentType } from 'react'
import type { PeriodKind } from '@/plant/rules/periods'
import type { CardName, CardSize } from '../../contract/cards'

export { cardNames, cardSizes, cardSpec, cards, sizesOf, type CardName, type CardSize } from '../../contract/cards'

/** What every card is drawn with. It loads its own rows, and draws nothing but its content: heading and frame are `CardFrame`'s. */
export interface CardProps {
  readonly size: CardSize
  /** Null: the whole plant. */
  readonly lineId: string | null
  readonly period: PeriodKind
  /** On a screen that nobody touches: nothing to tap, larger type. */
  readonly still?: boolean
}
type Load = () => Promise<{ default: ComponentType<CardProps> }>

/** Where the content of each card comes from; loaded when it is first shown. Words: `overview:dashboardContainer.subOptions.cards.card.<name>`. */
export const cardLoaders: Readonly<Record<CardName, Load>> = {
  shift: () => import('./CardToCome'),
  lines: () => import('./CardToCome'),
  late: () => import('./CardToCome'),
  output: () => import('./CardToCome'),
  slitOutput: () => import('./CardToCome'),
  quality: () => import('./CardToCome'),
  downgrade: () => import('./CardToCome'),
  inputOutput: () => import('./CardToCome'),
  utilisation: () => import('./CardToCome'),
  unitEnergy: () => import('./CardToCome'),
  unitMaterial: () => import('./CardToCome'),
  energyCost: () => import('./CardToCome'),
  teamQ1: () => import('./CardToCome'),
  teams: () => import('./CardToCome'),
  completion: () => import('./CardToCome'),
  plan: () => import('./CardToCome'),
  climate: () => import('./CardToCome'),
  lineWindow: () => import('./CardToCome'),
  parameters: () => import('./CardToCome'),
  machines: () => import('./CardToCome'),
}
