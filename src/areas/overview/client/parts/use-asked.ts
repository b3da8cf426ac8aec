import { useParams } from '@/client/use-params'
import { periodKinds, type PeriodKind } from '@/plant/rules/periods'

export interface Asked {
  readonly period: PeriodKind
  /** Empty for the current period. */
  readonly day: string
  readonly lineId: string
}
/** Returns period, day and line from the address. */
export function useAsked(usual: PeriodKind = 'day'): Asked {
  const [params] = useParams()
  return {
    period: periodKinds.find((kind) => kind === params.get('period')) ?? usual,
    day: params.get('day') ?? '',
    lineId: params.get('line') ?? '',
  }
}
/** Returns the input of the metric endpoints for a choice. */
export const inputOf = ({ period, day, lineId }: Asked) => ({
  period,
  ...(day ? { day } : {}),
  ...(lineId ? { lineId } : {}),
})
