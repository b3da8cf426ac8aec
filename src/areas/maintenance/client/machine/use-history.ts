import type { EndpointOutput } from '@/contract/endpoint'
import type { ListResult } from '@/client/api/use-list'
import { usePages } from '@/client/api/use-pages'
import { equipmentHistory, historyKinds } from '../../contract/machine-calls'

export type HistoryKind = (typeof historyKinds)[number]
export type HistoryLine = EndpointOutput<typeof equipmentHistory>['list'][number]
const SIZE = 50

/** A machine's history, page after page; one kind of event or all. */
export const useHistory = (id: string, kind: HistoryKind | null): ListResult<HistoryLine> =>
  usePages(equipmentHistory, { id, size: SIZE, ...(kind ? { kind } : {}) }, { resources: historyKinds })
