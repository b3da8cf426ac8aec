import { defineStateMachine } from '@/contract/state-machine'

/** Reasons why a reading is odd. */
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

/** Lifecycle of an odd reading: it is in no sum until a person admits it. */
export const oddReadingLifecycle = defineStateMachine('oddReading', {
  states: ['open', 'admitted', 'discarded'],
  initial: 'open',
  actions: {
    admit: { from: ['open', 'discarded'], to: 'admitted', permission: 'meterInquiryEdit' },
    discard: { from: ['open', 'admitted'], to: 'discarded', permission: 'meterInquiryEdit' },
  },
})
