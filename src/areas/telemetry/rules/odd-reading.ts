import { defineStateMachine } from '@/contract/state-machine'

/** Why a reading is kept apart. */
export const oddReasons = [
  'unknownTag',
  'notANumber',
  'future',
  'tooOld',
  'beyondRange',
  'unitChanged',
  'backwards',
  'tooFast',
  'aboveCounter',
  'longGap',
] as const
export type OddReason = (typeof oddReasons)[number]

/** A reading that is kept apart: in no sum until a person says that it is right. */
export const oddReadingLife = defineStateMachine('oddReading', {
  states: ['open', 'admitted', 'discarded'],
  initial: 'open',
  actions: {
    admit: { from: ['open', 'discarded'], to: 'admitted', permission: 'meterInquiryEdit' },
    discard: { from: ['open', 'admitted'], to: 'discarded', permission: 'meterInquiryEdit' },
  },
})
