import type { PageViewProps } from '@/client/area'
import { BoardView } from './BoardView'

export default function TeamBoardView({ frame }: PageViewProps) {
  return <BoardView by="team" frame={frame} />
}
