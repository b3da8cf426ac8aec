import { defineServer } from '@/server/area'
import { deviationsContract } from '../contract'

export const deviationsServer = defineServer(deviationsContract, {})
