import { useState } from 'react'
import { getSession } from '@/client/session/session'
import { handoverKinds, type HandoverKind } from '../../rules/handover'

const key = () => `handover/kind/${getSession().userId}`
function kept(): HandoverKind | null {
  try {
    return handoverKinds.find((kind) => kind === localStorage.getItem(key())) ?? null
  } catch {
    return null // storage is blocked
  }
}
/** Which kind of handover this person writes, kept on this phone for the next shift; until one was chosen, that of the line. */
export function useMyKind(lineKind: string | null): [HandoverKind, (kind: HandoverKind) => void] {
  const [kind, setKind] = useState(kept)
  return [
    kind ?? (lineKind === 'slitting' ? 'slitting' : 'squadLeader'),
    (next) => {
      setKind(next)
      try {
        localStorage.setItem(key(), next)
      } catch {
        return
      } // chosen for now, not for the next time
    },
  ]
}
