import type { PageViewProps } from '@/client/area'
import { BoardView } from './BoardView'

/** 产线看板: board of lines as a view of the dashboard. */
export default function LineBoardView({ frame }: PageViewProps) {
  return <BoardView kind="line" frame={frame} />
}
