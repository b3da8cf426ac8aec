import { useRef, useState } from 'react'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { useDraft } from '@/client/resource/use-draft'
import { useReportDirty } from '@/client/shell/dirty-forms'
import * as calls from '../../contract/board-calls'
import { hasTarget, isCorrected } from '../../rules/items'
import { isTyped, placeKey, placeOf, readDraft, type Draft, type Place } from './draft'
import type { By } from './use-board'

type Typed = Readonly<Record<string, Draft>>
type Places = Readonly<Record<string, Typed>>
const NOTHING: Typed = {}
/** Removes drafts without input, and scopes without drafts. */
const filled = (places: Places): Places =>
  Object.fromEntries(
    Object.entries(places).flatMap(([place, typed]) => {
      const kept = Object.entries(typed).filter(([, draft]) => isTyped(draft))
      return kept.length > 0 ? [[place, Object.fromEntries(kept)]] : []
    }),
  )

/**
 * Holds and saves the drafts of a board by scope. Drafts stay on the device until they are saved or discarded,
 * however the board is left.
 * @param scope the board view on display; null until the board is loaded
 */
export function useDrafts(by: By, at: (Place & { readonly most: number | null }) | null) {
  const kept = useDraft(`board ${by}`)
  const [typed, setTyped] = useState<Places | null>(null)
  const latest = useRef<Places | null>(null)
  const before = (kept.found?.values['places'] ?? {}) as Places
  const places = typed ?? before
  const line = useInstantCommand(calls.setLineBoard)
  const lineMonth = useInstantCommand(calls.setLineMonth)
  const team = useInstantCommand(calls.setTeamBoard)
  const teamMonth = useInstantCommand(calls.setTeamMonth)
  const here = at ? placeKey(at) : ''
  const drafts = places[here] ?? NOTHING
  const dirty = Object.values(drafts).some(isTyped)
  useReportDirty(Object.keys(places).length > 0)
  // Problems are displayed at their fields only after an attempt to save.
  const [tried, setTried] = useState(false)
  // Stores from here instead of an effect, so that a board that was left while saving forgets saved drafts as well.
  const change = (next: (typed: Typed) => Typed): void => {
    const now = latest.current ?? before
    const after = filled({ ...now, [here]: next(now[here] ?? NOTHING) })
    latest.current = after
    setTyped(after)
    if (Object.keys(after).length > 0) kept.keep({ places: after }, [], undefined)
    else kept.drop()
  }
  const put = (of: string, draft: Draft): void => change((all) => ({ ...all, [of]: { ...all[of], ...draft } }))
  const read = (draft: Draft) => readDraft(draft, at?.most ?? null)
  const send = ({ monthly, day, item }: Place, of: string, draft: Draft): Promise<unknown> => {
    const { target, difference } = read(draft)
    const changed = {
      ...(hasTarget(item) && target !== undefined ? { targets: [{ figure: item, value: target }] } : {}),
      ...(isCorrected(item) && difference ? { differences: [{ item, ...difference }] } : {}),
    }
    if (by === 'line')
      return monthly ? lineMonth.run({ month: day, lineId: of, ...changed }) : line.run({ day, lineId: of, ...changed })
    return monthly ? teamMonth.run({ month: day, team: of, ...changed }) : team.run({ day, team: of, ...changed })
  }
  /** @returns true if all drafts were saved; a draft that was refused stays */
  const save = async (): Promise<boolean> => {
    const wrong = Object.values(drafts).some((draft) => Object.keys(read(draft).problems).length > 0)
    setTried(wrong)
    if (wrong || !at) return false
    for (const [of, draft] of Object.entries(drafts)) {
      if (!isTyped(draft)) continue
      const done = await send(at, of, draft)
      if (!done) return false
      change((all) => Object.fromEntries(Object.entries(all).filter(([key]) => key !== of)))
    }
    return true
  }
  return {
    /** False until the stored drafts are read. */
    ready: kept.found !== undefined,
    drafts,
    /** Problems of the draft of a line or team, once somebody has tried to save it. */
    problemsOf: (of: string) => (tried && drafts[of] ? read(drafts[of]).problems : {}),
    put,
    save,
    drop: () => change(() => NOTHING),
    dirty,
    /** The drafts on display were entered before the board was left. */
    restored: dirty && here in before,
    /** Other scopes of this board with unsaved drafts. */
    elsewhere: Object.keys(places).flatMap((key) => (key === here ? [] : (placeOf(key) ?? []))),
    busy: line.busy || lineMonth.busy || team.busy || teamMonth.busy,
  }
}
