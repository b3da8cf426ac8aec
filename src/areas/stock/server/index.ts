import { defineServer } from '@/server/area'
import { stockContract } from '../contract'

export const stockServer = defineServer(stockContract, {})
