import { useEndpoint } from '@/client/api/use-list'
import { useParams } from '@/client/use-params'
import type { EndpointOutput } from '@/contract/endpoint'
import * as calls from '../../contract/board-calls'
import type { BoardItem } from '../../rules/items'

export type By = 'line' | 'team'
export type Board = EndpointOutput<typeof calls.lineBoard>
export type MonthBoard = EndpointOutput<typeof calls.lineMonth>
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

/** Returns the board view that the address asks for: span, day and item. */
export function useBoardAsked() {
  const [params, change] = useParams()
  return {
    monthly: params.get('span') === 'month',
    // Null means the current business date of the plant, which only the server knows.
    day: params.get('day'),
    item: params.get('item') as BoardItem | null,
    change,
  }
}
/** Loads a board by day or month. The line board of a day is refreshed every 15 s. */
export function useBoard(by: By, monthly: boolean, asked: string | null) {
  const ofDay = asked ? { day: asked } : {}
  const ofMonth = asked ? { month: asked } : {}
  const lineDay = useEndpoint(calls.lineBoard, ofDay, { resources: RESOURCES, enabled: by === 'line' && !monthly })
  const teamDay = useEndpoint(calls.teamBoard, ofDay, {
    resources: RESOURCES,
    enabled: by === 'team' && !monthly,
    refreshEvery: FRESH_MS * 2,
  })
  const lineMonth = useEndpoint(calls.lineMonth, ofMonth, { resources: RESOURCES, enabled: by === 'line' && monthly })
  const teamMonth = useEndpoint(calls.teamMonth, ofMonth, { resources: RESOURCES, enabled: by === 'team' && monthly })
  const fresh = useEndpoint(calls.freshLineBoard, ofDay, {
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
