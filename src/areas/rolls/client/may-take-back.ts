import { getPlantMoment } from '@/client/clock'
import { useHasPermission, useSession } from '@/client/session/use-session'
import { isOwnSlip, type Done } from '../rules/take-back'

/** Whether this person is offered to take it back: by one of the keys to undo, or as a slip of their own. */
export function useMayTakeBack(keys: readonly string[], add: string): (done: Done) => boolean {
  const { userId } = useSession()
  const [mayUndo, mayAdd] = [useHasPermission(keys), useHasPermission(add)]
  return (done) => mayUndo || (mayAdd && isOwnSlip(done, userId, getPlantMoment()))
}
