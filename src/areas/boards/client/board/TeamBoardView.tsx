import type { PageViewProps } from '@/client/area'
import { BoardView } from './BoardView'

/** 班组看板: board of teams as a view of the dashboard. */
export default function TeamBoardView({ frame }: PageViewProps) {
  return <BoardView kind="team" frame={frame} />
}
