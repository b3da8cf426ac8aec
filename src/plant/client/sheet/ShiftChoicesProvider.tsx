import type { ReactNode } from 'react'
import { TextChoicesContext } from '@/client/fields/form-scope'
import { useShifts, useFormatShift, useFormatTeam } from './use-shift'

/** Provides fields inside it with the shifts and teams of the plant's rotation as choices. */
export function ShiftChoicesProvider({ children }: { children: ReactNode }) {
  const { recent } = useShifts()
  const formatShift = useFormatShift()
  const formatTeam = useFormatTeam()
  const getKeys = (of: 'shift' | 'team') => [...new Set(recent.flatMap((one) => one[of] ?? []))].sort()
  const choices = {
    shift: getKeys('shift').map((key) => ({ key, word: formatShift(key) })),
    team: getKeys('team').map((key) => ({ key, word: formatTeam(key) ?? key })),
  }
  return <TextChoicesContext.Provider value={choices}>{children}</TextChoicesContext.Provider>
}
