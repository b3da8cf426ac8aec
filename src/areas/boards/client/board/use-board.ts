import { useEndpoint } from '@/client/api/use-list'
import { useParams } from '@/client/use-params'
import type { EndpointOutput } from '@/contract/endpoint'
import * as calls from '../../contract/board-endpoints'
import type { BoardItem } from '../../rules/board-items'

export type BoardKind = 'line' | 'team'
export type BoardData = EndpointOutput<typeof calls.lineBoard>
export type MonthBoardData = EndpointOutput<typeof calls.lineMonthBoard>
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
const REFRESH_INTERVAL_MS = 15_000

/** Returns the board view that the address asks for: span, day and item. */
export function useBoardParams() {
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
export function useBoard(kind: BoardKind, monthly: boolean, requestedDay: string | null) {
  const dayInput = requestedDay ? { day: requestedDay } : {}
  const monthInput = requestedDay ? { month: requestedDay } : {}
  const lineDayQuery = useEndpoint(calls.lineBoard, dayInput, {
    resources: RESOURCES,
    enabled: kind === 'line' && !monthly,
  })
  const teamDayQuery = useEndpoint(calls.teamBoard, dayInput, {
    resources: RESOURCES,
    enabled: kind === 'team' && !monthly,
    refreshEvery: REFRESH_INTERVAL_MS * 2,
  })
  const lineMonthQuery = useEndpoint(calls.lineMonthBoard, monthInput, {
    resources: RESOURCES,
    enabled: kind === 'line' && monthly,
  })
  const teamMonthQuery = useEndpoint(calls.teamMonthBoard, monthInput, {
    resources: RESOURCES,
    enabled: kind === 'team' && monthly,
  })
  const freshQuery = useEndpoint(calls.freshLineBoard, dayInput, {
    resources: RESOURCES,
    enabled: kind === 'line' && !monthly && lineDayQuery.data !== undefined,
    refreshEvery: REFRESH_INTERVAL_MS,
  })
  const monthQuery = kind === 'line' ? lineMonthQuery : teamMonthQuery
  const found = monthly ? monthQuery : kind === 'line' ? lineDayQuery : teamDayQuery
  const month: MonthBoardData | undefined = monthly ? monthQuery.data : undefined
  const data: BoardData | undefined = found.data
  const freshData =
    freshQuery.data && kind === 'line' && !monthly && freshQuery.data.day === lineDayQuery.data?.from
      ? freshQuery.data
      : null
  return {
    found,
    month,
    data:
      data && freshData
        ? { ...data, cells: freshData.cells, countedAt: freshData.countedAt, waitingDays: freshData.waitingDays }
        : data,
  }
}
