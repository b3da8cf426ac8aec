import { useState } from 'react'
import type { HandoverKind } from '../../rules/handover'

const MINE = 'handover.mine'
export interface Mine { lineId: string | null; kind: HandoverKind }
function readMine(): Mine {
  try {
    return { lineId: null, kind: 'squadLeader', ...(JSON.parse(localStorage.getItem(MINE) ?? '{}') as Partial<Mine>) }
  } catch {
    return { lineId: null, kind: 'squadLeader' } // storage is blocked, or holds something else
  }
}
/** Which line and which kind of handover this phone is used for, kept for the next shift. */
export function useMine(): [Mine, (change: Partial<Mine>) => void] {
  const [mine, setMine] = useState(readMine)
  return [mine, (change) => {
    const next = { ...mine, ...change }
    setMine(next)
    try { localStorage.setItem(MINE, JSON.stringify(next)) } catch { return } // chosen for now, not for the next time
  }]
}
/** The line a new sheet begins with; nothing before one was chosen on this phone. */
export function startLine(): { lineId?: string } {
  const { lineId } = readMine()
  return lineId ? { lineId } : {}
}
