import { useState } from 'react'
import { handoverKinds, type HandoverKind } from '../../rules/handover'

const KIND = 'handover/kind'
function kept(): HandoverKind {
  try {
    return handoverKinds.find((kind) => kind === localStorage.getItem(KIND)) ?? 'squadLeader'
  } catch {
    return 'squadLeader' // storage is blocked
  }
}
/** Which kind of handover this phone is used for, kept for the next shift. */
export function useMyKind(): [HandoverKind, (kind: HandoverKind) => void] {
  const [kind, setKind] = useState(kept)
  return [
    kind,
    (next) => {
      setKind(next)
      try {
        localStorage.setItem(KIND, next)
      } catch {
        return
      } // chosen for now, not for the next time
    },
  ]
}
