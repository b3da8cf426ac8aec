import { defineServer } from '@/server/area'
import { schedulingContract } from '../contract'
import { placeOrderOnLine } from './place-order'
import { restorePlaces } from './restore-places'
import { takeOutEntry } from './take-out-entry'

/** Handlers of the planners' page. */
export const schedulingServer = defineServer(schedulingContract, {
  handlers: [placeOrderOnLine, takeOutEntry, restorePlaces],
})
