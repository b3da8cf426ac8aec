import { useState } from 'react'
import { useCall } from '@/client/api/use-list'
import { useStep } from '@/client/api/use-step'
import { useParams } from '@/client/use-params'
import { useDirty } from '@/client/shell/dirty'
import type { OutOf } from '@/contract/endpoint'
import * as calls from '../../contract/board-calls'
import { hasTarget, isCorrected, type BoardItem } from '../../rules/items'
import { readDraft, type Draft } from './draft'

export type By = 'line' | 'team'
export type Board = OutOf<typeof calls.lineBoard>
export type MonthBoard = OutOf<typeof calls.lineMonth>
const RESOURCES = [
  'lineBoard',
  'teamBoard',
  'boardSetting',
  'figureTarget',
  'figureCorrection',
  'line',
  'lineTarget',
  'teamTarget',
]
const FRESH_MS = 15_000

/** What the address asks for: day or month, which of them. */
export function useBoardAsked() {
  const [params, change] = useParams()
  return {
    monthly: params.get('span') === 'month',
    // The plant's business date, which only the server knows, unless the address says another.
    day: params.get('day'),
    item: params.get('item') as BoardItem | null,
    change,
  }
}
export function useBoard(by: By, monthly: boolean, asked: string | null) {
  const ofDay = asked ? { day: asked } : {}
  const ofMonth = asked ? { month: asked } : {}
  const lineDay = useCall(calls.lineBoard, ofDay, { resources: RESOURCES, enabled: by === 'line' && !monthly })
  const teamDay = useCall(calls.teamBoard, ofDay, {
    resources: RESOURCES,
    enabled: by === 'team' && !monthly,
    refreshEvery: FRESH_MS * 2,
  })
  const lineMonth = useCall(calls.lineMonth, ofMonth, { resources: RESOURCES, enabled: by === 'line' && monthly })
  const teamMonth = useCall(calls.teamMonth, ofMonth, { resources: RESOURCES, enabled: by === 'team' && monthly })
  const fresh = useCall(calls.freshLineBoard, ofDay, {
    resources: RESOURCES,
    enabled: by === 'line' && !monthly && lineDay.data !== undefined,
    refreshEvery: FRESH_MS,
  })
  const monthFound = by === 'line' ? lineMonth : teamMonth
  const found = monthly ? monthFound : by === 'line' ? lineDay : teamDay
  const month: MonthBoard | undefined = monthly ? monthFound.data : undefined
  const data: Board | undefined = found.data
  const newer = fresh.data && by === 'line' && !monthly && fresh.data.day === lineDay.data?.from ? fresh.data : null
  return {
    found,
    month,
    data:
      data && newer
        ? { ...data, cells: newer.cells, countedAt: newer.countedAt, waitingDays: newer.waitingDays }
        : data,
  }
}
export const isTyped = (draft: Draft | undefined): boolean =>
  Boolean(draft && (draft.target !== undefined || draft.difference?.trim() || draft.reason?.trim()))

/** What is typed for one item, and saving it. */
export function useDrafts(by: By, monthly: boolean, day: string, item: BoardItem | undefined) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({})
  const line = useStep(calls.setLineBoard)
  const lineMonth = useStep(calls.setLineMonth)
  const team = useStep(calls.setTeamBoard)
  const teamMonth = useStep(calls.setTeamMonth)
  const dirty = Object.values(drafts).some(isTyped)
  useDirty(dirty)
  // What can't be saved is said at its field once somebody tried to.
  const [tried, setTried] = useState(false)
  const put = (of: string, draft: Draft): void => setDrafts((all) => ({ ...all, [of]: { ...all[of], ...draft } }))
  const send = (of: string, draft: Draft): Promise<unknown> => {
    const { target, difference } = readDraft(draft)
    const changed = {
      ...(item && hasTarget(item) && target !== undefined ? { targets: [{ figure: item, value: target }] } : {}),
      ...(item && isCorrected(item) && difference ? { differences: [{ item, ...difference }] } : {}),
    }
    if (by === 'line')
      return monthly ? lineMonth.run({ month: day, lineId: of, ...changed }) : line.run({ day, lineId: of, ...changed })
    return monthly ? teamMonth.run({ month: day, team: of, ...changed }) : team.run({ day, team: of, ...changed })
  }
  /** @returns whether all of it was taken; what was not stays typed */
  const save = async (): Promise<boolean> => {
    const wrong = Object.values(drafts).some((draft) => Object.keys(readDraft(draft).problems).length > 0)
    setTried(wrong)
    if (wrong) return false
    for (const [of, draft] of Object.entries(drafts)) {
      if (!isTyped(draft)) continue
      const done = await send(of, draft)
      if (!done) return false
      setDrafts((all) => Object.fromEntries(Object.entries(all).filter(([key]) => key !== of)))
    }
    return true
  }
  const busy = line.busy || lineMonth.busy || team.busy || teamMonth.busy
  return { drafts, tried, put, save, drop: () => setDrafts({}), dirty, busy }
}
