import { defineServer } from '@/server/area'
import { costContract } from '../contract'

export const costServer = defineServer(costContract, {})
