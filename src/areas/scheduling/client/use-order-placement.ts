import { useCallback, useEffect, useRef, useState } from 'react'
import type { EndpointOutput } from '@/contract/endpoint'
import { callEndpoint } from '@/client/api/call-endpoint'
import { useCommand } from '@/client/api/use-command'
import { type linePlan } from '@/areas/orders/contract/schedule'
import { placeOrder } from '../contract/planning-endpoints'
import type { PlanChange } from './use-last-change'

export type PlanEntry = EndpointOutput<typeof linePlan>[number]
/** A place for an order that a person has chosen but not saved yet. Times in ms since 1970. */
export interface PlacementDraft {
  id: string
  version: number
  workOrderId: string
  number: string
  lineId: string
  startsAt: number
  endsAt: number
  /** Family of the order's product, if it was fetched. */
  family?: string | null
}
export interface SlotTimes {
  startsAt: number
  endsAt: number
}
export interface ForecastClash {
  number: string
  endsAt: string
  minutes: number
  next: string
}
/** Consequences of a move, in particular for due dates. */
export interface MoveEffect {
  /** Numbers of the other orders that move. */
  movedNumbers: readonly string[]
  /** Widths of slitting pattern and web in mm, if the pattern does not fit. */
  tooWide: { width: number; web: number } | null
  dueOn: string | null
  /** Minutes by which the order itself would end after its due date. */
  lateMinutes: number
  /** Other orders that become late or later. */
  later: readonly { number: string; lateBefore: number; lateAfter: number }[]
}
export interface OrderPlacement {
  draft: PlacementDraft | null
  /** Id of the entry of the moved order; null until the server has answered. */
  entryId: string | null
  /** Entry id → new times, also of the moved order; null until the server has answered. */
  moved: ReadonlyMap<string, SlotTimes> | null
  /** Consequences for this and other orders; null until the server has answered. */
  effect: MoveEffect | null
  /** The order in production that will probably end too late for the moved order. */
  clash: ForecastClash | null
  /** Reason why the place is not possible. */
  refusalMessage: string | null
  busy: boolean
  setDraft: (draft: PlacementDraft) => void
  save: () => Promise<boolean>
  cancel: () => void
}
/** Debounce of server requests while keys are pressed or a bar is dragged, ms. */
const DEBOUNCE_MS = 180

const toPlaceInput = (draft: PlacementDraft) => ({
  workOrderId: draft.workOrderId,
  lineId: draft.lineId,
  startsAt: new Date(draft.startsAt).toISOString(),
  endsAt: new Date(draft.endsAt).toISOString(),
  ...(draft.version > 0 ? { version: draft.version } : {}),
})

/** Moves an order. A dry run on the server reports the consequences of each draft; only `save` changes the plan. */
export function useOrderPlacement(recordChange: (change: PlanChange) => void): OrderPlacement {
  const [draft, setDraft] = useState<PlacementDraft | null>(null)
  const [preview, setPreview] = useState<{
    draft: PlacementDraft
    entryId: string | null
    moved: ReadonlyMap<string, SlotTimes> | null
    effect: MoveEffect | null
    clash: ForecastClash | null
    refusalMessage: string | null
  } | null>(null)
  const placeCommand = useCommand(placeOrder)
  const latestDraft = useRef<PlacementDraft | null>(null)
  useEffect(() => {
    latestDraft.current = draft
  }, [draft])
  useEffect(() => {
    if (!draft) return
    const abortController = new AbortController()
    const timer = setTimeout(() => {
      callEndpoint(
        placeOrder,
        { ...toPlaceInput(draft), dryRun: true },
        { quiet: true, signal: abortController.signal },
      ).then(
        ({ entry, moved, patternMm, webMm, dueOn, lateMinutes, later, clash, clashEnds, clashMinutes, clashNext }) =>
          setPreview({
            draft,
            entryId: entry,
            moved: new Map(
              moved.map(({ id, startsAt, endsAt }) => [
                id,
                { startsAt: Date.parse(startsAt), endsAt: Date.parse(endsAt) },
              ]),
            ),
            effect: {
              movedNumbers: moved.flatMap(({ id, number }) => (id === entry ? [] : [number])),
              tooWide: patternMm && webMm ? { width: patternMm, web: webMm } : null,
              dueOn,
              lateMinutes,
              later,
            },
            clash:
              clash && clashEnds && clashNext
                ? { number: clash, endsAt: clashEnds, minutes: clashMinutes ?? 0, next: clashNext }
                : null,
            refusalMessage: null,
          }),
        (error: unknown) => {
          if (!abortController.signal.aborted)
            setPreview({
              draft,
              entryId: null,
              moved: null,
              effect: null,
              clash: null,
              refusalMessage: error instanceof Error ? error.message : String(error),
            })
        },
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      abortController.abort()
    }
  }, [draft])
  const cancel = useCallback(() => {
    setDraft(null)
    setPreview(null)
  }, [])
  const { run: saveMove } = placeCommand
  const save = useCallback(async () => {
    const currentDraft = latestDraft.current
    if (!currentDraft) return false
    const result = await saveMove(toPlaceInput(currentDraft), { changedResources: ['workOrder'], savedMessage: null })
    if (!result) return false
    const { before, fresh, later } = result.queued ? { before: [], fresh: [], later: [] } : result.data
    recordChange({
      kind: 'placed',
      number: currentDraft.number,
      // Offline it is unknown what will move. `before` includes the entry of the order, unless the move added it.
      moved: result.queued ? 0 : before.length - (fresh.length > 0 ? 0 : 1),
      later,
      putBackInput: before.length + fresh.length > 0 ? { before, fresh } : null,
    })
    setDraft(null)
    setPreview(null)
    return true
  }, [saveMove, recordChange])
  const isPreviewCurrent = preview !== null && preview.draft === draft
  return {
    draft,
    entryId: isPreviewCurrent ? preview.entryId : null,
    moved: isPreviewCurrent ? preview.moved : null,
    effect: isPreviewCurrent ? preview.effect : null,
    clash: isPreviewCurrent ? preview.clash : null,
    refusalMessage: isPreviewCurrent ? preview.refusalMessage : null,
    busy: placeCommand.busy || (draft !== null && !isPreviewCurrent),
    setDraft,
    save,
    cancel,
  }
}
