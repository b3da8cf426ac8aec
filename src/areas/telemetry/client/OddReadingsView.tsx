import type { PageViewProps } from '@/client/area'
import { getAllowedCommands } from '@/contract/command-rights'
import { CommandButtons } from '@/client/resource/CommandButtons'
import type { ListRow } from '@/client/resource/build-columns'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useDoer } from '@/client/session/use-session'
import type { Row } from '@/contract/resource'
import { oddReading, oddReadingCommands } from '../contract/odd-reading'
import { SourceName } from './SourceName'
import { oddTones } from './tones'

const columns = ['tagCode', 'readAt', 'shown', 'unit', 'reason', 'state', 'source', 'receivedAt'] as const
const cells = {
  state: createStateCell(oddReading, 'state', oddTones),
  source: (row: ListRow) => <SourceName source={(row as ListRow & Row<typeof oddReading>).source} />,
}

/** Odd readings, with commands to admit or discard them. */
export default function OddReadingsView({ tabs }: PageViewProps) {
  return (
    <ResourcePage
      of={oddReading}
      columns={columns}
      cells={cells}
      parts={{ above: tabs }}
      actions={(row) => <Decide row={row} />}
    />
  )
}
function Decide({ row }: { row: ListRow }) {
  const odd = row as ListRow & Row<typeof oddReading>
  const open = getAllowedCommands(oddReadingCommands, odd, useDoer())
  return open.length > 0 && <CommandButtons commands={open} row={odd} changes={['tag']} onAsk={() => undefined} />
}
