import { defineServer } from '@/server/area'
import { reportsContract } from '../contract'

export const reportsServer = defineServer(reportsContract, {
  handlers: [],
})
