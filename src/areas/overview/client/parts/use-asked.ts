import { useParams } from '@/client/use-params'
import { periodKinds, type PeriodKind } from '@/plant/rules/periods'

export interface Asked {
  readonly period: PeriodKind
  /** Empty: the present period. */
  readonly day: string
  readonly lineId: string
}
/** Period, a day of it and line, as the address has them. */
export function useAsked(usual: PeriodKind = 'day'): Asked {
  const [params] = useParams()
  return {
    period: periodKinds.find((kind) => kind === params.get('period')) ?? usual,
    day: params.get('day') ?? '',
    lineId: params.get('line') ?? '',
  }
}
/** What is sent of it. */
export const inputOf = ({ period, day, lineId }: Asked) => ({
  period,
  ...(day ? { day } : {}),
  ...(lineId ? { lineId } : {}),
})
