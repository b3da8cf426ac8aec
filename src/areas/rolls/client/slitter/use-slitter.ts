import { useCallback, useMemo, useState } from 'react'
import { useList } from '@/client/api/use-list'
import { useRowText } from '@/client/i18n/use-row-text'
import { useMyLine } from '@/plant/client/line/my-line'
import { recordTrouble } from '@/client/ui/trouble'
import type { Row } from '@/contract/resource'
import { line } from '@/plant/contract/line'
import { slitter } from '@/areas/rolls/contract/slitting'
import { usualSlitter, type SlitterLimits } from '@/areas/rolls/rules/slitter-limits'

export type Line = Row<typeof line>
const KEY = 'slitter'
const SLITTERS = { kind: 'slitting', active: true, size: 100 }
function kept(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch (error) {
    recordTrouble('kept slitter not readable', error)
    return null
  }
}

export interface ChosenSlitter {
  all: Line[]
  chosen: Line | null
  limits: SlitterLimits
  choose: (id: string) => void
  isLoading: boolean
  error: Error | null
  again: () => void
}
/**
 * Returns the slitter of this tablet: the person's own line if it is a slitter, else the one chosen and stored on the
 * tablet, else the only one. Names are in the display language.
 */
export function useSlitter(): ChosenSlitter {
  const { rows: found, isLoading, error, again } = useList(line, SLITTERS)
  const nameOf = useRowText(line, 'name')
  const rows = useMemo(() => found.map((one) => ({ ...one, name: nameOf(one) })), [found, nameOf])
  const mine = useMyLine()
  const [picked, setPicked] = useState<string | null>(null)
  const choose = useCallback((next: string) => {
    setPicked(next)
    try {
      localStorage.setItem(KEY, next)
    } catch (trouble) {
      recordTrouble('slitter not kept', trouble)
    }
  }, [])
  const chosen =
    [picked, mine, kept()].map((id) => rows.find((one) => one.id === id)).find(Boolean) ??
    (rows.length === 1 ? rows[0]! : null)
  const own = useList(slitter, { slitterId: chosen?.id ?? '', size: 1 }, chosen !== null)
  return {
    all: rows,
    chosen,
    limits: own.rows.find((row) => row.slitterId === chosen?.id) ?? usualSlitter,
    choose,
    isLoading,
    error,
    again,
  }
}
