import type { PageViewProps } from '@/client/area'
import { getAllowedCommands } from '@/contract/command-rights'
import { CommandButtons } from '@/client/resource/CommandButtons'
import type { ListRow } from '@/client/resource/build-columns'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useDoer } from '@/client/session/use-session'
import type { Row } from '@/contract/resource'
import { oddReading, oddReadingCommands } from '../contract/odd-reading'
import { ReadingSourceName } from './ReadingSourceName'
import { oddReadingTones } from './odd-reading-tones'

const columns = ['tagCode', 'readAt', 'shown', 'unit', 'reason', 'state', 'source', 'receivedAt'] as const
const cells = {
  state: createStateCell(oddReading, 'state', oddReadingTones),
  source: (row: ListRow) => <ReadingSourceName source={(row as ListRow & Row<typeof oddReading>).source} />,
}

/** Odd readings, with commands to admit or discard them. */
export default function OddReadingsView({ tabs }: PageViewProps) {
  return (
    <ResourcePage
      of={oddReading}
      columns={columns}
      cells={cells}
      parts={{ above: tabs }}
      actions={(row) => <OddReadingButtons row={row} />}
    />
  )
}
function OddReadingButtons({ row }: { row: ListRow }) {
  const oddRow = row as ListRow & Row<typeof oddReading>
  const openCommands = getAllowedCommands(oddReadingCommands, oddRow, useDoer())
  return (
    openCommands.length > 0 && (
      <CommandButtons commands={openCommands} row={oddRow} changes={['tag']} onAsk={() => undefined} />
    )
  )
}
