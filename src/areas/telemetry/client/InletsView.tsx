import type { PageViewProps } from '@/client/area'
import type { AnyRow } from '@/client/resource/columns'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { StateOf } from '@/client/resource/StateOf'
import { inlet } from '../contract/inlet'
import { inletTones } from './inlet-tones'

const columns = [
  'name',
  'state',
  'kind',
  'url',
  'received',
  'lastReceivedAt',
  'refused',
  'lastError',
  'enabled',
] as const
const cells = { state: (row: AnyRow) => <StateOf of={inlet} state={row['state']} tones={inletTones} /> }

/** Where readings are fetched from, and whether they come. */
export default function InletsView({ tabs }: PageViewProps) {
  return <ResourcePage of={inlet} columns={columns} cells={cells} parts={{ above: tabs }} />
}
