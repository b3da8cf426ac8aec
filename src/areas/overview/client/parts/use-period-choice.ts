import { useParams } from '@/client/use-params'
import { periodKinds, type PeriodKind } from '@/plant/rules/periods'

export interface PeriodChoice {
  readonly period: PeriodKind
  /** Empty for the current period. */
  readonly day: string
  readonly lineId: string
}
/** Returns period, day and line from the address. */
export function usePeriodChoice(defaultPeriod: PeriodKind = 'day'): PeriodChoice {
  const [params] = useParams()
  return {
    period: periodKinds.find((kind) => kind === params.get('period')) ?? defaultPeriod,
    day: params.get('day') ?? '',
    lineId: params.get('line') ?? '',
  }
}
/** Returns the input of the metric endpoints for a choice. */
export const toPeriodInput = ({ period, day, lineId }: PeriodChoice) => ({
  period,
  ...(day ? { day } : {}),
  ...(lineId ? { lineId } : {}),
})
