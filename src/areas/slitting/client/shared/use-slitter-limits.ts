import { useList } from '@/client/api/use-list'
import { slitter } from '../../contract/slitting'
import { defaultSlitterLimits, type SlitterLimits } from '../../rules/slitter-limits'

/** Returns the limits that the plant entered for a slitter, else the default limits. */
export function useSlitterLimits(slitterId: string | null): SlitterLimits {
  const { rows } = useList(slitter, { slitterId: slitterId ?? '', size: 1 }, { enabled: slitterId !== null })
  return rows.find((row) => row.slitterId === slitterId) ?? defaultSlitterLimits
}
