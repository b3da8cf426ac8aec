import { useRef, useState } from 'react'
import { useCommand } from '@/client/api/use-command'
import { useDraft } from '@/client/resource/use-draft'
import { useReportDirty } from '@/client/shell/dirty-forms'
import { setLineBoard, setLineMonthBoard, setTeamBoard, setTeamMonthBoard } from '../../contract/board-endpoints'
import { canHaveTarget, isCorrectable } from '../../rules/board-items'
import {
  hasDraftInput,
  buildScopeKey,
  parseScopeKey,
  parseDraft,
  type BoardDraft,
  type DraftScope,
} from './board-draft'
import type { BoardKind } from './use-board'

type DraftsBySubject = Readonly<Record<string, BoardDraft>>
type DraftsByScope = Readonly<Record<string, DraftsBySubject>>
const NO_DRAFTS: DraftsBySubject = {}
/** Removes drafts without input, and scopes without drafts. */
const removeEmptyDrafts = (draftsByScope: DraftsByScope): DraftsByScope =>
  Object.fromEntries(
    Object.entries(draftsByScope).flatMap(([scopeKey, drafts]) => {
      const filledDrafts = Object.entries(drafts).filter(([, draft]) => hasDraftInput(draft))
      return filledDrafts.length > 0 ? [[scopeKey, Object.fromEntries(filledDrafts)]] : []
    }),
  )

/**
 * Holds and saves the drafts of a board by scope. Drafts stay on the device until they are saved or discarded, even if
 * the user leaves the board or closes the app.
 * @param scope the board view on display; null until the board is loaded
 */
export function useBoardDrafts(kind: BoardKind, scope: (DraftScope & { readonly maxValue: number | null }) | null) {
  const draftStore = useDraft(`board ${kind}`)
  const [editedDrafts, setEditedDrafts] = useState<DraftsByScope | null>(null)
  // The same as `editedDrafts`, but up to date while `save` is running.
  const latestDrafts = useRef<DraftsByScope | null>(null)
  const storedDrafts = (draftStore.storedDraft?.values['places'] ?? {}) as DraftsByScope
  const allDrafts = editedDrafts ?? storedDrafts
  const lineCommand = useCommand(setLineBoard)
  const lineMonthCommand = useCommand(setLineMonthBoard)
  const teamCommand = useCommand(setTeamBoard)
  const teamMonthCommand = useCommand(setTeamMonthBoard)
  const scopeKey = scope ? buildScopeKey(scope) : ''
  const drafts = allDrafts[scopeKey] ?? NO_DRAFTS
  const isDirty = Object.values(drafts).some(hasDraftInput)
  useReportDirty(Object.keys(allDrafts).length > 0)
  // Problems are displayed at their fields only after an attempt to save.
  const [showsProblems, setShowsProblems] = useState(false)
  // Stores the drafts here and not in an effect. If the user leaves the board while it saves, the saved drafts are
  // still removed from the device.
  const updateDrafts = (update: (currentDrafts: DraftsBySubject) => DraftsBySubject): void => {
    const currentDrafts = latestDrafts.current ?? storedDrafts
    const nextDrafts = removeEmptyDrafts({ ...currentDrafts, [scopeKey]: update(currentDrafts[scopeKey] ?? NO_DRAFTS) })
    latestDrafts.current = nextDrafts
    setEditedDrafts(nextDrafts)
    if (Object.keys(nextDrafts).length > 0) draftStore.store({ places: nextDrafts }, [], undefined)
    else draftStore.discard()
  }
  const updateDraft = (subjectId: string, draft: BoardDraft): void =>
    updateDrafts((all) => ({ ...all, [subjectId]: { ...all[subjectId], ...draft } }))
  const parseScopedDraft = (draft: BoardDraft) => parseDraft(draft, scope?.maxValue ?? null)
  const sendDraft = ({ monthly, day, item }: DraftScope, subjectId: string, draft: BoardDraft): Promise<unknown> => {
    const { target, difference } = parseScopedDraft(draft)
    const changes = {
      ...(canHaveTarget(item) && target !== undefined ? { targets: [{ figure: item, value: target }] } : {}),
      ...(isCorrectable(item) && difference ? { differences: [{ item, ...difference }] } : {}),
    }
    if (kind === 'line')
      return monthly
        ? lineMonthCommand.run({ month: day, lineId: subjectId, ...changes })
        : lineCommand.run({ day, lineId: subjectId, ...changes })
    return monthly
      ? teamMonthCommand.run({ month: day, team: subjectId, ...changes })
      : teamCommand.run({ day, team: subjectId, ...changes })
  }
  /** @returns true if all drafts were saved; a draft that was refused stays */
  const save = async (): Promise<boolean> => {
    const hasProblems = Object.values(drafts).some((draft) => Object.keys(parseScopedDraft(draft).problems).length > 0)
    setShowsProblems(hasProblems)
    if (hasProblems || !scope) return false
    for (const [subjectId, draft] of Object.entries(drafts)) {
      if (!hasDraftInput(draft)) continue
      const result = await sendDraft(scope, subjectId, draft)
      if (!result) return false
      updateDrafts((all) => Object.fromEntries(Object.entries(all).filter(([key]) => key !== subjectId)))
    }
    return true
  }
  return {
    /** False until the stored drafts are read. */
    ready: draftStore.storedDraft !== undefined,
    drafts,
    /** Problems of the draft of a line or team, once somebody has tried to save it. */
    getProblems: (subjectId: string) =>
      showsProblems && drafts[subjectId] ? parseScopedDraft(drafts[subjectId]).problems : {},
    updateDraft,
    save,
    discard: () => updateDrafts(() => NO_DRAFTS),
    dirty: isDirty,
    /** The drafts on display were entered before the board was left. */
    isRestored: isDirty && scopeKey in storedDrafts,
    /** Other scopes of this board with unsaved drafts. */
    otherScopes: Object.keys(allDrafts).flatMap((key) => (key === scopeKey ? [] : (parseScopeKey(key) ?? []))),
    busy: lineCommand.busy || lineMonthCommand.busy || teamCommand.busy || teamMonthCommand.busy,
  }
}
export type BoardDrafts = ReturnType<typeof useBoardDrafts>
