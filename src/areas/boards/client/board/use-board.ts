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
  const [params, setParams] = useParams()
  return {
    monthly: params.get('span') === 'month',
    // Null means the current business date of the plant, which only the server knows.
    day: params.get('day'),
    item: params.get('item') as BoardItem | null,
    setParams,
  }
}
/** Loads a board by day or month. The line board of a day is refreshed every 15 s. */
export function useBoard(kind: BoardKind, isMonthly: boolean, requestedDay: string | null) {
  const dayInput = requestedDay ? { day: requestedDay } : {}
  const monthInput = requestedDay ? { month: requestedDay } : {}
  const lineDayQuery = useEndpoint(calls.lineBoard, dayInput, {
    resources: RESOURCES,
    enabled: kind === 'line' && !isMonthly,
  })
  const teamDayQuery = useEndpoint(calls.teamBoard, dayInput, {
    resources: RESOURCES,
    enabled: kind === 'team' && !isMonthly,
    refreshIntervalMs: REFRESH_INTERVAL_MS * 2,
  })
  const lineMonthQuery = useEndpoint(calls.lineMonthBoard, monthInput, {
    resources: RESOURCES,
    enabled: kind === 'line' && isMonthly,
  })
  const teamMonthQuery = useEndpoint(calls.teamMonthBoard, monthInput, {
    resources: RESOURCES,
    enabled: kind === 'team' && isMonthly,
  })
  const freshQuery = useEndpoint(calls.currentLineCells, dayInput, {
    resources: RESOURCES,
    enabled: kind === 'line' && !isMonthly && lineDayQuery.data !== undefined,
    refreshIntervalMs: REFRESH_INTERVAL_MS,
  })
  const monthQuery = kind === 'line' ? lineMonthQuery : teamMonthQuery
  const boardQuery = isMonthly ? monthQuery : kind === 'line' ? lineDayQuery : teamDayQuery
  const monthBoard: MonthBoardData | undefined = isMonthly ? monthQuery.data : undefined
  const data: BoardData | undefined = boardQuery.data
  const freshData =
    freshQuery.data && kind === 'line' && !isMonthly && freshQuery.data.day === lineDayQuery.data?.from
      ? freshQuery.data
      : null
  return {
    boardQuery,
    monthBoard,
    data:
      data && freshData
        ? { ...data, cells: freshData.cells, countedAt: freshData.countedAt, waitingDays: freshData.waitingDays }
        : data,
  }
}
