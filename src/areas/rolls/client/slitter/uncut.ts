import { cuttable } from '@/areas/rolls/rules/jumbo-roll'

/** The jumbos in the hall that wait for a slitter, the longest waiting first: the page of the slitter and its card ask the same. */
export const UNCUT = { state: cuttable.join(','), sort: 'startedAt', size: 50 }
