import type { PageViewProps } from '@/client/area'
import { BoardView } from './BoardView'

export default function LineBoardView({ frame }: PageViewProps) {
  return <BoardView by="line" frame={frame} />
}
