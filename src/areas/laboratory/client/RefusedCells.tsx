import { UnsentReason } from '@/client/resource/UnsentState'
import { pendingOf, written, type Result } from './cell'

interface Props {
  of: readonly Result[]
  indexes: readonly { readonly indexId: string; readonly name: string }[]
  /** Numbers of rolls by their id. */
  names: Readonly<Record<string, string>>
}

/**
 * Values of this phone that the server did not take, as where somebody else has filled the cell meanwhile: the cell then shows
 * theirs, and what was typed here stands only in this list.
 */
export function RefusedCells({ of, indexes, names }: Props) {
  const refused = of.filter((one) => pendingOf(one)?.state === 'attention')
  if (refused.length === 0) return null
  return (
    <ul className="lab-recent">
      {refused.map((one) => {
        const roll = names[one.slitRollId ?? one.jumboRollId ?? ''] ?? '…'
        const index = indexes.find(({ indexId }) => indexId === one.indexId)?.name ?? '…'
        return (
          <li key={one.id}>
            <b>{`${roll} · ${index}: ${written(one)}`}</b>
            <UnsentReason of={pendingOf(one)} />
          </li>
        )
      })}
    </ul>
  )
}
