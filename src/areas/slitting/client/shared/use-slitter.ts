import { useCallback, useMemo, useState } from 'react'
import { useList } from '@/client/api/use-list'
import { useRowText } from '@/client/i18n/labels'
import { useMyLine } from '@/plant/client/line/my-line'
import { recordTrouble } from '@/client/ui/trouble'
import type { Row } from '@/contract/resource'
import { line } from '@/plant/contract/line'
import type { SlitterLimits } from '@/areas/slitting/rules/slitter-limits'
import { useSlitterLimits } from './use-slitter-limits'

export type SlitterLine = Row<typeof line>
const STORAGE_KEY = 'slitter'
const SLITTERS_QUERY = { kind: 'slitting', active: true, size: 100 }
function loadStoredSlitter(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch (error) {
    recordTrouble('kept slitter not readable', error)
    return null
  }
}

export interface SlitterChoice {
  slitters: SlitterLine[]
  chosenSlitter: SlitterLine | null
  limits: SlitterLimits
  choose: (id: string) => void
  isLoading: boolean
  error: Error | null
  refetch: () => void
}
/**
 * Returns the slitter of this tablet. Names are in the display language.
 *
 * Order of precedence: the choice on this page, the person's own line if it is a slitter, the choice stored on the
 * tablet, the only slitter of the plant.
 */
export function useSlitter(): SlitterChoice {
  const { rows: lineRows, isLoading, error, refetch } = useList(line, SLITTERS_QUERY)
  const getName = useRowText(line, 'name')
  const rows = useMemo(() => lineRows.map((lineRow) => ({ ...lineRow, name: getName(lineRow) })), [lineRows, getName])
  const myLineId = useMyLine()
  const [pickedId, setPickedId] = useState<string | null>(null)
  const choose = useCallback((id: string) => {
    setPickedId(id)
    try {
      localStorage.setItem(STORAGE_KEY, id)
    } catch (trouble) {
      recordTrouble('slitter not kept', trouble)
    }
  }, [])
  const chosenSlitter =
    [pickedId, myLineId, loadStoredSlitter()].map((id) => rows.find((lineRow) => lineRow.id === id)).find(Boolean) ??
    (rows.length === 1 ? rows[0]! : null)
  const limits = useSlitterLimits(chosenSlitter?.id ?? null)
  return {
    slitters: rows,
    chosenSlitter,
    limits,
    choose,
    isLoading,
    error,
    refetch,
  }
}
