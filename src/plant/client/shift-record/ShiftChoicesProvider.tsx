import type { ReactNode } from 'react'
import { TextChoicesContext } from '@/client/fields/form-scope'
import { useShifts, useFormatShift, useFormatTeam } from './use-shift'

/** Provides the shifts and teams of the plant's rotation as choices to the fields inside the provider. */
export function ShiftChoicesProvider({ children }: { children: ReactNode }) {
  const { recentShifts } = useShifts()
  const formatShift = useFormatShift()
  const formatTeam = useFormatTeam()
  const getKeys = (field: 'shift' | 'team') =>
    [...new Set(recentShifts.flatMap((recentShift) => recentShift[field] ?? []))].sort()
  const choices = {
    shift: getKeys('shift').map((key) => ({ key, label: formatShift(key) })),
    team: getKeys('team').map((key) => ({ key, label: formatTeam(key) ?? key })),
  }
  return <TextChoicesContext.Provider value={choices}>{children}</TextChoicesContext.Provider>
}
