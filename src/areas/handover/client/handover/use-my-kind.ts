import { useState } from 'react'
import { getSession } from '@/client/session/session'
import { handoverKinds, type HandoverKind } from '../../rules/handover'

const getStorageKey = () => `handover/kind/${getSession().userId}`
function loadStoredKind(): HandoverKind | null {
  try {
    return handoverKinds.find((kind) => kind === localStorage.getItem(getStorageKey())) ?? null
  } catch {
    return null // storage is blocked
  }
}
/** Returns the kind of handover that this person writes, remembered on this device; default: by kind of line. */
export function useMyKind(lineKind: string | null): [HandoverKind, (kind: HandoverKind) => void] {
  const [kind, setKind] = useState(loadStoredKind)
  return [
    kind ?? (lineKind === 'slitting' ? 'slitting' : 'squadLeader'),
    (next) => {
      setKind(next)
      try {
        localStorage.setItem(getStorageKey(), next)
      } catch {
        return
      } // storage is blocked: applies to this visit only
    },
  ]
}
