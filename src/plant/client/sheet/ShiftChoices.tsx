import type { ReactNode } from 'react'
import { TextChoicesContext } from '@/client/fields/form-scope'
import { useShifts, useShiftWord, useTeamWord } from './use-shift'

/** Provides fields inside it with the shifts and teams of the plant's rotation as choices. */
export function ShiftChoices({ children }: { children: ReactNode }) {
  const { recent } = useShifts()
  const shiftWord = useShiftWord()
  const teamWord = useTeamWord()
  const keys = (of: 'shift' | 'team') => [...new Set(recent.flatMap((one) => one[of] ?? []))].sort()
  const choices = {
    shift: keys('shift').map((key) => ({ key, word: shiftWord(key) })),
    team: keys('team').map((key) => ({ key, word: teamWord(key) ?? key })),
  }
  return <TextChoicesContext.Provider value={choices}>{children}</TextChoicesContext.Provider>
}
