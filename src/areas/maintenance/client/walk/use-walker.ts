import { useMemo } from 'react'
import { useSession } from '@/client/session/use-session'

/**
 * Returns the signed-in person in the form the round rules expect. It has its own file because the home page needs
 * nothing else of a walk.
 */
export function useWalker(): { id: string; roleId: string; isSup: boolean } {
  const { userId, roleId, isSup } = useSession()
  return useMemo(() => ({ id: userId, roleId, isSup }), [userId, roleId, isSup])
}
