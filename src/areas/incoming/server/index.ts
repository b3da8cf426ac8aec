import { defineServer } from '@/server/area'
import { incomingContract } from '../contract'

export const incomingServer = defineServer(incomingContract, {})
