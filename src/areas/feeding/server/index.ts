import { defineServer } from '@/server/area'
import { feedingContract } from '../contract'

export const feedingServer = defineServer(feedingContract, {
  handlers: [],
})
