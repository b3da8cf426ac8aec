import { defineServer } from '@/server/area'
import { rollsContract } from '../contract'

export const rollsServer = defineServer(rollsContract, {
  handlers: [],
})
