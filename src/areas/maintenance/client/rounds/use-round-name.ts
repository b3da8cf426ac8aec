import { useRowText } from '@/client/i18n/use-row-text'
import { inspectionRound } from '@/areas/maintenance/contract/inspection-round'

/** Returns a function for a round's name in the current language: the plan's name when the round was created. */
export const useRoundName = (): ((round: object) => string) => useRowText(inspectionRound, 'planName')
