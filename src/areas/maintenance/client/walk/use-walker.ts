import { useMemo } from 'react'
import { useSession } from '@/client/session/use-session'

/** The person walking, as the rules ask for one. In a file of its own: the home page asks too, and needs nothing else of a walk. */
export function useWalker(): { id: string; roleId: string; isSup: boolean } {
  const { userId, roleId, isSup } = useSession()
  return useMemo(() => ({ id: userId, roleId, isSup }), [userId, roleId, isSup])
}
