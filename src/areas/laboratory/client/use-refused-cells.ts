import { useCallback, useEffect, useRef, useState } from 'react'
import { useDraft } from '@/client/resource/use-draft'

/** Text of a cell that could not be saved, and the reason. */
export interface RefusedCell {
  readonly text: string
  readonly why: string
}
/** The key of a cell is the key of its row and the id of its index. */
type RefusedCellsByKey = Readonly<Record<string, RefusedCell>>
export interface RefusedCellStore {
  /** Undefined while loading. */
  readonly cells: RefusedCellsByKey | undefined
  readonly refuse: (cellKey: string, refusedCell: RefusedCell) => void
  readonly clearRefusal: (cellKey: string) => void
}

/**
 * Stores the texts of cells that could not be saved, with the reasons, until a person corrects them. The texts survive
 * leaving the page.
 */
export function useRefusedCells(batchId: string): RefusedCellStore {
  const draft = useDraft(`testResult.cells ${batchId}`)
  const [changedCells, setChangedCells] = useState<RefusedCellsByKey | null>(null)
  const storedCells =
    draft.storedDraft === undefined ? undefined : ((draft.storedDraft?.values['cells'] ?? {}) as RefusedCellsByKey)
  const cells = changedCells ?? storedCells
  // Pasting a block may refuse several cells before the next render.
  const latestCells = useRef<RefusedCellsByKey>({})
  useEffect(() => {
    if (cells) latestCells.current = cells
  }, [cells])
  const { store, discard } = draft
  const storeCells = useCallback(
    (newCells: RefusedCellsByKey) => {
      latestCells.current = newCells
      setChangedCells(newCells)
      if (Object.keys(newCells).length > 0) store({ cells: newCells }, [], undefined)
      else discard()
    },
    [store, discard],
  )
  const refuse = useCallback(
    (cellKey: string, refusedCell: RefusedCell) => storeCells({ ...latestCells.current, [cellKey]: refusedCell }),
    [storeCells],
  )
  const clearRefusal = useCallback(
    (cellKey: string) => {
      if (!(cellKey in latestCells.current)) return
      const { [cellKey]: _cleared, ...remaining } = latestCells.current
      storeCells(remaining)
    },
    [storeCells],
  )
  return { cells, refuse, clearRefusal }
}
