import { defineServer } from '@/server/area'
import { noticesContract } from '../contract'

export const noticesServer = defineServer(noticesContract, {})
