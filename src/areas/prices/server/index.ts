import { defineServer } from '@/server/area'
import { pricesContract } from '../contract'

export const pricesServer = defineServer(pricesContract, {})
