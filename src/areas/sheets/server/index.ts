import { defineServer } from '@/server/area'
import { sheetsContract } from '../contract'

export const sheetsServer = defineServer(sheetsContract, {})
