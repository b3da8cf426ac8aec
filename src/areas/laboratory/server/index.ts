import { defineServer } from '@/server/area'
import { laboratoryContract } from '../contract'

export const laboratoryServer = defineServer(laboratoryContract, {})
