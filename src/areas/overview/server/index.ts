import { defineServer } from '@/server/area'
import { overviewContract } from '../contract'

export const overviewServer = defineServer(overviewContract, {})
