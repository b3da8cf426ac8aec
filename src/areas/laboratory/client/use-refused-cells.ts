import { useCallback, useEffect, useRef, useState } from 'react'
import { useDraft } from '@/client/resource/use-draft'

/** Text of a cell that could not be saved, and the reason. */
export interface RefusedCell {
  readonly text: string
  readonly why: string
}
type RefusedCellsByKey = Readonly<Record<string, RefusedCell>>
export interface RefusedCellStore {
  /** Undefined while loading. */
  readonly cells: RefusedCellsByKey | undefined
  readonly refuse: (cell: string, refused: RefusedCell) => void
  readonly clearRefusal: (cell: string) => void
}

/**
 * Stores texts of cells that could not be saved with their reasons until they are corrected, even if the page is left.
 */
export function useRefusedCells(batchId: string): RefusedCellStore {
  const draft = useDraft(`testResult.cells ${batchId}`)
  const [changedCells, setChangedCells] = useState<RefusedCellsByKey | null>(null)
  const storedCells =
    draft.found === undefined ? undefined : ((draft.found?.values['cells'] ?? {}) as RefusedCellsByKey)
  const cells = changedCells ?? storedCells
  const latest = useRef<RefusedCellsByKey>({})
  useEffect(() => {
    if (cells) latest.current = cells
  }, [cells])
  const { keep, drop } = draft
  const storeCells = useCallback(
    (next: RefusedCellsByKey) => {
      latest.current = next
      setChangedCells(next)
      if (Object.keys(next).length > 0) keep({ cells: next }, [], undefined)
      else drop()
    },
    [keep, drop],
  )
  const refuse = useCallback(
    (cell: string, refused: RefusedCell) => storeCells({ ...latest.current, [cell]: refused }),
    [storeCells],
  )
  const clearRefusal = useCallback(
    (cell: string) => {
      if (!(cell in latest.current)) return
      const { [cell]: _cleared, ...remaining } = latest.current
      storeCells(remaining)
    },
    [storeCells],
  )
  return { cells, refuse, clearRefusal }
}
