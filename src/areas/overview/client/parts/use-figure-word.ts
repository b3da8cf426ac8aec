import { useTranslation } from 'react-i18next'
import type { ShiftFigure } from '@/areas/figures/rules/values'
import { figures } from '@/plant/rules/figures'

/** Decimals in which figures of a unit are read. */
const decimalsOf: Readonly<Record<string, number>> = {
  kg: 0,
  '%': 1,
  h: 1,
  'kWh/kg': 3,
  'CNY/kg': 2,
  'kg/kg': 3,
  'kg/h': 1,
}
export interface FigureWord {
  readonly name: string
  readonly formula: string
  readonly unit: string
  readonly decimals: number
}
/** What a figure is called everywhere, how it is worked out, its unit. */
export function useFigureWord(): (name: ShiftFigure) => FigureWord {
  const { t } = useTranslation('plant')
  return (name) => ({
    name: t(`plant:figures.${name}.name`),
    formula: t(`plant:figures.${name}.formula`),
    unit: figures[name].unit,
    decimals: decimalsOf[figures[name].unit] ?? 0,
  })
}
