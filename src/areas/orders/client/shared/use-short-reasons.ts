import { useEndpoint } from '@/client/api/use-list'
import { shortReasons } from '../../contract/work-order-endpoints'

/** Returns the most frequent reasons for ending an order short, of the line if one is given. */
export const useShortReasons = (enabled: boolean, lineId?: string): string[] =>
  (
    useEndpoint(shortReasons, lineId === undefined ? {} : { lineId }, { enabled, resources: ['workOrder'] }).data ?? []
  ).map(({ text }) => text)
