import { useRowText } from '@/client/i18n/use-row-text'
import { inspectionRound } from '@/areas/maintenance/contract/inspection-round'

/** What a round is called in the language on screen: as its plan was when the round was made. */
export const useRoundName = (): ((round: object) => string) => useRowText(inspectionRound, 'planName')
