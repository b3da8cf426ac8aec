import type { PageViewProps } from '@/client/area'
import { getAllowedCommands } from '@/contract/command-rights'
import { CommandButtons } from '@/client/resource/CommandButtons'
import type { ListRow } from '@/client/resource/build-columns'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useActor } from '@/client/session/use-session'
import type { Row } from '@/contract/resource'
import { oddReading, oddReadingCommands } from '../contract/odd-reading'
import { ReadingSourceName } from './LiveMeterCell'
import type { StateName, Tones } from '@/contract/state-machine'
import type { oddReadingLifecycle } from '../rules/odd-reading'

const oddReadingTones: Tones<StateName<typeof oddReadingLifecycle>> = {
  open: 'warn',
  admitted: 'ok',
  discarded: 'idle',
}

const columns = ['tagCode', 'readAt', 'shown', 'unit', 'reason', 'state', 'source', 'receivedAt'] as const
const cells = {
  state: createStateCell(oddReading, 'state', oddReadingTones),
  source: (row: ListRow) => <ReadingSourceName source={(row as ListRow & Row<typeof oddReading>).source} />,
}

/** Odd readings, with commands to admit or discard them. */
export default function OddReadingsView({ tabs }: PageViewProps) {
  return (
    <ResourcePage
      resource={oddReading}
      columns={columns}
      cells={cells}
      parts={{ above: tabs }}
      actions={(row) => <OddReadingButtons row={row} />}
    />
  )
}
function OddReadingButtons({ row }: { row: ListRow }) {
  const oddRow = row as ListRow & Row<typeof oddReading>
  const allowedCommands = getAllowedCommands(oddReadingCommands, oddRow, useActor())
  return (
    allowedCommands.length > 0 && <CommandButtons commands={allowedCommands} row={oddRow} changedResources={['tag']} />
  )
}
