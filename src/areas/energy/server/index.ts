import { defineServer } from '@/server/area'
import { energyContract } from '../contract'

export const energyServer = defineServer(energyContract, {})
