import { getPlantMoment } from '@/client/clock'
import { useHasPermission, useSession } from '@/client/session/use-session'
import { isOwnSlip, type RecordedBy } from '../rules/take-back'

/** Returns whether this person may take an entry back: by one of the permissions, or as their own recent mistake. */
export function useMayTakeBack(keys: readonly string[], add: string): (done: RecordedBy) => boolean {
  const { userId } = useSession()
  const [mayUndo, mayAdd] = [useHasPermission(keys), useHasPermission(add)]
  return (done) => mayUndo || (mayAdd && isOwnSlip(done, userId, getPlantMoment()))
}
