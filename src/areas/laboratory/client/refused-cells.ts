import { useCallback, useEffect, useRef, useState } from 'react'
import { useDraft } from '@/client/resource/use-draft'

/** Text of a cell that could not be saved, and the reason. */
export interface RefusedCell {
  readonly text: string
  readonly why: string
}
type Cells = Readonly<Record<string, RefusedCell>>
export interface RefusedCells {
  /** Undefined while loading. */
  readonly of: Cells | undefined
  readonly refuse: (cell: string, refused: RefusedCell) => void
  readonly mended: (cell: string) => void
}

/**
 * Stores texts of cells that could not be saved with their reasons until they are corrected, even if the page is left.
 */
export function useRefusedCells(batchId: string): RefusedCells {
  const draft = useDraft(`testResult.cells ${batchId}`)
  const [changed, setChanged] = useState<Cells | null>(null)
  const kept = draft.found === undefined ? undefined : ((draft.found?.values['cells'] ?? {}) as Cells)
  const of = changed ?? kept
  const latest = useRef<Cells>({})
  useEffect(() => {
    if (of) latest.current = of
  }, [of])
  const { keep, drop } = draft
  const put = useCallback(
    (next: Cells) => {
      latest.current = next
      setChanged(next)
      if (Object.keys(next).length > 0) keep({ cells: next }, [], undefined)
      else drop()
    },
    [keep, drop],
  )
  const refuse = useCallback((cell: string, refused: RefusedCell) => put({ ...latest.current, [cell]: refused }), [put])
  const mended = useCallback(
    (cell: string) => {
      if (!(cell in latest.current)) return
      const { [cell]: _mended, ...left } = latest.current
      put(left)
    },
    [put],
  )
  return { of, refuse, mended }
}
