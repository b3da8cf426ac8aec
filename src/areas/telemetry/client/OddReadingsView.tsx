import type { PageViewProps } from '@/client/area'
import { openTo } from '@/contract/command-rights'
import { CommandButtons } from '@/client/resource/CommandButtons'
import type { AnyRow } from '@/client/resource/columns'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { stateCell } from '@/client/resource/StateOf'
import { useDoer } from '@/client/session/use-session'
import type { Row } from '@/contract/resource'
import { oddReading, oddReadingCommands } from '../contract/odd-reading'
import { SourceName } from './SourceName'
import { oddTones } from './tones'

const columns = ['tagCode', 'readAt', 'shown', 'unit', 'reason', 'state', 'source', 'receivedAt'] as const
const cells = {
  state: stateCell(oddReading, 'state', oddTones),
  source: (row: AnyRow) => <SourceName source={(row as AnyRow & Row<typeof oddReading>).source} />,
}

/** Readings that were kept apart: a person says which of them are right. */
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
function Decide({ row }: { row: AnyRow }) {
  const odd = row as AnyRow & Row<typeof oddReading>
  const open = openTo(oddReadingCommands, odd, useDoer())
  return open.length > 0 && <CommandButtons commands={open} row={odd} changes={['tag']} onAsk={() => undefined} />
}
