import { useEndpoint } from '@/client/api/use-list'
import { useQueryParams } from '@/client/use-query-params'
import type { EndpointOutput } from '@/contract/endpoint'
import { currentLineCells, lineBoard, lineMonthBoard, teamBoard, teamMonthBoard } from '../../contract/board-endpoints'
import type { BoardItem } from '../../rules/board-items'

export type BoardKind = 'line' | 'team'
export type BoardData = EndpointOutput<typeof lineBoard>
export type MonthBoardData = EndpointOutput<typeof lineMonthBoard>
/** Resources whose changes make a board out of date. */
const BOARD_RESOURCES = [
  'lineBoard',
  'teamBoard',
  'boardSetting',
  'figureTarget',
  'figureCorrection',
  'line',
  'lineTarget',
  'teamTarget',
]
const LINE_REFRESH_INTERVAL_MS = 15_000
const TEAM_REFRESH_INTERVAL_MS = 30_000

/** Returns the board view that the address asks for: span, day and item. */
export function useBoardParams() {
  const [params, setParams] = useQueryParams()
  return {
    monthly: params.get('span') === 'month',
    // Null means the current business date of the plant, which only the server knows.
    day: params.get('day'),
    item: params.get('item') as BoardItem | null,
    setParams,
  }
}
/**
 * Loads a board by day or month, and the days of the month for the heat map. Boards of a day are refreshed at intervals.
 * A refresh of a line board loads only the cells.
 */
export function useBoard(kind: BoardKind, isMonthly: boolean, requestedDay: string | null) {
  const dayInput = requestedDay ? { day: requestedDay } : {}
  const monthInput = requestedDay ? { month: requestedDay } : {}
  const lineDayQuery = useEndpoint(lineBoard, dayInput, {
    resources: BOARD_RESOURCES,
    enabled: kind === 'line' && !isMonthly,
  })
  const teamDayQuery = useEndpoint(teamBoard, dayInput, {
    resources: BOARD_RESOURCES,
    enabled: kind === 'team' && !isMonthly,
    refreshIntervalMs: TEAM_REFRESH_INTERVAL_MS,
  })
  const lineMonthQuery = useEndpoint(lineMonthBoard, monthInput, {
    resources: BOARD_RESOURCES,
    enabled: kind === 'line',
  })
  const teamMonthQuery = useEndpoint(teamMonthBoard, monthInput, {
    resources: BOARD_RESOURCES,
    enabled: kind === 'team',
  })
  const currentCellsQuery = useEndpoint(currentLineCells, dayInput, {
    resources: BOARD_RESOURCES,
    enabled: kind === 'line' && !isMonthly && lineDayQuery.data !== undefined,
    refreshIntervalMs: LINE_REFRESH_INTERVAL_MS,
  })
  const monthQuery = kind === 'line' ? lineMonthQuery : teamMonthQuery
  const dayQuery = kind === 'line' ? lineDayQuery : teamDayQuery
  const boardQuery = isMonthly ? monthQuery : dayQuery
  const monthBoard: MonthBoardData | undefined = monthQuery.data
  const data: BoardData | undefined = boardQuery.data
  const cellsMatchBoard = kind === 'line' && !isMonthly && currentCellsQuery.data?.day === lineDayQuery.data?.from
  const currentCells = cellsMatchBoard ? currentCellsQuery.data : undefined
  if (!data || !currentCells) return { boardQuery, monthBoard, data }
  const { cells, countedAt, waitingDays } = currentCells
  return { boardQuery, monthBoard, data: { ...data, cells, countedAt, waitingDays } }
}
