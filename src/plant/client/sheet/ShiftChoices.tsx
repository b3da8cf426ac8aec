import type { ReactNode } from 'react'
import { TextChoicesContext } from '@/client/fields/form-scope'
import { useShifts, useShiftWord, useTeamWord } from './use-shift'

/** Within it a shift and a team are chosen from those of the plant's rotation. */
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
