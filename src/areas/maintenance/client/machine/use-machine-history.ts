import type { EndpointOutput } from '@/contract/endpoint'
import type { ListResult } from '@/client/api/use-list'
import { usePages } from '@/client/api/use-pages'
import { equipmentHistory, historyKinds } from '../../contract/machine-endpoints'

export type HistoryKind = (typeof historyKinds)[number]
export type HistoryLine = EndpointOutput<typeof equipmentHistory>['list'][number]
const PAGE_SIZE = 50

/** Loads a machine's history page by page: one kind of event, or all kinds if `kind` is null. */
export const useMachineHistory = (id: string, kind: HistoryKind | null): ListResult<HistoryLine> =>
  usePages(equipmentHistory, { id, size: PAGE_SIZE, ...(kind ? { kind } : {}) }, { resources: historyKinds })
